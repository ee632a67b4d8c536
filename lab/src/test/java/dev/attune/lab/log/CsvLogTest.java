package dev.attune.lab.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.attune.encode.Arm;
import dev.attune.encode.FeatureValue;
import dev.attune.encode.Features;
import dev.attune.lab.log.CsvColumns.Column;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CsvLogTest {
    @TempDir
    Path folder;

    @Test
    void aTableWithItsUsualNamesNeedsNoOptions() throws IOException {
        Reading reading = read(
                CsvColumns.DEFAULT,
                "arm,reward,age,country,member",
                "b,1,31,DE,true",
                "a,0,,\"FR, north\",false",
                "b,,17.5,?,");

        assertThat(reading.skipped()).isEqualTo(Skipped.NOTHING);
        assertThat(reading.events()).hasSize(3);
        LoggedEvent first = reading.events().get(0);
        assertThat(first.arms()).containsExactly(new Arm("a", Features.NONE), new Arm("b", Features.NONE));
        assertThat(first.chosen()).isEqualTo(1);
        assertThat(first.propensity()).isNaN();
        assertThat(first.time()).isEqualTo(LoggedEvent.NO_TIME);
        assertThat(first.context())
                .isEqualTo(Features.builder()
                        .number("age", 31)
                        .category("country", "DE")
                        .flag("member", true)
                        .build());
        assertThat(reading.events().get(1).context())
                .isEqualTo(Features.builder()
                        .category("country", "FR, north")
                        .flag("member", false)
                        .build());
        assertThat(reading.events().get(2).reward()).isNaN();
    }

    @Test
    void everyColumnCanBeNamed() throws IOException {
        CsvColumns columns = CsvColumns.builder()
                .column(Column.ARM, "shown")
                .column(Column.REWARD, "click")
                .column(Column.PROPENSITY, "prob")
                .column(Column.ID, "request")
                .column(Column.TIME, "at")
                .column(Column.OFFERED, "list")
                .context(List.of("zip", "topics"))
                .kind("zip", ColumnKind.CATEGORY)
                .kind("topics", ColumnKind.TAGS)
                .delimiter(';')
                .separator(' ')
                .build();

        Reading reading = read(
                columns,
                "request;at;shown;click;prob;list;zip;topics;noise",
                "r1;2024-05-01T10:00:00+02:00;x;0.5;0.25;y x z;1234;a b;7",
                "r1;2024-05-01T10:00:00+02:00;x;0.5;0.25;y x z;1234;a b;7",
                "r2;1714550400;y;1;0.5;y;99;;7",
                "r3;1714550400123;q;1;0.5;y z;99;;7");

        assertThat(reading.events()).hasSize(2);
        LoggedEvent first = reading.events().get(0);
        assertThat(first.id()).isEqualTo("r1");
        assertThat(first.time()).isEqualTo(Instant.parse("2024-05-01T08:00:00Z").toEpochMilli());
        assertThat(first.arms()).extracting(Arm::id).containsExactly("y", "x", "z");
        assertThat(first.chosen()).isEqualTo(1);
        assertThat(first.propensity()).isEqualTo(0.25);
        assertThat(first.reward()).isEqualTo(0.5);
        assertThat(first.context())
                .isEqualTo(Features.builder()
                        .category("zip", "1234")
                        .tags("topics", List.of("a", "b"))
                        .build());
        assertThat(reading.events().get(1).time()).isEqualTo(1_714_550_400_000L);
        assertThat(reading.skipped().times(EventSink.REPEATED)).isEqualTo(1);
        assertThat(reading.skipped().times("row whose arm is not on offer")).isEqualTo(1);
    }

    @Test
    void armsMayHaveFeaturesInATableOfTheirOwn() throws IOException {
        Path table = Files.writeString(folder.resolve("arms.csv"), "article,price,kind\nx,1.5,new\ny,2,old\n");
        CsvColumns columns = CsvColumns.builder().armFile(table, "article").build();

        Reading reading = read(columns, "arm,reward", "x,1", "z,0");

        assertThat(reading.events().get(0).arms())
                .containsExactly(
                        new Arm(
                                "x",
                                Features.builder()
                                        .number("price", 1.5)
                                        .category("kind", "new")
                                        .build()),
                        new Arm("z", Features.NONE));
        assertThat(reading.skipped().times("arm that is not in the table of arms; taken without features"))
                .isEqualTo(1);
    }

    @Test
    void numberedArmsCountFromZeroOrFromOne() throws IOException {
        CsvColumns columns = CsvColumns.builder().arms(3).build();

        Reading fromOne = read(columns, "arm,reward", "1,0", "3.0,0", "4,0");
        assertThat(fromOne.events()).extracting(LoggedEvent::chosen).containsExactly(0, 2);
        assertThat(fromOne.events().get(0).arms()).extracting(Arm::id).containsExactly("1", "2", "3");
        assertThat(fromOne.skipped().times("arms are numbered from 1")).isEqualTo(1);
        assertThat(fromOne.skipped().times("row whose arm is not on offer")).isEqualTo(1);

        Reading fromZero = read(columns, "arm,reward", "1,0", "0,0");
        assertThat(fromZero.events()).extracting(LoggedEvent::chosen).containsExactly(1, 0);
        assertThat(fromZero.skipped().times("arms are numbered from 0")).isEqualTo(1);
    }

    @Test
    void armsThatAreNumbersStandInTheirOrder() throws IOException {
        assertThat(read(CsvColumns.DEFAULT, "arm,reward", "10,0", "9,0", "2,0")
                        .events()
                        .get(0)
                        .arms())
                .extracting(Arm::id)
                .containsExactly("2", "9", "10");
    }

    @Test
    void damagedRowsAreCountedAndTheOthersTaken() throws IOException {
        CsvColumns columns = CsvColumns.builder()
                .column(Column.PROPENSITY, "p")
                .column(Column.TIME, "t")
                .kind("x", ColumnKind.NUMBER)
                .build();
        Reading reading = read(
                columns,
                "arm,reward,p,t,x",
                "a,1,0.5,2024-05-01,1",
                "a,1,0.5",
                "a,1,0.5,2024-05-01,1,2",
                ",1,0.5,2024-05-01,1",
                "a,much,0.5,2024-05-01,1",
                "a,1,-1,2024-05-01,1",
                "a,1,0.5,soon,1",
                "a,1,0.5,2024-05-01,two");

        assertThat(reading.events()).hasSize(6);
        assertThat(reading.skipped().toString())
                .contains(
                        "row with fewer cells than the header; taken without them=Count[times=1, first=line 3, lost=false]",
                        "row with more cells than the header; taken without them=Count[times=1, first=line 4, lost=false]",
                        "row without an arm=Count[times=1, first=line 5, lost=true]",
                        "row whose reward is not a number=Count[times=1, first=line 6, lost=true]",
                        EventSink.BAD_PROPENSITY + "=Count[times=1, first=line 7, lost=false]",
                        EventSink.BAD_TIME + "=Count[times=1, first=line 8, lost=false]",
                        "cell of a number column that is not a number; left out=Count[times=1, first=line 9, lost=false]");
    }

    @Test
    void aCutLastRowIsCountedAsCut() throws IOException {
        Path file = Files.writeString(folder.resolve("log"), "arm,reward,x\na,1,2\nb,1");

        Reading reading = Reading.of(file, LogFormat.CSV);

        assertThat(reading.events()).hasSize(1);
        assertThat(reading.skipped().reasons()).containsEntry(EventSink.CUT, new Skipped.Count(1, "line 3", true));
    }

    @Test
    void aQuotedCellMayHoldLineEndsAndAStrayQuoteCostsNoMoreThanAHundredLines() throws IOException {
        Reading sound = read(CsvColumns.DEFAULT, "arm,reward,note", "a,1,\"two", "\"\"lines\"\"\"", "b,0,5\" screen");
        assertThat(sound.events()).hasSize(2);
        assertThat(sound.events().get(0).context().values())
                .containsEntry("note", new FeatureValue.Category("two\n\"lines\""));

        List<String> lines = new ArrayList<>(List.of("arm,reward,note", "a,1,x", "a,1,\"stray"));
        IntStream.range(0, 300).forEach(i -> lines.add("a,0,x"));
        Reading stray = read(CsvColumns.DEFAULT, lines.toArray(String[]::new));
        assertThat(stray.events()).hasSize(202);
        assertThat(stray.skipped().times("row with a quote that is not closed")).isEqualTo(1);
    }

    @Test
    void anotherFormatIsRefusedWithTheFirstOffendingLine() throws IOException {
        Path json = Reading.write(folder, "{\"a\":[1]}", "{\"a\":[1]}");
        assertThatThrownBy(() -> Reading.of(json, LogFormat.CSV))
                .isInstanceOf(IOException.class)
                .hasMessageContainingAll(json.toString(), "line 1", "there is no column 'arm'");

        Path near = Reading.write(folder, "arms,reward", "1,1");
        assertThatThrownBy(() -> Reading.of(near, LogFormat.CSV)).hasMessageContaining("Did you mean 'arms'?");

        Path words = Reading.write(folder, "arm,reward", "a,b", "c,d");
        assertThatThrownBy(() -> Reading.of(words, LogFormat.CSV))
                .hasMessageContainingAll("line 2", "'a,b'", "reward is not a number");
    }

    @Test
    void progressGoesOnceFromTheBeginningToTheEnd() throws IOException {
        Path file = Reading.write(folder, "arm,reward", "b,0\n".repeat(100_000));
        DecisionLog log = DecisionLog.open(file, LogFormat.CSV, CsvColumns.DEFAULT);
        List<Long> progress = new ArrayList<>();

        log.read(event -> {}, progress::add);

        assertThat(progress).isSorted().last().isEqualTo(log.bytes());
    }

    private Reading read(CsvColumns columns, String... lines) throws IOException {
        return Reading.of(Reading.write(folder, lines), LogFormat.CSV, columns);
    }
}
