package dev.attune.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.attune.Attune;
import dev.attune.api.Control;
import dev.attune.encode.Arm;
import dev.attune.encode.EncoderDefinition;
import dev.attune.encode.Features;
import dev.attune.live.LiveDefinition;
import dev.attune.live.RewardMessage;
import dev.attune.live.RewardOutcome;
import dev.attune.live.RewardRules;
import dev.attune.live.RewardRules.Aggregation;
import dev.attune.live.RewardRules.Learning;
import dev.attune.server.AttuneServer;
import dev.attune.server.ServerListener;
import dev.attune.server.ServerOptions;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.OptionalDouble;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The client against the real service. */
class AttuneClientTest {
    private static final List<Arm> DRINKS = List.of(new Arm("tea", Features.NONE), new Arm("coffee", Features.NONE));
    private static final Features VISITOR =
            Features.builder().category("country", "DE").number("age", 31).build();

    @TempDir
    private static Path folder;

    private static AttuneServer server;
    private static AttuneClient client;

    @BeforeAll
    static void start() throws Exception {
        server = AttuneServer.start(ServerOptions.of(folder.resolve("data"), 0).withWarmup(false), ServerListener.NONE);
        server.awaitReady();
        client = AttuneClient.builder(server.uri()).build();
    }

    @AfterAll
    static void stop() throws Exception {
        server.close();
    }

    @Test
    void decidesAndRewards() {
        client.create("decides");

        DecisionAnswer decision =
                client.decide("decides", ArmRequest.among(DRINKS).context(VISITOR));

        assertThat(decision.arm()).isIn("tea", "coffee");
        assertThat(decision.probability()).hasValue(0.5);
        assertThat(decision.round()).isEqualTo(1);
        assertThat(decision.repeated()).isFalse();
        assertThat(client.reward(decision.id(), 1)).isEqualTo(RewardOutcome.COUNTED);
        assertThat(client.reward(decision.id(), 1)).isEqualTo(RewardOutcome.NOT_FIRST);
    }

    @Test
    void aRequestWithTheSameIdGetsTheSameDecision() {
        client.create("repeats");
        ArmRequest request =
                ArmRequest.among(DRINKS).context(VISITOR).id("order-17").top(2);

        DecisionAnswer first = client.decide("repeats", request);
        DecisionAnswer again = client.decide("repeats", request);

        assertThat(again.id()).isEqualTo(first.id());
        assertThat(again.arm()).isEqualTo(first.arm());
        assertThat(again.ranking()).isEqualTo(first.ranking()).hasSize(1);
        assertThat(again.repeated()).isTrue();
    }

    @Test
    void aRewardWithAnIdCountsOnce() {
        client.create("counts");
        String decision = client.decide("counts", ArmRequest.among(DRINKS)).id();

        assertThat(client.reward(new RewardMessage(decision, "click-1", 1))).isEqualTo(RewardOutcome.COUNTED);
        assertThat(client.reward(new RewardMessage(decision, "click-1", 1))).isEqualTo(RewardOutcome.DUPLICATE);
    }

    @Test
    void aForgedDecisionIsUnknown() {
        assertThat(client.reward("AAAAAQAAAAAAAAABAAAAAAAAAAIAAAAAAAAAAAAAAAAAAAAA", 1))
                .isEqualTo(RewardOutcome.UNKNOWN);
    }

    @Test
    void aLateRewardIsAnOutcome() throws Exception {
        RewardRules rules = new RewardRules(
                Duration.ofMillis(1), Learning.AT_WINDOW_END, Aggregation.FIRST, OptionalDouble.empty());
        client.create("late", new LiveDefinition(Attune.bandit().seed(0).definition(), rules), List.of());
        String decision = client.decide("late", ArmRequest.among(DRINKS)).id();
        while (client.inspect("late").expired() == 0) {
            Thread.sleep(5);
        }

        assertThat(client.reward(decision, 1)).isEqualTo(RewardOutcome.LATE);
    }

    @Test
    void batchesKeepTheirOrder() {
        client.create("batches");
        List<DecisionAnswer> decisions = client.decideAll(
                "batches",
                List.of(
                        ArmRequest.among(DRINKS).id("one"),
                        ArmRequest.among(DRINKS).id("two")));

        assertThat(decisions).extracting(DecisionAnswer::round).containsExactly(1L, 2L);
        assertThat(client.rewardAll(
                        List.of(new RewardMessage(decisions.get(1).id(), "", 1), new RewardMessage("nonsense", "", 1))))
                .containsExactly(RewardOutcome.COUNTED, RewardOutcome.UNKNOWN);
    }

