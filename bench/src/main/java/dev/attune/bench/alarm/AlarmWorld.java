package dev.attune.bench.alarm;

import dev.attune.Attune;
import dev.attune.encode.Arm;
import dev.attune.encode.Features;
import dev.attune.journal.Offer;
import dev.attune.live.Answer;
import dev.attune.live.DecisionRequest;
import dev.attune.live.EventAppender;
import dev.attune.live.LiveBandit;
import dev.attune.live.LiveDefinition;
import dev.attune.live.RewardRules;
import dev.attune.live.RewardRules.Aggregation;
import dev.attune.live.RewardRules.Learning;
import dev.attune.live.statistics.Alarm;
import dev.attune.math.RoundRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.IntStream;

/**
 * A default bandit, as the service runs it, in a world of clicks: three topics and two devices, six arms. The arms of
 * the visitor's topic are clicked at the
 * rate of the world, a tenth more on one device and a tenth less on the other, and the other arms a third as often.
 */
final class AlarmWorld {
    private static final long START = 1_700_000_000_000L;
    private static final long STEP = 1_000;
    private static final int LOOK = 50; // decisions
    private static final int TOPICS = 3;
    private static final int DEVICES = 2;
    private static final int ARMS = 6;
    private static final int LATE = 900; // decisions that one waits for its reward, if rewards are learnt late
    private static final int WAITING = 100; // decisions until one without a reward expires, if they are learnt at once
    private static final double OTHER = 1.0 / 3;
    private static final double DEVICE = 0.1;
    private static final double SAME = 0.9;
    private static final Offer OFFER = new Offer.Inline(IntStream.range(0, ARMS)
            .mapToObj(k -> new Arm("arm" + k, Features.NONE))
            .toList());

    private final LiveBandit bandit;
    private final double rate;
    private final boolean late;
    private final long seed;
    private final List<Double> expected = new ArrayList<>(); // of every LOOK decisions, by the rates of the chosen arms
    private double expectedNow;
    private long decisions;
    private long events;

    private AlarmWorld(LiveBandit bandit, double rate, boolean late, long seed) {
        this.bandit = bandit;
        this.rate = rate;
        this.late = late;
        this.seed = seed;
    }

    /** Creates a world with a bandit that has learnt nothing. */
    static AlarmWorld create(double rate, boolean late, long seed) {
        RewardRules rules = late
                ? new RewardRules(
                        Duration.ofMillis(LATE * STEP), Learning.AT_WINDOW_END, Aggregation.FIRST, OptionalDouble.of(0))
                : new RewardRules(
                        Duration.ofMillis(WAITING * STEP), Learning.AT_ONCE, Aggregation.FIRST, OptionalDouble.empty());
        return new AlarmWorld(
                LiveBandit.create(
                        1,
                        new LiveDefinition(
                                Attune.bandit().rewards(0, 1).seed(seed).definition(), rules)),
                rate,
                late,
                seed);
    }

    /** Returns a copy, which goes on by itself. */
    AlarmWorld copy() {
        AlarmWorld copy = new AlarmWorld(LiveBandit.read(1, bandit.write()), rate, late, seed);
        copy.decisions = decisions;
        copy.events = events;
        copy.expected.addAll(expected);
        return copy;
    }

    /** What happens to rewards. */
    enum Rewards {
        /** They arrive. */
        ARRIVE,
        /** None arrives. */
        MISSING
    }

    /**
     * Plays until an alarm of a fall is raised, but at most so many decisions.
     *
     * @param factor of the rate
     * @return the number of decisions until the alarm; NaN if there was none
     */
    double playToAlarm(long most, double factor, Rewards rewards) {
        long before = newest();
        long from = decisions;
        while (decisions - from < most) {
            step(factor, rewards);
            if (decisions % LOOK == 0) {
                for (Alarm alarm : alarms()) {
                    if (alarm.id() > before && isFall(alarm)) {
                        return Math.round((alarm.time() - START) / (double) STEP) - from;
                    }
                }
            }
        }
        return Double.NaN;
    }

    /** Plays so many decisions. */
    void play(long rounds) {
        for (long i = 0; i < rounds; i++) {
            step(1, Rewards.ARRIVE);
        }
    }

    private List<Alarm> alarms() {
        return bandit.publish().statistics().alarms();
    }

    private long newest() {
        return alarms().stream().mapToLong(Alarm::id).max().orElse(0);
    }

    /** Returns whether an alarm of a fall was raised, acknowledged or not. */
    boolean fell() {
        return alarms().stream().anyMatch(AlarmWorld::isFall);
    }

    /**
     * Returns whether an alarm of a fall was raised although the bandit had not chosen arms that pay less: although
     * the expected reward since the begin of the fall
     * was at least nine tenths of that of all decisions before it.
     */
    boolean fellWithoutCause() {
        return alarms().stream().filter(AlarmWorld::isFall).anyMatch(alarm -> {
            int since = block(alarm.since());
            int until = block(alarm.time());
            return mean(since, until) >= SAME * mean(0, since);
        });
    }

    /** Returns the number of the block whose decisions end at a time. */
    private int block(long time) {
        return (int) (((time - START) / STEP - (late ? LATE : 0)) / LOOK);
    }

    private double mean(int from, int to) {
        return expected.subList(from, to).stream()
                .mapToDouble(each -> each)
                .average()
                .orElseThrow();
    }

    /** Returns whether an alarm of several replacements was raised. */
    boolean burst() {
        return alarms().stream().anyMatch(alarm -> alarm.kind() == Alarm.Kind.MODEL_REPLACED_OFTEN);
    }

    /** Returns how often the model was replaced. */
    long replaced() {
        return bandit.counters().changes();
    }

    private static boolean isFall(Alarm alarm) {
        return alarm.kind() == Alarm.Kind.REWARDS_FELL || alarm.kind() == Alarm.Kind.REWARDS_MISSING;
    }

    private void step(double factor, Rewards rewards) {
        decisions++;
        long now = START + STEP * decisions;
        EventAppender log = (event, time) -> ++events;
        RoundRandom rng = new RoundRandom(seed, decisions);
        int topic = rng.nextInt(TOPICS);
        int device = rng.nextInt(DEVICES);
        Features visitor = Features.builder()
                .category("topic", "t" + topic)
                .category("device", "d" + device)
                .build();
        Answer answer = bandit.decide(new DecisionRequest("", visitor, OFFER, 1), now, log);
        int arm = answer.arm().charAt(answer.arm().length() - 1) - '0';
        double click = rate * factor * (arm % TOPICS == topic ? 1 + (device == 0 ? DEVICE : -DEVICE) : OTHER);
        expectedNow += click;
        if (decisions % LOOK == 0) {
            expected.add(expectedNow);
            expectedNow = 0;
        }
        boolean clicked = rng.nextDouble() < click;
        if (rewards == Rewards.ARRIVE && (clicked || !late)) {
            bandit.reward(answer.decision(), "", clicked ? 1 : 0, now, log);
        }
        bandit.closeDue(now, log);
    }
}
