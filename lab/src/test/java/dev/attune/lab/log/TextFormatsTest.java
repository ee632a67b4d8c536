package dev.attune.lab.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.attune.encode.Arm;
import dev.attune.encode.Features;
import dev.attune.lab.RealData;
import dev.attune.lab.log.CsvColumns.Column;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Plain JSON lines and Vowpal Wabbit's text, choices of other policies, and formats that are recognised. */
class TextFormatsTest {
    private static final String[] ADF = {
        "shared |user age:31 country=DE",
        "0:-1.5:0.5 |item price:2",
        "'b |item price:3 old",
        "",
        "| x:1",
        "1:0:0.25 | x:2",
        ""
    };

    @TempDir
    private Path folder;

    private Reading read(LogFormat format, String... lines) throws IOException {
        return Reading.ofLines(folder, format, lines);
    }

    private static double[] policy(LoggedEvent event, String name) {
        return Objects.requireNonNull(event.policies().get(name));
    }

    @Test
    void aLineOfJsonHasTheFieldsOfTheService() throws IOException {
        LoggedEvent event = read(
                        LogFormat.JSON,
                        "{\"id\":\"r1\",\"time\":\"2024-05-01T10:00:00Z\",\"context\":{\"country\":\"DE\",\"age\":31},"
                                + "\"arms\":[\"tea\",{\"id\":\"coffee\",\"features\":{\"price\":2}}],\"chosen\":\"coffee\","
                                + "\"propensity\":0.25,\"cost\":2,\"weight\":3,"
                                + "\"policies\":{\"new\":\"tea\",\"soft\":{\"tea\":0.2,\"coffee\":0.8}}}")
                .only();
        assertThat(event.id()).isEqualTo("r1");
        assertThat(event.time()).isEqualTo(1714557600000L);
        assertThat(event.context()).isEqualTo(Features.of("country", "DE", "age", 31));
        assertThat(event.arms())
                .containsExactly(new Arm("tea", Features.NONE), new Arm("coffee", Features.of("price", 2)));
        assertThat(event.chosen()).isEqualTo(1);
        assertThat(event.propensity()).isEqualTo(0.25);
        assertThat(event.reward()).isEqualTo(-2);
        assertThat(event.weight()).isEqualTo(3);
        assertThat(policy(event, "new")).containsExactly(1, 0);
        assertThat(policy(event, "soft")).containsExactly(0.2, 0.8);
    }

    @Test
    void faultsOfJsonAreCountedWithTheirLine() throws IOException {
        String good = "{\"arms\":[\"a\",\"b\"],\"chosen\":\"a\",\"reward\":1}";
        Skipped skipped = read(
                        LogFormat.JSON,
                        good,
                        "{\"arms\":[\"a\",\"b\"],\"chosen\":\"c\",\"reward\":1}",
                        "{\"arms\":[\"a\",\"a\"],\"chosen\":\"a\",\"reward\":1}",
                        "{\"arms\":[\"a\"],\"chosen\":\"a\",\"reward\":\"much\"}",
                        "{\"arms\":[\"a\"],\"reward\":1}",
                        "{\"arms\":[\"a\"],\"chosen\":\"a\",\"reward\":1,\"colour\":\"red\"}",
                        "{\"arms\":[\"a\"],\"chosen\":\"a\",\"reward\":1,\"policies\":{\"new\":\"b\"}}",
                        "{\"arms\":[\"a\",\"\"],\"chosen\":\"a\",\"reward\":1}")
                .skipped();
        assertThat(skipped.reasons().keySet())
                .containsExactly(
                        "decision whose chosen arm is not on offer",
                        "two arms with the same id",
                        "field 'reward' is not a number",
                        "'chosen' is missing",
                        "field 'colour', which is not used",
                        "choice of policy 'new' that is not on offer",
                        "arm without an id");
        assertThat(skipped.reasons().values().stream().map(Skipped.Count::first))
                .containsExactly("line 2", "line 3", "line 4", "line 5", "line 6", "line 7", "line 8");
        assertThatThrownBy(() -> read(LogFormat.JSON, "{\"x\":1}"))
                .hasMessageContaining(
                        "line 1: '{\"x\":1}' is no event of this format (none of the fields arms, chosen and"
                                + " reward); expected one JSON object a line with the fields arms, chosen and reward");
    }

    @Test
    void vowpalWabbitsActionsAreBlocksOfLines() throws IOException {
        List<LoggedEvent> events = read(LogFormat.VW_ADF, ADF).events();
        assertThat(events).hasSize(2);
        LoggedEvent first = events.get(0);
        assertThat(first.context())
                .isEqualTo(Features.builder()
                        .number("user.age", 31)
                        .flag("user.country=DE", true)
                        .build());
        assertThat(first.arms())
                .containsExactly(
                        new Arm("1", Features.of("item.price", 2)),
                        new Arm(
                                "b",
                                Features.builder()
                                        .number("item.price", 3)
                                        .flag("item.old", true)
                                        .build()));
        assertThat(first.chosen()).isZero();
        assertThat(first.reward()).isEqualTo(1.5);
        assertThat(first.propensity()).isEqualTo(0.5);
        assertThat(events.get(1).chosen()).isEqualTo(1);
        assertThat(events.get(1).context()).isEqualTo(Features.NONE);
    }

