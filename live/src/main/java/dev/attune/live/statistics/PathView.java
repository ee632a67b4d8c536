package dev.attune.live.statistics;

import dev.attune.api.Hyperparameter;
import dev.attune.encode.Arm;
import dev.attune.engine.SelfTuningBandit.LastRound;
import dev.attune.math.UpperEnvelope;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * The exploration path of one decision: which arm is on top at which exploration rate. Means and widths are in the units of the
 * policy's index.
 *
 * @param envelope from the rate 0 upwards
 * @param arms those on the envelope, the chosen one, and the best of the others; at most 100
 * @param chosen id of the chosen arm
 * @param greedy id of the arm of largest mean
 */
public record PathView(List<Segment> envelope, List<ArmScore> arms, String chosen, String greedy) {
    private static final int MOST_ARMS = 100;
    private static final double FARTHEST = 10; // times the end of the search box

    /** Between two exploration rates an arm is on top. */
    public record Segment(double from, double to, String arm) {}

    /** An arm with its mean and what one unit of exploration adds. */
    public record ArmScore(String id, double mean, double width) {}

    /**
     * The path of a round.
     *
     * @param offered the arms
     * @param round in which the policy scored them
     * @param chosen place of the chosen arm
     * @param explore the exploration rate in force
     * @param rate the hyperparameter that it is
     */
    public static PathView of(List<Arm> offered, LastRound round, int chosen, double explore, Hyperparameter rate) {
        double end = Math.max(rate.high(), Math.min(explore, FARTHEST * rate.high()));
        double[] mean = round.means();
        double[] width = round.bonuses();
        UpperEnvelope path = new UpperEnvelope();
        int n = path.build(mean, width, offered.size(), 0, end);
        List<Segment> envelope = new ArrayList<>(n);
        Set<Integer> shown = new LinkedHashSet<>();
        for (int s = 0; s < n; s++) {
            envelope.add(new Segment(
                    path.from(s), path.to(s), offered.get(path.arm(s)).id()));
            shown.add(path.arm(s));
        }
        shown.add(chosen);
        Comparator<Integer> byMean = Comparator.comparingDouble(k -> -mean[k]);
        IntStream.range(0, offered.size())
                .boxed()
                .sorted(byMean)
                .limit(MOST_ARMS)
                .forEach(shown::add);
        List<ArmScore> scores = shown.stream()
                .limit(MOST_ARMS)
                .map(k -> new ArmScore(offered.get(k).id(), mean[k], width[k]))
                .toList();
        return new PathView(
                List.copyOf(envelope),
                scores,
                offered.get(chosen).id(),
                offered.get(round.greedy()).id());
    }
}
