package dev.attune.server.runtime;

import static dev.attune.server.runtime.TestRuntime.assertSame;
import static dev.attune.server.runtime.TestRuntime.join;
import static dev.attune.server.runtime.TestRuntime.open;
import static dev.attune.server.runtime.TestRuntime.options;
import static org.assertj.core.api.Assertions.assertThat;

import dev.attune.encode.Features;
import dev.attune.journal.Offer;
import dev.attune.live.Answer;
import dev.attune.live.DecisionRequest;
import dev.attune.live.LiveBandit;
import dev.attune.server.runtime.Bandits.Identified;
import java.io.IOException;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A data folder that was written when every encoder had a dimension and LinUCB was the default policy: created events of two bandits whose
 * definitions named no policy ("slots" with dimension 12, "plain" with the default of 64), 30 decisions each with 24 rewards, and a snapshot in
 * the middle.
 */
class OlderFolderTest {
    @TempDir
    private Path folder;

    @BeforeEach
    void copy() throws IOException, URISyntaxException {
        URL saved = Objects.requireNonNull(OlderFolderTest.class.getResource("older-folder"));
        FolderCopy.copy(Path.of(saved.toURI()), folder);
        Files.write(folder.resolve("secret"), new byte[32]); // which the service has made and no journal contains
    }

    @Test
    void isReplayedDecisionByDecisionAndGoesOnAsItWas() throws IOException {
        Map<String, byte[]> states;
        try (BanditRuntime runtime = open(options(folder).withClock(() -> 0))) { // so that no window ends meanwhile
            assertThat(runtime.list("", 10))
                    .extracting(BanditView.Summary::name)
                    .containsExactly("plain", "slots");
            for (BanditView.Summary bandit : runtime.list("", 10)) {
                assertThat(bandit.counters().decisions()).isEqualTo(30);
                assertThat(bandit.counters().learnt()).isEqualTo(24);
                assertThat(bandit.definition().bandit().policy()).isEqualTo("LinUCB");
                assertThat(bandit.definition().bandit().dimension())
                        .isEqualTo(bandit.name().equals("slots") ? 12 : 64);
            }
            states = TestRuntime.states(runtime);
        }
        Map<String, byte[]> replayed = CleanReplay.of(folder).states(); // from the definitions of the journal
        assertSame(learnt(states), learnt(replayed));
        states.forEach(
                (name, state) -> assertThat(LiveBandit.follow(state, 1, 1).counters())
                        .isEqualTo(LiveBandit.follow(replayed.get(name), 1, 1).counters()));
    }

    /** What was learnt, without statistics: those of an older snapshot have no segments and no reasons. */
    private static Map<String, byte[]> learnt(Map<String, byte[]> states) {
        Map<String, byte[]> models = new TreeMap<>();
        states.forEach(
                (name, state) -> models.put(name, LiveBandit.follow(state, 1, 1).model()));
        return models;
    }

    @Test
    void itsDecisionsAreExplainedAndItTakesNewOnes() throws IOException {
        try (BanditRuntime runtime = open(options(folder))) {
            DecisionRequest repeated = new DecisionRequest(
                    "slots29", Features.NONE, new Offer.FromCatalogue(0, List.of()), 1); // its last request
            Identified last = join(runtime.decide("slots", List.of(repeated))).get(0);
            Answer answer = last.answer();
            assertThat(answer.decision()).isEqualTo(30);
            assertThat(answer.repeated()).isTrue();

            DecisionRecord.Replay explained = join(runtime.explain(last.id()));
            assertThat(explained.explanation().chosen()).isEqualTo(answer.arm());
            assertThat(explained.explanation().arms()).hasSize(3);

            DecisionRequest fresh =
                    new DecisionRequest("", Features.NONE, new Offer.FromCatalogue(0, List.of("tea", "juice")), 1);
            assertThat(join(runtime.decide("slots", List.of(fresh)))
                            .get(0)
                            .answer()
                            .decision())
                    .isEqualTo(31);
        }
    }
}
