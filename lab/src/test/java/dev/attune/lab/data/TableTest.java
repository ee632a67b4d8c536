package dev.attune.lab.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import org.junit.jupiter.api.Test;

class TableTest {
    @Test
    void columnsAreFoundByNameByNumberAndByPlace() throws IOException {
        Table table = Table.read(TextContent.of("age,class,10", "1,a,x", "2,b,y"), "comma", true);

        assertThat(table.rows()).isEqualTo(2);
        assertThat(table.column("class")).isEqualTo(1);
        assertThat(table.column("1")).isZero();
        assertThat(table.column("10")).isEqualTo(2); // a name goes before a number
        assertThat(table.column("first")).isZero();
        assertThat(table.column("last")).isEqualTo(2);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> table.column("klass"))
                .withMessage("test.csv has no column klass; name one of age, class, 10, or give a number from 1 to 3");
        assertThatIllegalArgumentException().isThrownBy(() -> table.column("4"));
    }

    @Test
    void quotesBlanksEmptyLinesAndTheMarkOfSpreadsheetsAreUnderstood() throws IOException {
        Table table = Table.read(TextContent.of("\uFEFF\"a\",b", "", "\"x, y\",  2 ", "z,3"), "comma", true);

        assertThat(table.names()).containsExactly("a", "b");
        assertThat(table.rows()).isEqualTo(2);
        assertThat(table.cell(0, 0)).isEqualTo("x, y");
        assertThat(table.number(0, 1)).isEqualTo(2);
    }

    @Test
    void otherDelimitersAreUnderstood() throws IOException {
        assertThat(Table.read(TextContent.of("1;2"), "semicolon", false).cell(0, 1))
                .isEqualTo("2");
        assertThat(Table.read(TextContent.of("1\t2"), "tab", false).cell(0, 1)).isEqualTo("2");
        assertThat(Table.read(TextContent.of(" 1   2 \t3", "4 5 6"), "space", false)
                        .cell(0, 2))
                .isEqualTo("3");
        assertThat(Table.read(TextContent.of("1|2"), "|", false).cell(0, 1)).isEqualTo("2");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Table.read(TextContent.of("1"), "pipe", false))
                .withMessageContaining("delimiter = pipe");
    }

    @Test
    void aRowOfAnotherLengthIsNamedWithItsLine() {
        assertThatThrownBy(() -> Table.read(TextContent.of("a,b,c", "1,2,3", "", "1,2"), "comma", true))
                .isInstanceOf(IOException.class)
                .hasMessage("test.csv line 4: 2 columns, but line 1 has 3");
        assertThatThrownBy(() -> Table.read(TextContent.of("1,2,3", "1,2,3,4"), "comma", false))
                .isInstanceOf(IOException.class)
                .hasMessage("test.csv line 2: 4 columns, but line 1 has 3");
    }

    @Test
    void aTableWithoutRowsIsRefused() {
        assertThatThrownBy(() -> Table.read(TextContent.of("a,b"), "comma", true))
                .isInstanceOf(IOException.class)
                .hasMessage("test.csv has no rows");
    }

    @Test
    void aWordWhereANumberIsNeededIsNamedWithLineAndColumn() throws IOException {
        Table table = Table.read(TextContent.of("age,height", "1,2", "3,tall"), "comma", true);

        assertThatThrownBy(() -> table.number(1, 1))
                .isInstanceOf(IOException.class)
                .hasMessage("test.csv line 3: column height: 'tall' is not a number");
    }

    @Test
    void whatOnlyJavaTakesForANumberIsAWord() {
        assertThat(Table.numberIn("1d")).isNaN();
        assertThat(Table.numberIn("2f")).isNaN();
        assertThat(Table.numberIn("0x1p3")).isNaN();
        assertThat(Table.numberIn("1e400")).isNaN();
        assertThat(Table.numberIn("-1.5e-3")).isEqualTo(-0.0015);
        assertThat(Table.numberIn("3.")).isEqualTo(3);
    }
}