    @Test
    void vowpalWabbitsNumberedActionsAreALineEach() throws IOException {
        Reading reading = read(LogFormat.VW_CB, "1:2:0.4 | a c", "3:0.5:0.2 |user:2 age:3 new", "| a");
        assertThat(reading.events()).hasSize(2);
        LoggedEvent second = reading.events().get(1);
        assertThat(second.arms().stream().map(Arm::id)).containsExactly("1", "2", "3");
        assertThat(second.chosen()).isEqualTo(2);
        assertThat(second.reward()).isEqualTo(-0.5);
        assertThat(second.context()).isEqualTo(Features.of("user.age", 6, "user.new", 2));
        assertThat(reading.skipped().times("line without a label: no action was chosen"))
                .isEqualTo(1);
    }

    @Test
    void faultsOfVowpalWabbitsTextAreCountedWithTheirLine() throws IOException {
        Skipped skipped = read(
                        LogFormat.VW_ADF,
                        "0:1:0.5 | a",
                        "| b",
                        "",
                        "| a",
                        "| b",
                        "",
                        "0:1:0.5 | a",
                        "0:1:0.5 | b",
                        "",
                        "0:1:0.5 | a:much",
                        "| b",
                        "",
                        "nonsense",
                        "")
                .skipped();
        assertThat(skipped.reasons().keySet())
                .containsExactly(
                        "event without a label: no action was chosen",
                        "event with a malformed line or several labels",
                        "feature whose value is not a number",
                        "no bar between the label and the features");
        assertThat(skipped.reasons().values().stream().map(Skipped.Count::first))
                .containsExactly("line 6", "line 9", "line 10", "line 13");
    }

    private LogFormat recognised(String... lines) throws IOException {
        return LogFormat.recognise(Reading.write(folder, lines));
    }

    @Test
    void aFormatIsRecognisedByTheContent() throws IOException {
        assertThat(recognised("[CHECKPOINT INFO LINE]", "{\"_label_cost\":0,\"c\":{\"_multi\":[{}]}}"))
                .isEqualTo(LogFormat.DSJSON);
        assertThat(recognised("{\"arms\":[\"a\"],\"chosen\":\"a\"}")).isEqualTo(LogFormat.JSON);
        assertThat(recognised(ADF)).isEqualTo(LogFormat.VW_ADF);
        assertThat(recognised("1:2:0.4 | a c", "3:0.5:0.2 | b d")).isEqualTo(LogFormat.VW_CB);
        assertThat(recognised("1241160900 109513 0 |user 2:0.1 1:1 |109498 2:0.3 1:1 |109513 2:0.1 1:1"))
                .isEqualTo(LogFormat.R6A);
        assertThat(recognised("1317513291 id-560620 0 |user 1 9 11 |id-552077 |id-560620"))
                .isEqualTo(LogFormat.R6B);
        assertThat(recognised("timestamp,item_id,position,click,propensity_score,user-item_affinity_0", "x"))
                .isEqualTo(LogFormat.OPENBANDIT);
        assertThat(recognised("arm,reward", "a,1")).isEqualTo(LogFormat.CSV);
        assertThat(LogFormat.recognise(Reading.writeGzip(folder, 1, List.of(ADF))))
                .isEqualTo(LogFormat.VW_ADF);
        assertThat(LogFormat.recognise(folder)).isEqualTo(LogFormat.JOURNAL);
        assertThatThrownBy(() -> recognised("", "hello"))
                .isInstanceOf(IOException.class)
                .hasMessageEndingWith("line 2: 'hello' is of no known format; --format names it");
    }

    @Test
    void aTableMayHaveCostsAndChoicesOfOtherPolicies() throws IOException {
        Path file = Reading.write(
                folder,
                "shown,paid,new,soft,x",
                "a,2,b,a:0.3|b:0.7,1",
                "b,1,c,a:1|b:0,2",
                "b,1,a,a:0.5,2",
                "b,1,b,b,2");
        Reading reading = Reading.of(
                file,
                LogFormat.CSV,
                CsvColumns.builder()
                        .column(Column.ARM, "shown")
                        .column(Column.REWARD, "paid")
                        .costs(true)
                        .policies(List.of("new", "soft"))
                        .build());
        assertThat(reading.events()).hasSize(2);
        LoggedEvent first = reading.events().get(0);
        assertThat(first.reward()).isEqualTo(-2);
        assertThat(first.context().values().keySet()).containsExactly("x");
        assertThat(policy(first, "new")).containsExactly(0, 1);
        assertThat(policy(first, "soft")).containsExactly(0.3, 0.7);
        assertThat(reading.skipped().times("choice of policy 'new' that is not on offer"))
                .isEqualTo(1);
        assertThat(reading.skipped().times("choice of policy 'soft' that has no probabilities that add up to 1"))
                .isEqualTo(1);
    }

    @Test
    void aTableWithoutHeaderOrWithTwoColumnsOfANameIsNoticed() throws IOException {
        assertThatThrownBy(() -> read(LogFormat.CSV, "1,0,3", "2,1,4"))
                .hasMessageContaining("line 1: '1,0,3': every name of a column is a number: the file has no header");
        assertThatThrownBy(() -> read(LogFormat.CSV, "arm,reward,arm", "a,1,b"))
                .hasMessageContaining("the columns 1 and 3 are both called 'arm'");
        assertThat(read(LogFormat.CSV, "arm,reward,x,x", "a,1,b,c")
                        .skipped()
                        .reasons()
                        .keySet())
                .containsExactly("name that several columns have; the first column counts");
    }

    @Test
    void logsOfVowpalWabbitAreReadAsTheyAre() throws IOException {
        Path log = RealData.at("vw-logs/cb_adf_sm.data");
        Reading reading = Reading.of(log, LogFormat.recognise(log));
        assertThat(reading.skipped().lost()).isZero();
        assertThat(reading.events().get(0).reward()).isEqualTo(-1.5);
        assertThat(reading.events().get(0).arms()).hasSize(3);
    }
}
