package dev.attune.server.runtime;

import static dev.attune.server.runtime.TestRuntime.assertFails;
import static dev.attune.server.runtime.TestRuntime.assertSame;
import static dev.attune.server.runtime.TestRuntime.decide;
import static dev.attune.server.runtime.TestRuntime.failure;
import static dev.attune.server.runtime.TestRuntime.ids;
import static dev.attune.server.runtime.TestRuntime.join;
import static dev.attune.server.runtime.TestRuntime.open;
import static dev.attune.server.runtime.TestRuntime.options;
import static dev.attune.server.runtime.TestRuntime.reward;
import static dev.attune.server.runtime.TestRuntime.states;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.attune.journal.FolderInUseException;
import dev.attune.journal.Offer;
import dev.attune.live.Answer;
import dev.attune.live.Change;
import dev.attune.live.DecisionRequest;
import dev.attune.live.RefusedException;
import dev.attune.live.RewardMessage;
import dev.attune.live.RewardOutcome;
import dev.attune.live.RewardRules.Learning;
import dev.attune.server.runtime.Bandits.Identified;
import dev.attune.server.runtime.DecisionIds.DecisionRef;
import dev.attune.server.runtime.ServiceException.Reason;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** One bandit or a few, and what they are asked. */
class BanditRuntimeTest {
    private static final long LONG = 3_600_000;

    @TempDir
    private Path folder;

    @Test
    void anAnsweredDecisionIsStillThereAfterARestartWithItsReward() throws IOException {
        String first;
        Map<String, byte[]> before;
        try (BanditRuntime runtime = open(options(folder))) {
            join(runtime.create("a", Sample.definition(1, LONG), List.of(), "me"));
            first = decide(runtime, "a", "", 3);
            assertThat(reward(runtime, first, "r1", 1)).isEqualTo(RewardOutcome.COUNTED);
            for (int i = 0; i < 20; i++) {
                decide(runtime, "a", "", i);
            }
            before = states(runtime);
        }
        try (BanditRuntime runtime = open(options(folder))) {
            assertSame(states(runtime), before);
            assertThat(reward(runtime, first, "r1", 1)).isEqualTo(RewardOutcome.DUPLICATE);
            assertThat(runtime.list("", 10).get(0).counters().decisions()).isEqualTo(21);
        }
        assertSame(before, CleanReplay.of(folder).states());
    }

    @Test
    void aGracefulStopLeavesNothingToReplay() throws IOException {
        try (BanditRuntime runtime = open(options(folder))) {
            join(runtime.create("a", Sample.definition(1, LONG), Sample.arms(3), "me"));
            decide(runtime, "a", "", 3);
        }
        List<Long> replayed = new ArrayList<>();
        RuntimeListener listener = new RuntimeListener() {
            @Override
            public void recovered(long events, Duration took) {
                replayed.add(events);
            }
        };
        try (BanditRuntime runtime = BanditRuntime.open(options(folder), listener)) {
            assertThat(replayed).containsExactly(0L);
            assertThat(runtime.residents()).isZero();
            assertThat(join(runtime.inspect("a")).catalogue()).isEqualTo(Sample.arms(3));
        }
    }

    @Test
    void aStopByAnInterruptedThreadLeavesNothingToReplayEither() throws IOException {
        BanditRuntime runtime = open(options(folder));
        join(runtime.create("a", Sample.definition(1, LONG), Sample.arms(3), "me"));
        Thread.currentThread().interrupt();
        runtime.close();
        assertThat(Thread.interrupted()).isTrue();
        assertThat(FolderCopy.snapshots(folder)).hasSize(1);
    }

    @Test
    void aSecondRuntimeOnTheSameFolderIsRefused() throws IOException {
        try (BanditRuntime runtime = open(options(folder))) {
            assertThatThrownBy(() -> open(options(folder))).isInstanceOf(FolderInUseException.class);
            join(runtime.create("a", Sample.definition(1, LONG), List.of(), "me"));
        }
    }

