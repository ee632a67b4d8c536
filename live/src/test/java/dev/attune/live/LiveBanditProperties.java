package dev.attune.live;

import static org.assertj.core.api.Assertions.assertThat;

import dev.attune.journal.JournalEvent;
import dev.attune.journal.JournalRecord;
import dev.attune.live.RewardRules.Aggregation;
import dev.attune.live.RewardRules.Learning;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

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

    private static LongStream seeds() {
        return LongStream.rangeClosed(1, 150);
    }

    private static List<Step> steps(RandomGenerator random) {
        List<Step> steps = new ArrayList<>();
        for (int left = random.nextInt(1, 61); left > 0; left--) {
            steps.add(new Step(
                    kind(random),
                    of(random, -20, 0, 20, 40, 100),
                    random.nextInt(13),
                    random.nextInt(4),
                    of(random, 0.0, 0.25, 1.0)));
        }
        return steps;
    }

    /** Most often a decision or a reward. */
    private static Kind kind(RandomGenerator random) {
        int at = random.nextInt(26);
        if (at < 8) {
            return Kind.DECIDE;
        } else if (at < 10) {
            return Kind.OBSERVE;
        } else if (at < 20) {
            return Kind.REWARD;
        } else if (at < 24) {
            return Kind.CLOSE;
        }
        return of(random, Kind.PAUSE, Kind.RESUME, Kind.RESUME, Kind.FLOOR, Kind.CATALOGUE, Kind.RETIRE);
    }

    private static LiveDefinition definition(RandomGenerator random) {
        String policy = of(random, "LinUCB", "LinTS", "UCB-GLM", "SGD-TS", "LinUCB-disjoint");
        String tuner = of(random, "", "CDT", "Fixed");
        RewardRules rules = of(
                random,
                Scene.firstAtWindowEnd(),
                Scene.rules(Learning.AT_ONCE, Aggregation.FIRST, OptionalDouble.empty()),
                Scene.rules(Learning.AT_ONCE, Aggregation.FIRST, OptionalDouble.of(0.5)),
                Scene.rules(Learning.AT_WINDOW_END, Aggregation.FIRST, OptionalDouble.empty()),
                Scene.rules(Learning.AT_WINDOW_END, Aggregation.LAST, OptionalDouble.empty()),
                Scene.rules(Learning.AT_WINDOW_END, Aggregation.SUM, OptionalDouble.of(0)));
        long warmup = of(random, 0L, 3L);
        return new LiveDefinition(
                Scene.bandit(policy).tuner(tuner).warmup(warmup).definition(), rules);
    }

    @SafeVarargs
    private static <T> T of(RandomGenerator random, T... values) {
        return values[random.nextInt(values.length)];
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void anyInterleavingIsJoinedAsTheReferenceSaysAndReplaysToTheSameBits(long seed) {
        RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
        LiveDefinition definition = definition(random);
        List<Step> steps = steps(random);
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
        assertThat(rewardEvents(log)).isEqualTo(reference.events);
        assertThat(bandit.counters().waiting()).isEqualTo(reference.waiting());

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

    private static List<JournalEvent> rewardEvents(RecordingLog log) {
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
                    long decision =
                            bandit.counters().decisions() - step.pick + 2; // now and then one that is not made yet
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
