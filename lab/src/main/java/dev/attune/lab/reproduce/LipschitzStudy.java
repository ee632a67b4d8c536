package dev.attune.lab.reproduce;

import dev.attune.api.ActionSet;
import dev.attune.api.ExplorationPath;
import dev.attune.api.Horizon;
import dev.attune.api.Options;
import dev.attune.api.Setting;
import dev.attune.engine.Pull;
import dev.attune.engine.SelfTuningBandit;
import dev.attune.lab.env.Environment;
import dev.attune.lab.env.Rounds;
import dev.attune.lab.report.CsvText;
import dev.attune.lab.report.Numbers;
import dev.attune.lab.report.PanelGrid;
import dev.attune.lab.report.Sheet;
import dev.attune.lab.spec.Spec;
import dev.attune.lab.spec.Spec.EnvironmentChoice;
import dev.attune.lab.spec.Spec.PolicyChoice;
import dev.attune.math.RoundRandom;
import dev.attune.tuner.ZoomingTs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * How the reward depends on the exploration rate while a policy runs: the paper's Appendix A.2 and Figure 3. CDT plays and
 * learns; every other rate only says which arm it would have chosen, and gets that arm's reward.
 *
 * <pre>
 *   rounds 1 to 200: random arms, not counted ;  then groups of 20 rounds
 *   g(v, i) = mean reward of rate v in group i, minus the mean over all rates in group i
 *   shown: mean and standard deviation of g(v, .) over all groups
 * </pre>
 *
 * <p>Where the paper is silent: in a round all rates meet the same noise and, for Thompson policies, the same draw of
 * coefficients. So g is free of noise that has nothing to do with the rate. Groups of all repetitions count alike; a last group
 * that is not full is left out.
 *
 * <p>Takes seconds, so nothing is kept from an earlier run.
 */
final class LipschitzStudy implements Reproduction.Study {
    private static final int WARMUP = 200;
    private static final int GROUP = 20;
    private static final long ENVIRONMENT = -1; // a round that no bandit has

    /**
     * What one rate earned.
     *
     * @param explore the rate
     * @param mean mean over groups of the centred group mean reward
     * @param deviation its standard deviation over groups
     * @param groups how many groups there were
     */
    record Point(double explore, double mean, double deviation, int groups) {}

    /**
     * Plays the environments, policies, rounds, repetitions and grid of a spec; its tuners and delays are ignored.
     *
     * @return the points of each policy in each environment, in the order of the grid
     * @throws IllegalArgumentException if a policy has no exploration rate, or there are fewer than 220 rounds
     */
    static Map<Labels, List<Point>> points(Spec spec) throws IOException {
        Map<Labels, List<Point>> points = new LinkedHashMap<>();
        for (EnvironmentChoice choice : spec.environments()) {
            Environment environment = choice.entry().make(choice.given());
            long rounds = Math.min(choice.rounds(), environment.mostRounds());
            if (rounds < WARMUP + GROUP) {
                throw new IllegalArgumentException(choice.label() + ": rounds = " + rounds + " must be at least "
                        + (WARMUP + GROUP) + ", for a warm-up of " + WARMUP + " and a group of " + GROUP);
            }
            for (PolicyChoice policy : choice.policies()) {
                Groups groups = new Groups(choice.grid());
                for (int repetition = 1; repetition <= spec.repetitions(); repetition++) {
                    groups.play(environment, policy, rounds, new RoundRandom(spec.seed(), repetition).nextLong());
                }
                points.put(new Labels(choice.label(), policy.label(), "CDT"), groups.points());
            }
        }
        return points;
    }

    /** Group mean rewards of one policy in one environment. */
    private static final class Groups {
        private final double[] rates;
        private final double[] sums;
        private final double[] squares;
        private int groups;

        Groups(double[] rates) {
            this.rates = rates;
            this.sums = new double[rates.length];
            this.squares = new double[rates.length];
        }

        void play(Environment environment, PolicyChoice choice, long rounds, long seed) {
            ExplorationPath policy = choice.entry()
                    .create(environment.dimension())
                    .path()
                    .orElseThrow(() ->
                            new IllegalArgumentException("the policy " + choice.label() + " has no exploration rate"));
            SelfTuningBandit bandit = SelfTuningBandit.of(
                    policy,
                    new ZoomingTs(policy.space(), Horizon.of(rounds - WARMUP)),
                    Options.DEFAULT
                            .withSeed(seed)
                            .withRewards(environment.rewards())
                            .withWarmup(WARMUP));
            Rounds world = environment.open(new RoundRandom(seed, ENVIRONMENT).nextLong(), rounds);
            double[] earned = new double[rates.length];
            for (long t = 1; t <= rounds; t++) {
                ActionSet arms = world.next();
                Pull pull = bandit.decide(arms);
                Setting setting = pull.suggestion().setting();
                if (t > WARMUP) {
                    for (int v = 0; v < rates.length; v++) {
                        earned[v] += world.reward(bandit.scored().best(rates[v]), setting);
                    }
                    if ((t - WARMUP) % GROUP == 0) {
                        close(earned);
                    }
                }
                bandit.reward(pull, world.reward(pull.arm(), setting));
            }
        }

