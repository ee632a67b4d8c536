package dev.attune.live.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.InstanceOfAssertFactories.type;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import dev.attune.api.Forgetting;
import dev.attune.api.PolicyProvider;
import dev.attune.api.TunerProvider;
import dev.attune.catalog.Catalog;
import dev.attune.encode.Arm;
import dev.attune.encode.Features;
import dev.attune.journal.Offer;
import dev.attune.live.DecisionRequest;
import dev.attune.live.LiveDefinition;
import dev.attune.live.Observation;
import dev.attune.live.RefusedException;
import dev.attune.live.RewardRules.Aggregation;
import dev.attune.live.RewardRules.Learning;
import dev.attune.live.json.DefinitionJson.NewBandit;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class JsonTest {
    private static <T> T read(String text, JsonInput.ValueReader<T> reader) {
        return JsonInput.read(text.getBytes(StandardCharsets.UTF_8), JsonLimits.DEFAULT, reader);
    }

    private static NewBandit definition(String fields) {
        return read("{\"name\":\"x\"" + fields + "}", in -> DefinitionJson.readNew(in, () -> 42));
    }

    private static String blamed(String text, JsonInput.ValueReader<?> reader) {
        try {
            Object read = read(text, reader);
            throw new AssertionError("accepted as " + read);
        } catch (RefusedException e) {
            assertThat(e.reason()).isEqualTo(RefusedException.Reason.INVALID);
            assertThat(e.getMessage()).doesNotContain("`", "Stream", "com.fasterxml");
            return e.field();
        }
    }

    @Test
    void aRequestIsReadWithAllKindsOfFeatures() {
        DecisionRequest request = read("""
                {"id":"v","context":{"hour":20,"country":"DE"},"top":2,"arms":[
                 {"id":"a","features":{"price":9.5,"genre":"jazz","new":true,"tags":["x","y"],"embedding":[0.1,-2]}},
                 "b"]}
                """, RequestJson::readDecision);

        Features all = Features.builder()
                .number("price", 9.5)
                .category("genre", "jazz")
                .flag("new", true)
                .tags("tags", List.of("x", "y"))
                .numbers("embedding", List.of(0.1, -2.0))
                .build();
        assertThat(request)
                .isEqualTo(new DecisionRequest(
                        "v",
                        Features.builder()
                                .number("hour", 20)
                                .category("country", "DE")
                                .build(),
                        new Offer.Inline(List.of(new Arm("a", all), new Arm("b", Features.NONE))),
                        2));
    }

    @Test
    void whatIsWrittenIsReadAgain() throws IOException {
        Features features = Features.builder()
                .number("n", -0.0)
                .number("tiny", Double.MIN_VALUE)
                .category("text", "\u0000 \" \\ \ud83d\ude00")
                .flag("f", false)
                .tags("none", List.of())
                .numbers("many", List.of(1e100, 0.1 + 0.2))
                .build();
        StringWriter text = new StringWriter();
        try (JsonGenerator out = new JsonFactory().createGenerator(text)) {
            JsonOutput.write(List.of(new Arm("\u00e4", features)), out);
        }
        assertThat(read(text.toString(), FeaturesJson::readArms)).containsExactly(new Arm("\u00e4", features));
    }

    @Test
    void armsComeFromTheCatalogueUnlessTheyAreSent() {
        assertThat(read("{}", RequestJson::readDecision).offer()).isEqualTo(new Offer.FromCatalogue(0, List.of()));
        assertThat(read("{\"catalogue\":3,\"armIds\":[\"b\",\"a\"]}", RequestJson::readDecision)
                        .offer())
                .isEqualTo(new Offer.FromCatalogue(3, List.of("b", "a")));
        assertThat(blamed("{\"arms\":[\"a\"],\"catalogue\":1}", RequestJson::readDecision))
                .isEqualTo("arms");
    }

    @Test
    void anObservationNamesOneOfItsArms() {
        Observation told = read(
                "{\"arms\":[\"a\",\"b\"],\"arm\":\"b\",\"probability\":0.25,\"reward\":-1}",
                RequestJson::readObservation);
        assertThat(told.arm()).isEqualTo("b");
        assertThat(told.propensity()).isEqualTo(0.25);
        assertThat(told.reward()).isEqualTo(OptionalDouble.of(-1));
        assertThat(read("{\"arm\":\"b\"}", RequestJson::readObservation).propensity())
                .isNaN();
        assertThat(blamed("{\"arms\":[\"a\"],\"arm\":\"b\"}", RequestJson::readObservation))
                .isEqualTo("arm");
        assertThat(blamed("{\"arms\":[\"a\"]}", RequestJson::readObservation)).isEqualTo("arm");
        assertThat(blamed("{\"arm\":\"a\",\"probability\":0}", RequestJson::readObservation))
                .isEqualTo("probability");
        assertThat(blamed("{\"arm\":\"a\",\"top\":2}", RequestJson::readObservation))
                .isEqualTo("top");
    }

    @Test
    void theFieldOfABatchIsBlamedWithItsPlace() {
        assertThat(blamed("{\"requests\":[{},{\"context\":{\"x\":1e999}}]}", RequestJson::readDecisions))
                .isEqualTo("requests[1].context.x");
        assertThat(blamed("{\"rewards\":[{\"decision\":\"d\",\"value\":1},{\"value\":1}]}", RequestJson::readRewards))
                .isEqualTo("rewards[1].decision");
        assertThat(blamed("{\"requests\":[{},{}", RequestJson::readDecisions)).isEqualTo("requests[1]");
    }

    @Test
    void everyPartOfADefinitionHasADefault() {
        LiveDefinition plain = definition("").definition();

        assertThat(plain.bandit().policy()).isEqualTo(Catalog.DEFAULT_POLICY);
        assertThat(plain.bandit().sparse()).isTrue();
        assertThat(plain.bandit().tuner()).isEqualTo("Auto");
        assertThat(plain.bandit().options().seed()).isEqualTo(42);
        assertThat(plain.bandit().options().rewards().high()).isEqualTo(1);
        assertThat(plain.rules().window()).isEqualTo(Duration.ofMinutes(10));
        assertThat(plain.rules().learning()).isEqualTo(Learning.AT_WINDOW_END);
        assertThat(plain.rules().defaultReward()).isEqualTo(OptionalDouble.of(0));
    }

    @Test
    void aDefinitionWithSlotsOrATunerThatNeedsACovarianceMatrixHasAPolicyOnVectors() {
        for (String more : List.of(
                ",\"encoder\":{\"dimension\":64}",
                ",\"tuner\":\"VOI\"",
                ",\"encoder\":{\"dimension\":8},\"tuner\":\"CDT\"")) {
            assertThat(definition(more).definition().bandit().policy()).as(more).isEqualTo("LinUCB");
        }
        for (String tuner : List.of("CDT", "Auto", "RandTS")) {
            assertThat(definition(",\"tuner\":\"" + tuner + "\"")
                            .definition()
                            .bandit()
                            .policy())
                    .as(tuner)
                    .isEqualTo(Catalog.DEFAULT_POLICY);
        }
    }

    @Test
    void aNewDefinitionDetectsChangesUnlessItSaysOtherwise() {
        assertThat(definition("").definition().bandit().options().forgetting()).isEqualTo(Forgetting.DETECTED);
        LiveDefinition steady =
                definition(",\"policy\":\"LinUCB\",\"forgetting\":\"2000\"").definition();
        assertThat(steady.bandit().options().forgetting()).isEqualTo(Forgetting.memory(2000));
        assertThat(DefinitionJson.parse(DefinitionJson.text(steady))).isEqualTo(steady);
        for (String refused : List.of(
                ",\"forgetting\":\"never\"",
                ",\"forgetting\":\"3\"",
                ",\"forgetting\":\"2000\",\"policy\":\"GLM-TSL\"")) {
            assertThatThrownBy(() -> definition(refused))
                    .isInstanceOfSatisfying(
                            RefusedException.class, e -> assertThat(e.field()).isEqualTo("forgetting"));
        }
    }

    @Test
    void aDefinitionSurvivesItsText() {
        LiveDefinition full = definition(
                        ",\"policy\":\"lints\",\"tuner\":\"fixed\",\"window\":\"1500ms\",\"aggregation\":\"sum\","
                                + "\"defaultReward\":null,\"seed\":-9223372036854775808,\"floor\":0.1,\"warmup\":3,\"horizon\":1000,"
                                + "\"rewards\":{\"low\":-2.5,\"high\":1e9},\"encoder\":{\"dimension\":20,\"bias\":false,"
                                + "\"armIdentity\":\"always\",\"interactions\":[\"context.age x id\"],\"hashSeed\":7}")
                .definition();

        assertThat(full.bandit().policy()).isEqualTo("LinTS");
        assertThat(full.rules().aggregation()).isEqualTo(Aggregation.SUM);
        assertThat(DefinitionJson.parse(DefinitionJson.text(full))).isEqualTo(full);
        assertThatThrownBy(() -> DefinitionJson.parse("{\"name\":\"x\"}")).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void everyPolicyAndTunerThatFitTogetherCanBeDefinedAndReadAgain() {
        int fit = 0;
        for (PolicyProvider policy : Catalog.policies()) {
            for (TunerProvider tuner : Catalog.tuners()) {
                try {
                    LiveDefinition made = definition(",\"horizon\":1000,\"policy\":\"" + policy.name()
                                    + "\",\"tuner\":\"" + tuner.name() + "\"")
                            .definition();
                    assertThat(DefinitionJson.parse(DefinitionJson.text(made))).isEqualTo(made);
                    fit++;
                } catch (RefusedException e) {
                    assertThat(e.field())
                            .as(policy.name() + ", " + tuner.name() + ": " + e.getMessage())
                            .isEqualTo("tuner");
                }
            }
        }
        assertThat(fit).isGreaterThan(Catalog.policies().size());
    }

    @Test
    void durationsAreWrittenInTheLargestExactUnit() {
        for (String text : List.of("1ms", "1500ms", "90s", "10m", "36h", "7d")) {
            assertThat(DurationText.of(DurationText.parse(text))).isEqualTo(text);
        }
        assertThat(DurationText.of(DurationText.parse("120m"))).isEqualTo("2h");
        for (String bad : List.of("", "10", "m", "-1s", "1.5s", "10 m", "1w")) {
            assertThatThrownBy(() -> DurationText.parse(bad)).isInstanceOf(IllegalArgumentException.class);
        }
    }

    @Test
    void bytesThatAreNotUtf8AreNotJson() {
        byte[] text = {'{', '"', 'i', 'd', '"', ':', '"', (byte) 0xff, '"', '}'};
        assertThatThrownBy(() -> JsonInput.read(text, JsonLimits.DEFAULT, RequestJson::readDecision))
                .asInstanceOf(type(RefusedException.class))
                .extracting(RefusedException::field)
                .isEqualTo("id");
    }

    @Test
    void thePairsOfContextAndArmsAreBounded() {
        JsonLimits few = new JsonLimits(10, 10, 10, 10, 10, 10, 3);
        String text = "{\"context\":{\"a\":[1,2]},\"arms\":[{\"id\":\"x\",\"features\":{\"b\":[1,2]}}]}";
        assertThatThrownBy(() -> JsonInput.read(text.getBytes(StandardCharsets.UTF_8), few, RequestJson::readDecision))
                .isInstanceOf(RefusedException.class)
                .hasMessageContaining("4 pairs");
    }
}
