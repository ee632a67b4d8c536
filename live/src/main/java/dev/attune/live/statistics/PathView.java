package dev.attune.live.statistics;

import dev.attune.api.Hyperparameter;
import dev.attune.engine.SelfTuningBandit.LastRound;
import dev.attune.math.UpperEnvelope;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;

/**
 * The exploration path of one decision: which arm is on top at which exploration rate. Means and widths are in the units of the
 * policy's index.
 *
 * @param envelope from the rate 0 upwards
 * @param arms those on the envelope, the chosen one, and the best others; at most 100
 * @param chosen id of the chosen arm
 * @param greedy id of the arm of largest mean
 */
public record PathView(List<Segment> envelope, List<ArmScore> arms, String chosen, String greedy) {
    private static final int MOST_ARMS = 100;
    private static final double FARTHEST = 10; // times the end of the search box

    /** The arm on top between two exploration rates. */
    public record Segment(double from, double to, String arm) {}

    /** An arm with its mean and what one unit of exploration adds. */
    public record ArmScore(String id, double mean, double width) {}

    /** Returns the arm on top for every exploration rate from 0 to an end, from the scores of a round. */
    public static List<Segment> envelope(List<String> offered, LastRound round, double end) {
        return envelope(offered, round, end, arm -> {});
    }

    private static List<Segment> envelope(List<String> offered, LastRound round, double end, IntConsumer onTop) {
        UpperEnvelope path = new UpperEnvelope();
        int n = path.build(round.means(), round.bonuses(), offered.size(), 0, end);
        List<Segment> envelope = new ArrayList<>(n);
        for (int s = 0; s < n; s++) {
            envelope.add(new Segment(path.from(s), path.to(s), offered.get(path.arm(s))));
            onTop.accept(path.arm(s));
        }
        return List.copyOf(envelope);
    }

    /**
     * Returns the path of a round.
     *
     * @param offered ids of the arms
     * @param round in which the policy scored them
     * @param chosen index of the chosen arm
     * @param explore the exploration rate in force
     * @param rate its hyperparameter
     */
    public static PathView of(List<String> offered, LastRound round, int chosen, double explore, Hyperparameter rate) {
        double end = Math.max(rate.high(), Math.min(explore, FARTHEST * rate.high()));
        double[] mean = round.means();
        double[] width = round.bonuses();
        Set<Integer> shown = new LinkedHashSet<>();
        List<Segment> envelope = envelope(offered, round, end, shown::add);
        shown.add(chosen);
        Comparator<Integer> byMean = Comparator.comparingDouble(k -> -mean[k]);
        IntStream.range(0, offered.size())
                .boxed()
                .sorted(byMean)
                .limit(MOST_ARMS)
                .forEach(shown::add);
        List<ArmScore> scores = shown.stream()
                .limit(MOST_ARMS)
                .map(k -> new ArmScore(offered.get(k), mean[k], width[k]))
                .toList();
        return new PathView(envelope, scores, offered.get(chosen), offered.get(round.greedy()));
    }
}