        private void close(double[] earned) {
            double all = 0;
            for (double sum : earned) {
                all += sum / earned.length;
            }
            for (int v = 0; v < earned.length; v++) {
                double g = (earned[v] - all) / GROUP;
                sums[v] += g;
                squares[v] += g * g;
                earned[v] = 0;
            }
            groups++;
        }

        List<Point> points() {
            List<Point> points = new ArrayList<>();
            for (int v = 0; v < rates.length; v++) {
                double mean = sums[v] / groups;
                double variance = Math.max(0, squares[v] / groups - mean * mean);
                points.add(new Point(rates[v], mean, Math.sqrt(variance), groups));
            }
            return points;
        }
    }

    @Override
    public Findings run(Reproduction reproduction, Reproducer reproducer) throws IOException {
        Map<Labels, List<Point>> points = new LinkedHashMap<>();
        int repetitions = 0;
        for (Spec spec : reproduction.specs().values()) {
            reproducer.log(spec.title() + " (" + reproduction.name() + ")");
            points.putAll(points(spec));
            repetitions = spec.repetitions();
        }
        Path folder = Files.createDirectories(reproducer.folder(reproduction));
        write(points, folder.resolve("points.csv"));
        List<Comparison> rows = new ArrayList<>();
        List<List<String>> lines = new ArrayList<>();
        List<PanelGrid.Spread> spreads = new ArrayList<>();
        for (Map.Entry<Labels, List<Point>> entry : points.entrySet()) {
            Labels labels = entry.getKey();
            List<Point> here = entry.getValue();
            int groups = here.get(0).groups() / repetitions;
            rows.add(Comparison.withoutError(
                    reproduction.paper(), labels, "groups of a repetition", groups, repetitions));
            rows.add(Comparison.withoutError(reproduction.paper(), labels, "rates", here.size(), repetitions));
            lines.add(line(labels, here));
            spreads.add(spread(labels, here));
        }
        Sheet sheet = new Sheet(
                "Centred group mean reward by exploration rate",
                "The paper prints no numbers. best: the rate with the largest mean. first, last: mean reward at the smallest"
                        + " and the largest rate. steepest: the largest change between neighbouring rates, by their distance."
                        + " deviation: over groups, on average over rates.",
                List.of("", "rates", "groups", "best", "its mean", "first", "last", "steepest", "deviation"),
                lines);
        List<Path> figures = PanelGrid.spreads(
                        reproduction.place() + ": reward by exploration rate",
                        "Mean over groups of 20 rounds, centred over rates in each group; the band is one standard deviation over"
                                + " groups. " + repetitions + (repetitions == 1 ? " repetition." : " repetitions."),
                        "exploration rate",
                        "group mean reward",
                        spreads)
                .write(folder, "figure");
        return Findings.of(reproduction, List.of(sheet), rows, figures);
    }

    private static List<String> line(Labels labels, List<Point> points) {
        Point best =
                points.stream().max(Comparator.comparingDouble(Point::mean)).orElseThrow();
        double steepest = 0;
        for (int i = 1; i < points.size(); i++) {
            Point a = points.get(i - 1);
            Point b = points.get(i);
            steepest = Math.max(steepest, Math.abs(b.mean() - a.mean()) / (b.explore() - a.explore()));
        }
        return List.of(
                labels.cell(),
                Integer.toString(points.size()),
                Numbers.fixed(best.groups(), 0),
                Numbers.plain(best.explore()),
                Numbers.signed(best.mean(), 4),
                Numbers.signed(points.get(0).mean(), 4),
                Numbers.signed(points.get(points.size() - 1).mean(), 4),
                Numbers.fixed(steepest, 4),
                Numbers.fixed(
                        points.stream().mapToDouble(Point::deviation).average().orElse(Double.NaN), 4));
    }

    private static PanelGrid.Spread spread(Labels labels, List<Point> points) {
        return new PanelGrid.Spread(
                labels.cell(),
                points.stream().mapToDouble(Point::explore).toArray(),
                points.stream().mapToDouble(Point::mean).toArray(),
                points.stream().mapToDouble(Point::deviation).toArray());
    }

    private static void write(Map<Labels, List<Point>> points, Path file) throws IOException {
        CsvText csv = new CsvText("environment,policy,explore,mean,deviation,groups");
        points.forEach((labels, here) -> here.forEach(point -> csv.add(
                labels.environment(), labels.policy(), point.explore, point.mean, point.deviation, point.groups)));
        Files.writeString(file, csv.toString());
    }
}
