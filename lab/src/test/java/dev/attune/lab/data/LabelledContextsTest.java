package dev.attune.lab.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.attune.encode.Features;
import dev.attune.lab.RealData;
import dev.attune.lab.data.LabelledContexts.Scale;
import java.io.IOException;
import java.util.Set;
import java.util.stream.IntStream;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

class LabelledContextsTest {
    private static final Offset<Double> EXACT = within(1e-12);

    @Test
    void numbersAreStandardisedAndWordsBecomeOneFeatureEach() throws IOException {
        LabelledContexts data = encode(Scale.STANDARD, "1,red,a", "3,?,b", "5,blue,a");

        // (x - 3) / sqrt(8/3); then the words in alphabetical order: ?, blue, red; then the constant
        double s = 2 / Math.sqrt(8.0 / 3);
        assertThat(data.features()).isEqualTo(5);
        assertThat(data.context(0)).containsExactly(new double[] {-s, 0, 0, 1, 1}, EXACT);
        assertThat(data.context(1)).containsExactly(new double[] {0, 1, 0, 0, 1}, EXACT);
        assertThat(data.context(2)).containsExactly(new double[] {s, 0, 1, 0, 1}, EXACT);
        assertThat(data.classes()).containsExactly("a", "b");
        assertThat(new int[] {data.label(0), data.label(1), data.label(2)}).containsExactly(0, 1, 0);
    }

    @Test
    void aMissingNumberIsTheMeanAndHasAFeatureThatSaysSo() throws IOException {
        LabelledContexts data = encode(Scale.NONE, "1,a", "?,b", "5,a", ",b", "NA,a");

        assertThat(data.features()).isEqualTo(3);
        assertThat(data.context(0)).containsExactly(1, 0, 1);
        assertThat(data.context(1)).containsExactly(3, 1, 1);
        assertThat(data.context(2)).containsExactly(5, 0, 1);
        assertThat(data.context(3)).containsExactly(3, 1, 1);
        assertThat(data.context(4)).containsExactly(3, 1, 1);
    }

    @Test
    void columnsThatNeverChangeAreDropped() throws IOException {
        LabelledContexts data = encode(Scale.STANDARD, "0.1,p,1,a", "0.1,p,2,b", "0.1,p,3,b");

        assertThat(data.features()).isEqualTo(2);
    }

    @Test
    void inTheUnitBallTheLongestContextHasLengthOne() throws IOException {
        LabelledContexts data = encode(Scale.UNIT, "1,a", "2,b", "9,a");

        double[] lengths = IntStream.range(0, 3)
                .mapToDouble(row -> Math.hypot(data.context(row)[0], data.context(row)[1]))
                .toArray();
        assertThat(lengths[2]).isCloseTo(1, EXACT);
        assertThat(lengths[0]).isLessThan(1);
        assertThat(data.context(0)[1]).isEqualTo(data.context(2)[1]); // the constant shrinks with the rest
    }

    @Test
    void numericLabelsAreInTheOrderOfNumbers() throws IOException {
        assertThat(encode(Scale.NONE, "1,10", "2,9", "3,100").classes()).containsExactly("9", "10", "100");
    }

    @Test
    void ignoredColumnsAreLeftOut() throws IOException {
        Table table = Table.read(TextContent.of("7,1,a", "8,2,b"), "comma", false);

        LabelledContexts data = LabelledContexts.of(table, 2, Set.of(0), Scale.NONE);

        assertThat(data.context(1)).containsExactly(2, 1);
    }

    @Test
    void aMissingLabelIsNamedWithLineAndColumn() {
        assertThatThrownBy(() -> encode(Scale.NONE, "1,a", "2,?"))
                .isInstanceOf(IOException.class)
                .hasMessage("test.csv line 2: column 2: the label is missing; 'unlabelled: skip' leaves out such rows");
    }

    @Test
    void oneClassIsNotEnough() {
        assertThatThrownBy(() -> encode(Scale.NONE, "1,a", "2,a"))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("column 2 has the same label in every row");
    }

