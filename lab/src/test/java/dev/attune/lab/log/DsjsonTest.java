package dev.attune.lab.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.attune.encode.Arm;
import dev.attune.encode.FeatureValue;
import dev.attune.encode.FeatureValue.Category;
import dev.attune.encode.FeatureValue.Flag;
import dev.attune.encode.FeatureValue.Numbers;
import dev.attune.encode.FeatureValue.Numeric;
import dev.attune.encode.FeatureValue.Tags;
import dev.attune.encode.Features;
import dev.attune.lab.RealData;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DsjsonTest {
    private static final String ACTIONS = "\"c\":{\"_multi\":[{\"f\":1},{\"f\":2},{\"f\":3}]}";

    @TempDir
    Path folder;

    @Test
    void aLineOfPersonalizerIsRead() throws IOException {
        LoggedEvent event =
                one("{\"_label_cost\":-1.0,\"_label_probability\":0.85,\"_label_Action\":2,\"_labelIndex\":1,"
                        + "\"Timestamp\":\"2021-02-04T16:31:29.2460000Z\",\"EventId\":\"e1\",\"a\":[2,1],"
                        + "\"c\":{\"FromUrl\":[{\"weather\":\"Sunny\",\"age\":31}],\"_multi\":["
                        + "{\"_tag\":\"Latte\",\"i\":{\"constant\":1,\"id\":\"L\"}},{\"i\":{\"id\":\"Mocha\"}}]},"
                        + "\"p\":[0.85,0.15],\"VWState\":{\"m\":\"x\"}}");

        assertThat(event.id()).isEqualTo("e1");
        assertThat(event.time())
                .isEqualTo(Instant.parse("2021-02-04T16:31:29.246Z").toEpochMilli());
        assertThat(event.context())
                .isEqualTo(Features.builder()
                        .category("FromUrl.weather", "Sunny")
                        .number("FromUrl.age", 31)
                        .build());
        assertThat(event.arms())
                .containsExactly(
                        new Arm(
                                "Latte",
                                Features.builder()
                                        .number("i.constant", 1)
                                        .category("i.id", "L")
                                        .build()),
                        new Arm(
                                "Mocha",
                                Features.builder().category("i.id", "Mocha").build()));
        assertThat(event.chosen()).isEqualTo(1);
        assertThat(event.propensity()).isEqualTo(0.85);
        assertThat(event.reward()).isEqualTo(1);
        assertThat(event.weight()).isEqualTo(1);
    }

    @Test
    void valuesOfAllKindsBecomeFeatures() throws IOException {
        LoggedEvent event =
                one("{\"a\":[1],\"c\":{\"n\":1.5,\"s\":\"x\",\"b\":true,\"tags\":[\"p\",\"q\"],\"v\":[1,2.5],"
                        + "\"mixed\":[1,\"q\"],\"deep\":{\"er\":{\"x\":0}},\"none\":null,\"empty\":[],\"_secret\":{\"y\":1},"
                        + "\"_multi\":[{}]}}");

        assertThat(event.context().values())
                .containsExactly(
                        entry("n", new Numeric(1.5)),
                        entry("s", new Category("x")),
                        entry("b", new Flag(true)),
                        entry("tags", new Tags(List.of("p", "q"))),
                        entry("v", new Numbers(List.of(1.0, 2.5))),
                        entry("mixed", new Tags(List.of("1", "q"))),
                        entry("deep.er.x", new Numeric(0)));
        assertThat(event.arms()).containsExactly(new Arm("1", Features.NONE));
        assertThat(event.reward()).isNaN();
        assertThat(event.propensity()).isNaN();
    }

    @Test
    void severalObjectsOfAListShareItsNameAndClashesAreNumbered() throws IOException {
        LoggedEvent event =
                one("{\"a\":[1],\"c\":{\"seen\":[{\"t\":\"x\",\"u\":1},{\"t\":\"y\",\"w\":2},{\"t\":\"z\"}],"
                        + "\"_multi\":[{}]}}");

        assertThat(event.context().values().keySet())
                .containsExactly("seen.t", "seen.u", "seen.t#2", "seen.w", "seen.t#3");
    }

    @Test
    void aKeyThatIsThereTwiceKeepsItsFirstValueAndIsCounted() throws IOException {
        Reading reading = read("{\"a\":[1],\"c\":{\"x\":1,\"x\":2,\"_multi\":[{}]}}");

        assertThat(reading.only().context())
                .isEqualTo(Features.builder().number("x", 1).build());
        assertThat(reading.skipped().reasons()).containsKey("key that is there twice; the first value holds");
        assertThat(reading.skipped().lost()).isZero();
    }

    @Test
    void actionsWithTheSameIdStayApart() throws IOException {
        LoggedEvent event = one("{\"a\":[1],\"c\":{\"_multi\":[{\"id\":\"x\"},{\"id\":\"x\"},{\"id\":7}]}}");

        assertThat(event.arms()).extracting(Arm::id).containsExactly("x", "x#2", "7");
    }

    @Test
    void actionsCountFromOneUnlessThereIsAZero() throws IOException {
        LoggedEvent fromOne = one("{\"a\":[3,1,2],\"p\":[0.5,0.3,0.2]," + ACTIONS + "}");
        assertThat(fromOne.chosen()).isEqualTo(2);
        assertThat(fromOne.propensity()).isEqualTo(0.5);

        LoggedEvent fromZero = one("{\"a\":[2,0,1],\"p\":[0.4,0.3,0.3]," + ACTIONS + "}");
        assertThat(fromZero.chosen()).isEqualTo(2);
        assertThat(fromZero.propensity()).isEqualTo(0.4);

        assertThat(one("{\"_label_Action\":2,\"a\":[2,0,1]," + ACTIONS + "}").chosen())
                .isEqualTo(2);
        assertThat(one("{\"_label_Action\":0," + ACTIONS + "}").chosen()).isZero();
        assertThat(one("{\"_label_Action\":3," + ACTIONS + "}").chosen()).isEqualTo(2);
    }

    @Test
    void theLabelIndexHoldsAgainstTheLabelAction() throws IOException {
        Reading reading =
                read("{\"_labelIndex\":0,\"_label_Action\":3,\"a\":[3,2,1],\"p\":[0.2,0.2,0.6]," + ACTIONS + "}");

        assertThat(reading.only().chosen()).isZero();
        assertThat(reading.only().propensity()).isEqualTo(0.6);
        assertThat(reading.skipped().times("_labelIndex and _label_Action differ; _labelIndex holds"))
                .isEqualTo(1);
    }

    @Test
    void labelsMayBeCapitalisedAndIdsSpeltWithAnUnderscore() throws IOException {
        LoggedEvent event =
                one("{\"_Label_Action\":2,\"_label_Cost\":-0.5,\"_Label_Probability\":0.25,\"event_id\":\"e\","
                        + ACTIONS + "}");

        assertThat(event.id()).isEqualTo("e");
        assertThat(event.chosen()).isEqualTo(1);
        assertThat(event.reward()).isEqualTo(0.5);
        assertThat(event.propensity()).isEqualTo(0.25);
    }

    @Test
    void aCostOfZeroIsAPlainZero() throws IOException {
        assertThat(one("{\"_labelIndex\":0,\"_label_cost\":0.0," + ACTIONS + "}")
                        .reward())
                .isEqualTo(0.0);
        assertThat(one("{\"_labelIndex\":0,\"_label_cost\":-0.0," + ACTIONS + "}")
                        .reward())
                .isEqualTo(0.0);
    }

    @Test
    void anEventStandsForThoseThatWereDropped() throws IOException {
        assertThat(one("{\"a\":[1],\"pdrop\":0.75," + ACTIONS + "}").weight()).isEqualTo(4);

        Reading all = read("{\"a\":[1],\"pdrop\":1," + ACTIONS + "}");
        assertThat(all.events()).isEmpty();
        assertThat(all.skipped().times("pdrop outside [0, 1)")).isEqualTo(1);
    }

    @Test
    void everyKindOfOddLineIsCountedWithThePlaceOfTheFirst() throws IOException {
        Reading reading = Reading.ofLines(
                folder,
                LogFormat.DSJSON,
                "{\"EventId\":\"1\",\"a\":[1]," + ACTIONS + "}",
                "[CHECKPOINT INFO LINE] x",
                "{\"RewardValue\":1.0,\"EventId\":\"1\"}",
                "",
                "{\"RewardValue\":2.0,\"EventId\":\"7\"}",
                "{\"EventId\":\"1\",\"a\":[2]," + ACTIONS + "}",
                "{\"a\":[1],\"c\":{\"x\":1}}",
                "{\"_skipLearn\":true,\"a\":[1]," + ACTIONS + "}",
                "{\"_labelIndex\":3," + ACTIONS + "}",
                "{" + ACTIONS + "}",
                "{\"a\":[1],\"_label_probability\":0," + ACTIONS + "}",
                "{\"a\":[1],\"Timestamp\":\"noon\"," + ACTIONS + "}",
                "{\"a\":[1],\"c\":{\"x\":NaN,\"_multi\":[{}]}}",
                "{\"a\":[1]," + ACTIONS + "}{\"a\":[1]," + ACTIONS + "}",
                "{\"a\":[1],\"c\":{\"_mul");

        assertThat(reading.events()).hasSize(4);
        assertThat(reading.skipped().toString())
                .contains(
                        "checkpoint line=Count[times=1, first=line 2, lost=false]",
                        "reward without its event=Count[times=2, first=line 3, lost=false]",
                        "event whose id came before; the first counts=Count[times=1, first=line 6, lost=false]",
                        "no actions: c._multi is missing or empty=Count[times=1, first=line 7, lost=true]",
                        "event marked _skipLearn=Count[times=1, first=line 8, lost=true]",
                        "event whose chosen action is not on the list=Count[times=1, first=line 9, lost=true]",
                        "event that does not say which action was chosen=Count[times=1, first=line 10, lost=true]",
                        "propensity outside (0, 1]; taken as unknown=Count[times=1, first=line 11, lost=false]",
                        "time that cannot be read; taken as unknown=Count[times=1, first=line 12, lost=false]",
                        "feature that is not a finite number; left out=Count[times=1, first=line 13, lost=false]",
                        "more than one JSON value on a line=Count[times=1, first=line 14, lost=true]",
                        "not JSON=Count[times=1, first=line 15, lost=true]");
        assertThat(reading.skipped().lost()).isEqualTo(6);
    }

    @Test
    void anotherFormatIsRefusedWithTheFirstOffendingLine() throws IOException {
        Path table = Reading.write(folder, "", "arm,reward", "1,0");
        assertThatThrownBy(() -> Reading.of(table, LogFormat.DSJSON))
                .isInstanceOf(IOException.class)
                .hasMessageContainingAll(table.toString(), "line 2", "'arm,reward'", "not JSON", "c._multi");

        Path other = Reading.write(folder, "{\"_label_ca\":{\"action\":0.5},\"c\":{\"room=Bedroom\":1}}");
        assertThatThrownBy(() -> Reading.of(other, LogFormat.DSJSON))
                .hasMessageContainingAll("line 1", "c._multi is missing");

        Path empty = Reading.write(folder, "");
        assertThatThrownBy(() -> Reading.of(empty, LogFormat.DSJSON)).hasMessageContaining("there is no event");
    }

    @Test
    void theExampleOfVowpalWabbitHasItsKnownSums() throws IOException {
        Reading reading = Reading.of(RealData.at("vw-logs/dsjson_cb.json"), LogFormat.DSJSON);

        assertThat(reading.skipped()).isEqualTo(Skipped.NOTHING);
        assertThat(reading.events()).hasSize(23).allMatch(event -> event.arms().size() == 4);
        assertThat(reading.events()).filteredOn(event -> event.reward() != 0).hasSize(12);
        assertThat(reading.events().stream().mapToDouble(LoggedEvent::reward).sum())
                .isEqualTo(12);
        assertThat(reading.events())
                .extracting(event -> event.arms().get(1).id())
                .containsOnly("Cold brew");
    }

    @Test
    void theSmallExamplesOfVowpalWabbitAreRead() throws IOException {
        assertThat(Reading.of(RealData.at("vw-logs/cb_simple_pdrop.json"), LogFormat.DSJSON)
                        .only()
                        .weight())
                .isCloseTo(10, within(1e-12));
        assertThat(Reading.of(RealData.at("vw-logs/cb_simple_pdrop1.json"), LogFormat.DSJSON)
                        .events())
                .isEmpty();
        assertThatThrownBy(() -> Reading.of(RealData.at("vw-logs/cats_train.json"), LogFormat.DSJSON))
                .hasMessageContaining("line 1");
        assertThatThrownBy(() -> Reading.of(RealData.at("vw-logs/cb_test.ldf"), LogFormat.DSJSON))
                .hasMessageContaining("line 1: 'shared | s_1 s_2'");
    }

    private LoggedEvent one(String line) throws IOException {
        return read(line).only();
    }

    private Reading read(String... lines) throws IOException {
        return Reading.ofLines(folder, LogFormat.DSJSON, lines);
    }

    private static Map.Entry<String, FeatureValue> entry(String name, FeatureValue value) {
        return Map.entry(name, value);
    }

    /** Vowpal Wabbit writes a from 0 and _label_Action from 1. */
    @Test
    void theListOfActionsMayCountFromZeroWhereTheLabelCountsFromOne() throws IOException {
        Reading reading = Reading.ofLines(
                folder,
                LogFormat.DSJSON,
                "{\"_label_cost\":-1,\"_label_probability\":0.5,\"_label_Action\":3,\"_labelIndex\":2,\"a\":[2,0,1],"
                        + "\"p\":[0.5,0.25,0.25],\"c\":{\"_multi\":[{},{},{}]}}",
                "{\"_label_cost\":-1,\"_label_Action\":3,\"a\":[2,0,1],\"p\":[0.5,0.25,0.25],\"c\":{\"_multi\":[{},{},{}]}}",
                "{\"_label_cost\":-1,\"_label_Action\":2,\"a\":[2,0,1],\"p\":[0.5,0.25,0.25],\"c\":{\"_multi\":[{},{},{}]}}");
        assertThat(reading.skipped().reasons()).isEmpty();
        assertThat(reading.events()).hasSize(3).allSatisfy(event -> {
            assertThat(event.chosen()).isEqualTo(2);
            assertThat(event.propensity()).isEqualTo(0.5);
        });
    }
}
