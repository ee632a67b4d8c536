package dev.attune.live;

import static org.assertj.core.api.Assertions.assertThat;

import dev.attune.journal.JournalEvent;
import dev.attune.journal.JournalRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** Duplicate, reordered, late and missing rewards in any interleaving: as the reference says, and the same when replayed. */
class LiveBanditProperties {
    private static final List<String> ARMS = List.of("a", "b", "c", "d");

    /** What can happen. */
    private enum Kind {
        DECIDE,
        OBSERVE,
        REWARD,
        CLOSE,
        PAUSE,
        RESUME,
        FLOOR,
        CATALOGUE,
        RETIRE
    }

    /**
     * Something happens.
     *
     * @param step how far the clock moves before; it may go back, and often ends where a window does
     * @param pick which decision, arm or visitor
     * @param name number of a client or reward id; 0 for none
     */
    record Step(Kind kind, int step, int pick, int name, double value) {}

    @Provide
    Arbitrary<List<Step>> steps() {
        Arbitrary<Kind> kinds = Arbitraries.frequencyOf(
                net.jqwik.api.Tuple.of(8, Arbitraries.just(Kind.DECIDE)),
                net.jqwik.api.Tuple.of(2, Arbitraries.just(Kind.OBSERVE)),
                net.jqwik.api.Tuple.of(10, Arbitraries.just(Kind.REWARD)),
                net.jqwik.api.Tuple.of(4, Arbitraries.just(Kind.CLOSE)),
                net.jqwik.api.Tuple.of(
                        2,
                        Arbitraries.of(Kind.PAUSE, Kind.RESUME, Kind.RESUME, Kind.FLOOR, Kind.CATALOGUE, Kind.RETIRE)));
        return Combinators.combine(
                        kinds,
                        Arbitraries.of(-20, 0, 20, 40, 100),
                        Arbitraries.integers().between(0, 12),
                        Arbitraries.integers().between(0, 3),
                        Arbitraries.of(0.0, 0.25, 1.0))
                .as(Step::new)
                .list()
                .ofMinSize(1)
                .ofMaxSize(60);
    }

    @Provide
    Arbitrary<LiveDefinition> definitions() {
        Arbitrary<String> policies = Arbitraries.of("LinUCB", "LinTS", "UCB-GLM", "SGD-TS", "LinUCB-disjoint");
        Arbitrary<String> tuners = Arbitraries.of("", "CDT", "Fixed");
        Arbitrary<RewardRules> rules = Arbitraries.of(
                Scene.firstAtWindowEnd(),
                Scene.rules(Learning.AT_ONCE, Aggregation.FIRST, OptionalDouble.empty()),
                Scene.rules(Learning.AT_ONCE, Aggregation.FIRST, OptionalDouble.of(0.5)),
                Scene.rules(Learning.AT_WINDOW_END, Aggregation.FIRST, OptionalDouble.empty()),
                Scene.rules(Learning.AT_WINDOW_END, Aggregation.LAST, OptionalDouble.empty()),
                Scene.rules(Learning.AT_WINDOW_END, Aggregation.SUM, OptionalDouble.of(0)));
        return Combinators.combine(policies, tuners, rules, Arbitraries.of(0L, 3L))
                .as((policy, tuner, rule, warmup) -> new LiveDefinition(
                        Scene.bandit(policy).tuner(tuner).warmup(warmup).definition(), rule));
    }

    @Property(tries = 150)
    void anyInterleavingIsJoinedAsTheReferenceSaysAndReplaysToTheSameBits(
            @ForAll("definitions") LiveDefinition definition, @ForAll("steps") List<Step> steps) {
        LiveBandit bandit = LiveBandit.create(Scene.NUMBER, definition);
        ReferenceJoiner reference = new ReferenceJoiner(definition.rules(), 0, 1);
        RecordingLog log = new RecordingLog();
        List<Moment> moments = new ArrayList<>();
        long now = 1000;
        for (Step step : steps) {
            now += step.step;
            moments.add(new Moment(log.records.size(), bandit.write()));
            play(step, now, bandit, reference, log);
        }
        assertThat(told(log)).isEqualTo(reference.events);
        assertThat(bandit.waiting()).isEqualTo((int) reference.waiting());

        byte[] end = bandit.write();
        LiveBandit again = Scene.replayed(LiveBandit.create(Scene.NUMBER, definition), log.records);
        assertThat(again.write()).isEqualTo(end);
        for (Moment moment : moments) {
            LiveBandit read = LiveBandit.read(Scene.NUMBER, moment.state);
            assertThat(read.write()).isEqualTo(moment.state);
            List<JournalRecord> rest = log.records.subList(moment.records, log.records.size());
            assertThat(Scene.replayed(read, rest).write()).isEqualTo(end);
        }
    }

