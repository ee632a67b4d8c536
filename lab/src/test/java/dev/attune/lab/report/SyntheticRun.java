package dev.attune.lab.report;

import dev.attune.lab.run.CellResult;
import dev.attune.lab.run.Curve;
import dev.attune.lab.run.Role;
import dev.attune.math.RoundRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Results of runs that never took place: curves of known shape with some noise, for tests and for looking at. */
final class SyntheticRun {
    private static final int POINTS = 120;

    private final List<CellResult> cells = new ArrayList<>();
    private final String environment;
    private final String policy;
    private final int repetitions;
    private final long rounds;
    private final boolean knowsRegret;
    private final double scale;

    SyntheticRun(String environment, String policy, int repetitions, long rounds, boolean knowsRegret, double scale) {
        this.environment = environment;
        this.policy = policy;
        this.repetitions = repetitions;
        this.rounds = rounds;
        this.knowsRegret = knowsRegret;
        this.scale = scale;
    }

    /** A result with only the fields that the numbers depend on. */
    static CellResult cell(
            String environment, String policy, String tuner, Role role, int repetition, double regret, double reward) {
        return new CellResult(
                new CellResult.Origin("spec", "cell", "0", "17", repetition),
                environment,
                policy,
                tuner,
                role,
                repetition,
                new CellResult.Score(
                        100,
                        100,
                        regret,
                        reward,
                        new Curve(
                                new long[] {50, 100},
                                new double[] {regret / 2, regret},
                                new double[] {reward / 2, reward},
                                Map.of()),
                        0.5));
    }

    /** A run as the lab makes it: tuners, a grid, greedy and random choice. */
    static List<CellResult> usual(
            String environment, String policy, List<String> tuners, int repetitions, boolean regret, double scale) {
        SyntheticRun run = new SyntheticRun(environment, policy, repetitions, 14_000, regret, scale);
        for (int i = 0; i < tuners.size(); i++) {
            run.add(tuners.get(i), Role.ASKED, 300 * (1 + 0.13 * i), 0.4 + 0.03 * i, 1.5 + i);
        }
        double[] grid = {0.1, 0.25, 0.5, 1, 2, 5};
        double[] ends = {344, 353, 318, 345, 361, 508};
        for (int i = 0; i < grid.length; i++) {
            run.add("explore=" + Numbers.plain(grid[i]), Role.GRID, ends[i], 0.5, grid[i]);
        }
        run.add(Analysis.GREEDY, Role.GREEDY, 420, 0.95, 0);
        run.add("-", Role.RANDOM, 2350, 1, 0);
        return run.cells;
    }

    /** All repetitions of a tuner: regret grows as end (t / T)^shape; a setting falls from a start if there is one. */
    SyntheticRun add(String tuner, Role role, double end, double shape, double startSetting) {
        for (int repetition = 1; repetition <= repetitions; repetition++) {
            RoundRandom random = new RoundRandom(tuner.hashCode(), repetition);
            double level = end * scale * (1 + 0.15 * random.nextGaussian());
            long[] t = new long[POINTS];
            double[] regret = new double[POINTS];
            double[] reward = new double[POINTS];
            double[] explore = new double[POINTS];
            for (int i = 0; i < POINTS; i++) {
                t[i] = rounds * (i + 1) / POINTS;
                double share = t[i] / (double) rounds;
                double noise = 0.01 * level * random.nextGaussian() * Math.sqrt(share * (1 - share));
                double sum = level * StrictMath.pow(share, shape) + noise;
                regret[i] = knowsRegret ? sum : Double.NaN;
                reward[i] = 3000 * scale * share - sum;
                double value = startSetting * StrictMath.pow(1 + 200 * share, -0.6);
                explore[i] = role == Role.ASKED ? value * StrictMath.exp(0.2 * random.nextGaussian()) : startSetting;
            }
            cells.add(new CellResult(
                    new CellResult.Origin("spec", "cell", "0", "17", repetition),
                    environment,
                    role == Role.RANDOM ? Analysis.RANDOM : policy,
                    tuner,
                    role,
                    repetition,
                    new CellResult.Score(
                            rounds,
                            rounds,
                            regret[POINTS - 1],
                            reward[POINTS - 1],
                            new Curve(t, regret, reward, role == Role.RANDOM ? Map.of() : Map.of("explore", explore)),
                            0.12 + 0.01 * tuner.length())));
        }
        return this;
    }

    List<CellResult> cells() {
        return cells;
    }
}