    @Test
    void learnsFromTheCallersChoices() {
        client.create("observes");
        CallersChoice choice = CallersChoice.of(ArmRequest.among(DRINKS).context(VISITOR), "tea");

        DecisionAnswer noted = client.observe("observes", choice.withProbability(0.2));
        List<DecisionAnswer> more = client.observeAll("observes", List.of(choice.withReward(1), choice));

        assertThat(noted.arm()).isEqualTo("tea");
        assertThat(noted.round()).isZero();
        assertThat(client.reward(noted.id(), 1)).isEqualTo(RewardOutcome.COUNTED);
        assertThat(client.reward(more.get(0).id(), 1)).isEqualTo(RewardOutcome.NOT_FIRST);
        assertThat(client.reward(more.get(1).id(), 1)).isEqualTo(RewardOutcome.COUNTED);
    }

    @Test
    void aBanditIsMadeFoundPausedAndDeleted() {
        LiveDefinition definition = new LiveDefinition(
                Attune.bandit()
                        .policy("LinTS")
                        .rewards(0, 1)
                        .seed(7)
                        .encoder(EncoderDefinition.builder().dimension(16).build())
                        .definition(),
                RewardRules.DEFAULT);

        BanditInfo made = client.create("managed", definition, DRINKS);

        assertThat(made.definition()).isEqualTo(definition);
        assertThat(made.catalogueVersion()).isEqualTo(1);
        assertThat(made.catalogueArms()).isEqualTo(2);
        assertThat(client.list()).extracting(BanditSummary::name).contains("managed");
        client.pause("managed");
        assertThat(client.inspect("managed").paused()).isTrue();
        assertThatThrownBy(() -> client.decide("managed", ArmRequest.fromCatalogue()))
                .isInstanceOfSatisfying(AttuneException.class, e -> {
                    assertThat(e.kind()).isEqualTo("paused");
                    assertThat(e.status()).isEqualTo(409);
                });
        client.resume("managed");
        assertThat(client.decide("managed", ArmRequest.fromCatalogue("coffee")).arm())
                .isEqualTo("coffee");
        assertThat(client.catalogue("managed", List.of(new Arm("water", Features.NONE), DRINKS.get(0))))
                .isEqualTo(2);
        client.retire("managed", "water");
        client.floor("managed", 0.1);
        client.control("managed", new Control.OldSystem(0.2));
        client.count("managed");
        assertThatThrownBy(() -> client.acknowledge("managed", 7)).hasMessageContaining("there is no alarm 7");
        assertThat(client.inspect("managed").definition().control()).isEqualTo(new Control.OldSystem(0.2));
        assertThat(client.decide("managed", ArmRequest.fromCatalogue()).arm()).isEqualTo("tea");
        client.delete("managed");
        assertThatThrownBy(() -> client.inspect("managed")).hasMessageContaining("not-found");
    }

    @Test
    void explainsADecision() {
        client.create("explains");
        DecisionAnswer decision = client.decide("explains", ArmRequest.among(DRINKS));

        DecisionExplanation explanation = client.explain(decision.id());

        assertThat(explanation.chosen()).isEqualTo(decision.arm());
        assertThat(explanation.arms()).extracting(arm -> arm.id()).containsExactly("tea", "coffee");
        assertThat(explanation.why()).isNotBlank();
    }

    @Test
    void aRefusalNamesTheField() {
        client.create("refuses");

        AttuneException refused = catchThrowableOfType(
                AttuneException.class,
                () -> client.decide("refuses", ArmRequest.among(List.of(DRINKS.get(0), DRINKS.get(0)))));

        assertThat(refused.kind()).isEqualTo("invalid-request");
        assertThat(refused.status()).isEqualTo(400);
        assertThat(refused.field()).startsWith("arms[1]");
        assertThat(refused.detail()).isNotBlank();
    }

    @Test
    void futuresFailWithTheSameException() {
        assertThat(client.async().inspect("nobody"))
                .failsWithin(Duration.ofSeconds(10))
                .withThrowableThat()
                .withMessageContaining("not-found");
    }

    @Test
    void anAddressMustBeOne() {
        assertThatThrownBy(() -> AttuneClient.builder(URI.create("localhost:8080")))
                .hasMessageContaining("http://localhost:8080");
    }
}