    @SuppressWarnings("ArrayRecordComponent")
    private record Moment(int records, byte[] state) {}

    private static List<JournalEvent> told(RecordingLog log) {
        return log.records.stream()
                .map(JournalRecord::event)
                .filter(event -> event instanceof JournalEvent.Rewarded
                        || event instanceof JournalEvent.Joined
                        || event instanceof JournalEvent.Expired)
                .toList();
    }

    private static void play(Step step, long now, LiveBandit bandit, ReferenceJoiner reference, RecordingLog log) {
        byte[] before = bandit.write();
        try {
            switch (step.kind) {
                case DECIDE -> decided(bandit.decide(request(step, bandit), now, log), now, reference);
                case OBSERVE -> {
                    OptionalDouble reward = step.name == 3 ? OptionalDouble.of(step.value) : OptionalDouble.empty();
                    String arm = ARMS.get(step.pick % ARMS.size());
                    Answer answer =
                            bandit.observe(Scene.observation(id("o", step.name), step.pick, arm, reward), now, log);
                    decided(answer, now, reference);
                    if (reward.isPresent() && !answer.repeated()) {
                        reference.reward(answer.decision(), "", step.value, now);
                    }
                }
                case REWARD -> {
                    String id = id("r", step.name);
                    long decision = bandit.decisions() - step.pick + 2; // now and then one that is not made yet
                    assertThat(bandit.reward(decision, id, step.value, now, log))
                            .isEqualTo(reference.reward(decision, id, step.value, now));
                }
                case CLOSE -> {
                    bandit.closeDue(now, log);
                    reference.closeDue(now);
                }
                case PAUSE -> change(Change.pause("me"), now, bandit, reference, log);
                case RESUME -> change(Change.resume("me"), now, bandit, reference, log);
                case FLOOR -> change(Change.floor(step.value, "me"), now, bandit, reference, log);
                case CATALOGUE -> {
                    bandit.catalogue(Scene.arms("a", "b", "x" + step.pick), now, log);
                    reference.happened(now);
                }
                case RETIRE -> retire(ARMS.get(step.pick % ARMS.size()), now, bandit, reference, log);
            }
        } catch (RefusedException e) {
            assertThat(bandit.write()).isEqualTo(before);
        }
    }

    private static void change(
            Change change, long now, LiveBandit bandit, ReferenceJoiner reference, RecordingLog log) {
        bandit.change(change, now, log);
        reference.happened(now);
    }

    private static void retire(String arm, long now, LiveBandit bandit, ReferenceJoiner reference, RecordingLog log) {
        bandit.change(Change.retire(arm, "me"), now, log);
        if (bandit.definition().bandit().policy().endsWith("disjoint")) {
            reference.retire(arm, now);
        } else {
            reference.happened(now);
        }
    }

    private static DecisionRequest request(Step step, LiveBandit bandit) {
        boolean catalogue = bandit.catalogueVersion() > 0 && step.name == 2;
        return new DecisionRequest(
                id("c", step.name),
                Scene.visitor(step.pick),
                catalogue ? Scene.fromCatalogue(0) : Scene.inline(ARMS.toArray(new String[0])),
                1 + step.pick % 3);
    }

    private static String id(String kind, int name) {
        return name == 0 ? "" : kind + name;
    }

    private static void decided(Answer answer, long now, ReferenceJoiner reference) {
        if (!answer.repeated()) {
            reference.decided(answer.decision(), answer.arm(), now);
        }
    }
}
