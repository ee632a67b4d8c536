package dev.attune.lab.evaluate;

import dev.attune.Attune;
import dev.attune.Bandit;
import dev.attune.Decision;
import dev.attune.api.ConfidenceSequence;
import dev.attune.api.Control;
import dev.attune.api.UniformShare;
import dev.attune.encode.Features;
import dev.attune.math.Normal;
import dev.attune.math.RoundRandom;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.IntConsumer;

/**
 * How many rounds a bandit needs until its uplift over random choice is proven, by simulation: K arms are rewarded
 * with 0 or 1, all
 * with the same probability but one, which is better by a factor. With several segments the better arm is another one in each segment, and the
 * segment is a feature of the context.
 *
 * <p>The uplift is proven as in a service, without knowledge of the world: by the bounds of
 * {@link ConfidenceSequence}, which are read again and again,
 * against a {@linkplain Control#random() random arm}. Without any uplift they tell one in at most one repetition of
 * forty, however many rounds are played.
 * They need a uniform share, without which some arms have no probability.
 *
 * @param arms number of arms, K
 * @param base probability of a reward of all arms but the best
 * @param uplift relative advantage of the best arm: 0.2 for 20 %; 0 if all arms are the same
 * @param segments number of segments with a best arm of their own
 * @param uniformShare share of rounds with a random arm
 */
public record TrafficEstimate(int arms, double base, double uplift, int segments, UniformShare uniformShare) {
    /** The power of tests and of the answer: 80 % of repetitions. */
    public static final double POWER = 0.8;

    private static final double[] STEPS = {1, 2, 5};
    private static final int FIRST = 100;
    private static final int LOOK = 50; // rounds between two looks at the bounds

    /**
     * The state of all repetitions after a number of rounds.
     *
     * @param bestShare mean share of the rounds since the row above in which the best arm was chosen
     * @param reward mean reward of these rounds
     * @param proven share of repetitions in which the bandit has been better than random choice at some look so far
     */
    public record Row(long rounds, double bestShare, double reward, double proven) {}

    /** Checks the values. */
    public TrafficEstimate {
        if (arms < 2) {
            throw new IllegalArgumentException("arms = " + arms + " must be at least 2");
        }
        if (segments < 1) {
            throw new IllegalArgumentException("segments = " + segments + " must be at least 1");
        }
        if (!(base > 0 && base < 1)) {
            throw new IllegalArgumentException("base = " + base + " must be between 0 and 1");
        }
        if (!(uplift >= 0) || base * (1 + uplift) > 1) {
            throw new IllegalArgumentException("uplift = " + uplift + " must not be negative, and base (1 + uplift) = "
                    + base * (1 + uplift) + " at most 1");
        }
        if (!(uniformShare.least() > 0)) {
            throw new IllegalArgumentException("uniform share = " + uniformShare
                    + " must be positive and at most 1: without it the uplift cannot be measured");
        }
    }

    /** Returns the mean reward of random choice. */
    public double random() {
        return (best() + (arms - 1) * base) / arms;
    }

    /** Returns the mean reward of the best arm. */
    public double best() {
        return base * (1 + uplift);
    }

    /**
     * Returns the rounds of a test with equal shares that finds the best arm's advantage over one other arm with 80 % power at a level of 5 %, in
     * each segment; empty if there is no advantage.
     */
    public OptionalLong test() {
        if (uplift == 0) {
            return OptionalLong.empty();
        }
        double z = Normal.Z_975 + Normal.quantile(POWER);
        double variance = best() * (1 - best()) + base * (1 - base);
        double each = z * z * variance / ((best() - base) * (best() - base));
        return OptionalLong.of((long) Math.ceil(each) * arms * segments);
    }

    /**
     * Plays all repetitions.
     *
     * @param rounds of each repetition
     * @param progress receives the number of finished repetitions
     */
    public List<Row> play(long rounds, int repetitions, long seed, IntConsumer progress) {
        if (rounds < FIRST) {
            throw new IllegalArgumentException("rounds = " + rounds + " must be at least " + FIRST);
        }
        if (repetitions < 1) {
            throw new IllegalArgumentException("repetitions = " + repetitions + " must be at least 1");
        }
        long[] marks = marks(rounds);
        double[] bestShare = new double[marks.length];
        double[] reward = new double[marks.length];
        double[] proven = new double[marks.length];
        for (int repetition = 0; repetition < repetitions; repetition++) {
            repeat(marks, seed + repetition, bestShare, reward, proven);
            progress.accept(repetition + 1);
        }
        List<Row> rows = new ArrayList<>();
        for (int mark = 0; mark < marks.length; mark++) {
            double played = repetitions * (double) (marks[mark] - (mark == 0 ? 0 : marks[mark - 1]));
            rows.add(new Row(marks[mark], bestShare[mark] / played, reward[mark] / played, proven[mark] / repetitions));
        }
        return rows;
    }

    /** Returns the rounds of the first row in which the uplift is proven in 80 % of the repetitions. */
    public static OptionalLong provenAfter(List<Row> rows) {
        return rows.stream()
                .filter(row -> row.proven() >= POWER)
                .mapToLong(Row::rounds)
                .findFirst();
    }

    /** 100, 200, 500, 1,000 and so on, and the last round. */
    private static long[] marks(long rounds) {
        List<Long> marks = new ArrayList<>();
        for (long decade = FIRST; decade <= rounds; decade *= 10) {
            for (double step : STEPS) {
                if (decade * step < rounds) {
                    marks.add((long) (decade * step));
                }
            }
        }
        marks.add(rounds);
        return marks.stream().mapToLong(Long::longValue).toArray();
    }

    private void repeat(long[] marks, long seed, double[] bestShare, double[] reward, double[] proven) {
        Bandit bandit = Attune.bandit()
                .seed(seed)
                .rewards(0, 1)
                .uniformShare(uniformShare)
                .build();
        String[] names = new String[arms];
        Arrays.setAll(names, arm -> "arm " + arm);
        RoundRandom world = new RoundRandom(seed, 0);
        ConfidenceSequence bounds = new ConfidenceSequence(0, 1);
        boolean better = false;
        int mark = 0;
        for (long t = 1; t <= marks[marks.length - 1]; t++) {
            world.reset(~seed, t); // the bandit has the generator of (seed, t)
            int segment = world.nextInt(segments);
            Features context = segments == 1 ? Features.NONE : Features.of("segment", "s" + segment);
            Decision decision = bandit.decide(context, names);
            boolean chosen = decision.index() == segment % arms;
            double y = world.nextDouble() < (chosen ? best() : base) ? 1 : 0;
            bandit.reward(decision, y);
            Control.Term term = Control.random().term(judged(decision, t));
            bounds.add(term.g(), term.bound(), y);
            bestShare[mark] += chosen ? 1 : 0;
            reward[mark] += y;
            better |= t % LOOK == 0 && bounds.low() > 0;
            if (t == marks[mark]) {
                proven[mark] += better ? 1 : 0;
                mark++;
            }
        }
    }

    /** Returns a decision as far as the comparison with random choice needs it. */
    private Control.Choice judged(Decision decision, long round) {
        double probability = decision.probability().orElseThrow();
        return new Control.Choice(true, arms, decision.index(), -1, probability, uniformShare.at(round), false);
    }
}