    @Test
    void aSlipAmongThousandsOfNumbersIsNamedInsteadOfMakingThousandsOfWords() {
        String[] rows = IntStream.range(0, 2000)
                .mapToObj(i -> (i == 700 ? "o.5" : i + ".5") + "," + i % 2)
                .toArray(String[]::new);

        assertThatThrownBy(() -> encode(Scale.NONE, rows))
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith("test.csv line 701: column 1: 'o.5' is not a number")
                .hasMessageContaining("2000 different ones");
    }

    @Test
    void anIdentifierAsTheLabelIsNoticed() {
        String[] rows = IntStream.range(0, 1500).mapToObj(i -> "1,id" + i).toArray(String[]::new);

        assertThatThrownBy(() -> encode(Scale.NONE, rows))
                .isInstanceOf(IOException.class)
                .hasMessage("test.csv line 1001: column 2: more than 1000 different labels up to here;"
                        + " is this the label?");
    }

    @Test
    void pendigitsHasTenClassesAndSixteenFeatures() throws IOException {
        Content file = DataSource.at(DataSet.PENDIGITS, RealData.at("pendigits"))
                .content(DataSet.PENDIGITS.files().get(0));
        assertThat(DataSet.PENDIGITS.files().get(0).verify(file)).isEmpty();

        LabelledContexts data = LabelledContexts.of(Table.read(file, "comma", false), 16, Set.of(), Scale.STANDARD);

        assertThat(data.rows()).isEqualTo(10_992);
        assertThat(data.classes()).containsExactly("0", "1", "2", "3", "4", "5", "6", "7", "8", "9");
        assertThat(data.features()).isEqualTo(17);
    }

    @Test
    void mushroomHasTwoClassesAndAFeatureForEachWord() throws IOException {
        Content file = DataSource.at(DataSet.MUSHROOM, RealData.at("mushroom"))
                .content(DataSet.MUSHROOM.files().get(0));
        assertThat(DataSet.MUSHROOM.files().get(0).verify(file)).isEmpty();

        LabelledContexts data = LabelledContexts.of(Table.read(file, "comma", false), 0, Set.of(), Scale.STANDARD);

        assertThat(data.rows()).isEqualTo(8_124);
        assertThat(data.classes()).containsExactly("e", "p");
        assertThat(data.features()).isEqualTo(117); // 116 words in 21 columns that change, and the constant
    }

    @Test
    void aRowHasNamedFeaturesAsWell() throws IOException {
        Table table = Table.read(
                TextContent.of("age,,age,kind,plan,class", "31,DE,1,x,7,b", "?,FR,2,,7,a", "33,DE,4,x,7,c"),
                "comma",
                true);
        LabelledContexts data = LabelledContexts.of(table, 5, Set.of(), Scale.NONE);

        assertThat(data.named(0)).isEqualTo(Features.of("age", 31, "column 2", "DE", "age#3", 1, "kind", "x"));
        assertThat(data.named(1))
                .isEqualTo(Features.of("age is missing", true, "column 2", "FR", "age#3", 2, "kind", ""));
        assertThat(data.columnOfManyWords()).isEmpty();
    }

    @Test
    void aColumnOfManyWordsIsReadAndNamed() throws IOException {
        String[] rows =
                IntStream.range(0, 1500).mapToObj(i -> "id" + i + "," + i % 2).toArray(String[]::new);
        LabelledContexts data = encode(Scale.NONE, rows);

        assertThat(data.columnOfManyWords()).hasValue("1");
        assertThat(data.features()).isEqualTo(1501);
        assertThat(data.named(7)).isEqualTo(Features.of("1", "id7"));
    }

    private static LabelledContexts encode(Scale scale, String... rows) throws IOException {
        Table table = Table.read(TextContent.of(rows), "comma", false);
        return LabelledContexts.of(table, table.columns() - 1, Set.of(), scale);
    }
}