    @Test
    void aNameIsTakenUntilItsBanditIsDeletedAndDeletedBanditsStayDeleted() throws IOException {
        String old;
        try (BanditRuntime runtime = open(options(folder))) {
            join(runtime.create("a", Sample.definition(1, LONG), List.of(), "me"));
            assertFails(runtime.create("a", Sample.definition(2, LONG), List.of(), "me"), Reason.NAME_TAKEN);
            old = decide(runtime, "a", "", 1);
            join(runtime.change("a", Change.delete("me")));
            assertFails(runtime.inspect("a"), Reason.NOT_FOUND);
            assertThat(reward(runtime, old, "", 1)).isEqualTo(RewardOutcome.UNKNOWN);
            assertThat(runtime.waiting()).isZero();
            join(runtime.create("a", Sample.definition(2, LONG), List.of(), "me"));
            assertThat(numberOf(runtime, "a")).isEqualTo(2);
            join(runtime.create("b", Sample.definition(3, LONG), List.of(), "me"));
            join(runtime.change("b", Change.delete("me")));
        }
        try (BanditRuntime runtime = open(options(folder))) {
            assertThat(runtime.list("", 10)).hasSize(1);
            assertThat(runtime.banditOf(old)).isEmpty();
            assertThat(join(runtime.inspect("a")).summary().counters().decisions())
                    .isZero();
            join(runtime.create("b", Sample.definition(4, LONG), List.of(), "me"));
            assertThat(numberOf(runtime, "b")).isEqualTo(4);
        }
    }

    private static int numberOf(BanditRuntime runtime, String name) throws IOException {
        try (BanditEvents events = runtime.events(name)) {
            return events.next().event().bandit();
        }
    }

    @Test
    void aListGoesByNameAndOnFromAnyOfThem() throws IOException {
        try (BanditRuntime runtime = open(options(folder))) {
            for (String name : List.of("c", "a", "d", "b")) {
                join(runtime.create(name, Sample.definition(1, LONG), List.of(), "me"));
            }
            assertThat(runtime.list("", 2)).extracting(BanditView.Summary::name).containsExactly("a", "b");
            assertThat(runtime.list("b", 9))
                    .extracting(BanditView.Summary::name)
                    .containsExactly("c", "d");
        }
    }

    @Test
    void aRefusedRequestRefusesItsWholeBatchAndChangesNothing() throws IOException {
        try (BanditRuntime runtime = open(options(folder))) {
            join(runtime.create("a", Sample.definition(1, LONG), List.of(), "me"));
            byte[] before = join(runtime.state("a"));
            DecisionRequest fine = Sample.request("", 1);
            DecisionRequest catalogued =
                    new DecisionRequest("", fine.context(), new Offer.FromCatalogue(0, List.of()), 1);
            assertThat(failure(runtime.decide("a", List.of(fine, catalogued)))).isInstanceOf(RefusedException.class);
            assertThat(join(runtime.state("a"))).isEqualTo(before);
        }
    }

    @Test
    void aDefinitionThatCannotWorkLeavesNoTrace() throws IOException {
        try (BanditRuntime runtime = open(options(folder))) {
            List<dev.attune.encode.Arm> twice = new ArrayList<>(Sample.arms(1));
            twice.addAll(Sample.arms(1));
            assertThat(failure(runtime.create("a", Sample.definition(1, LONG), twice, "me")))
                    .isInstanceOf(RefusedException.class);
            assertThat(runtime.bandits()).isZero();
            join(runtime.create("a", Sample.definition(1, LONG), List.of(), "me"));
            assertThat(numberOf(runtime, "a")).isEqualTo(1);
        }
    }

    @Test
    void manyRetriesOfOneRequestAtOnceGiveOneDecision() throws IOException {
        try (BanditRuntime runtime = open(options(folder))) {
            join(runtime.create("a", Sample.definition(1, LONG), List.of(), "me"));
            List<CompletionStage<List<Identified>>> all = new ArrayList<>();
            for (int i = 0; i < 500; i++) {
                all.add(runtime.decide("a", List.of(Sample.request("same", 5))));
            }
            Set<Long> decisions = new HashSet<>();
            int first = 0;
            for (CompletionStage<List<Identified>> stage : all) {
                Answer answer = join(stage).get(0).answer();
                decisions.add(answer.decision());
                first += answer.repeated() ? 0 : 1;
            }
            assertThat(decisions).containsExactly(1L);
            assertThat(first).isEqualTo(1);
            assertThat(runtime.list("", 1).get(0).counters().decisions()).isEqualTo(1);
        }
    }

    @Test
    void rewardsOfSeveralBanditsAreAnsweredInTheirOrder() throws IOException {
        try (BanditRuntime runtime = open(options(folder))) {
            join(runtime.create("a", Sample.definition(1, LONG), List.of(), "me"));
            join(runtime.create("b", Sample.definition(2, LONG, Learning.AT_ONCE), List.of(), "me"));
            String a = decide(runtime, "a", "", 1);
            String b = decide(runtime, "b", "", 1);
            List<RewardOutcome> outcomes = join(runtime.reward(List.of(
                    new RewardMessage(b, "x", 1),
                    new RewardMessage(ids(folder).sign(new DecisionRef(77, 1, 1)), "", 1),
                    new RewardMessage(a, "x", 1),
                    new RewardMessage(b, "x", 1),
                    new RewardMessage(ids(folder).sign(new DecisionRef(1, 99, 1)), "", 1),
                    new RewardMessage("no-id", "", 1))));
            assertThat(outcomes)
                    .containsExactly(
                            RewardOutcome.COUNTED,
                            RewardOutcome.UNKNOWN,
                            RewardOutcome.COUNTED,
                            RewardOutcome.DUPLICATE,
                            RewardOutcome.UNKNOWN,
                            RewardOutcome.UNKNOWN);
            assertThat(failure(runtime.reward(List.of(new RewardMessage(a, "y", 7)))))
                    .isInstanceOf(RefusedException.class);
        }
    }

    @Test
    void aPastDecisionIsFoundAgainAndExplained() throws IOException, InterruptedException {
        TestRuntime.Hand hand = new TestRuntime.Hand();
        try (BanditRuntime runtime = open(options(folder).withClock(hand::now))) {
            join(runtime.create("a", Sample.definition(1, 1_000), List.of(), "me"));
            List<String> all = new ArrayList<>();
            List<Long> positions = new ArrayList<>();
            List<String> arms = new ArrayList<>();
            for (int i = 0; i < 30; i++) {
                Identified made = join(runtime.decide("a", List.of(Sample.request("", i))))
                        .get(0);
                all.add(made.id());
                positions.add(made.answer().position());
                arms.add(made.answer().arm());
                reward(runtime, all.get(i), "r" + i, i % 2);
                hand.forward(200);
                if (i == 10 || i == 20) {
                    runtime.snapshot();
                }
            }
            for (int i : new int[] {0, 9, 15, 20, 29}) { // before, between and after the snapshots
                DecisionRecord record = join(runtime.decision(all.get(i)));
                assertThat(record.arm()).isEqualTo(arms.get(i));
                assertThat(record.rewards()).hasSize(1);
                assertThat(record.rewards().get(0).value()).isEqualTo(i % 2);
                DecisionRecord.Replay replayed = join(runtime.explain(all.get(i)));
                assertThat(replayed.explanation().chosen()).isEqualTo(arms.get(i));
                assertThat(replayed.to()).isEqualTo(positions.get(i));
                assertThat(replayed.events()).isBetween(1L, replayed.to() - replayed.from() + 1);
            }
            assertThat(join(runtime.decision(all.get(0))).end()).isNotNull();
            assertThat(join(runtime.decision(all.get(29))).end()).isNull();
            assertFails(runtime.decision(ids(folder).sign(new DecisionRef(1, 3, positions.get(0)))), Reason.NOT_FOUND);
            assertFails(runtime.explain(ids(folder).sign(new DecisionRef(1, 3, 1_000_000))), Reason.NOT_FOUND);
            assertFails(runtime.explain("no-id"), Reason.NOT_FOUND);
        }
    }

    @Test
    void aReplayBeginsAtAStateThatWasKeptOnTheWayAndComesToTheSame() throws IOException {
        try (BanditRuntime runtime = open(options(folder))) {
            join(runtime.create("a", Sample.definition(1, LONG), List.of(), "me"));
            String last = "";
            for (int i = 0; i < 3_000; i += 500) {
                List<DecisionRequest> requests = new ArrayList<>();
                for (int k = 0; k < 500; k++) {
                    requests.add(Sample.request("", i + k));
                }
                last = join(runtime.decide("a", requests)).get(499).id();
            }
            DecisionRecord.Replay first = join(runtime.explain(last));
            DecisionRecord.Replay second = join(runtime.explain(last));
            assertThat(second.events()).isLessThan(3_000).isLessThanOrEqualTo(first.events());
            assertThat(second.explanation().chosen())
                    .isEqualTo(first.explanation().chosen());
            assertThat(second.explanation().arms())
                    .isEqualTo(first.explanation().arms());
        }
    }

    @Test
    void nothingIsTakenAfterTheEnd() throws IOException {
        BanditRuntime runtime = open(options(folder));
        join(runtime.create("a", Sample.definition(1, LONG), List.of(), "me"));
        runtime.close();
        assertFails(runtime.decide("a", List.of(Sample.request("", 1))), Reason.STOPPED);
    }
}
