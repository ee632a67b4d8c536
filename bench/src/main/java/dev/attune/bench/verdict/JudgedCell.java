package dev.attune.bench.verdict;

import dev.attune.api.Control;
import dev.attune.api.UniformShare;
import java.util.ArrayList;
import java.util.List;

/**
 * Bandits that are judged under the same conditions.
 *
 * @param part of the benchmark
 * @param late number of decisions between one and the learning of its reward
 */
record JudgedCell(VerdictBench.Part part, JudgedWorld world, UniformShare share, Control control, int late) {
    private static final int[] ARMS = {2, 6, 60};
    private static final double[] RATES = {0.005, 0.05, 0.5};
    private static final List<UniformShare> SHARES =
            List.of(UniformShare.NONE, UniformShare.DEFAULT, UniformShare.constant(0.02), UniformShare.constant(0.1));
    private static final List<UniformShare> POSITIVE = SHARES.subList(1, SHARES.size());
    private static final double[][] UPLIFTS = {{0.05, 0.1}, {0.01, 0.02}}; // from, to
    private static final int LATE = 900;
    private static final int CONTEXTS = 6;
    private static final double OLD_SHARE = 0.1;
    private static final double OLD_HALF = 0.5;

    /** Returns all cells, in the order of the table. */
    static List<JudgedCell> all() {
        List<JudgedCell> cells = new ArrayList<>();
        for (int arms : ARMS) {
            for (double rate : RATES) {
                SHARES.forEach(share -> cells.add(random(VerdictBench.Part.SAME, JudgedWorld.same(arms, rate), share)));
            }
        }
        controls(cells);
        for (double[] rates : UPLIFTS) {
            for (int arms : new int[] {2, 6}) {
                JudgedWorld world = JudgedWorld.uplift(arms, rates[0], rates[1]);
                POSITIVE.forEach(share -> cells.add(random(VerdictBench.Part.UPLIFT, world, share)));
                cells.add(new JudgedCell(VerdictBench.Part.UPLIFT, world, UniformShare.DEFAULT, named(world), 0));
                cells.add(new JudgedCell(
                        VerdictBench.Part.UPLIFT, world, UniformShare.DEFAULT, new Control.OldSystem(OLD_SHARE), 0));
                cells.add(new JudgedCell(
                        VerdictBench.Part.UPLIFT, world, UniformShare.DEFAULT, new Control.OldSystem(OLD_HALF), 0));
                cells.add(
                        new JudgedCell(VerdictBench.Part.UPLIFT, world, UniformShare.DEFAULT, Control.random(), LATE));
            }
        }
        return cells;
    }

    /** Other controls than a random arm, late learning, and contexts; all arms are the same. */
    private static void controls(List<JudgedCell> cells) {
        for (int arms : new int[] {2, 6}) {
            for (double rate : new double[] {0.05, 0.5}) {
                JudgedWorld world = JudgedWorld.same(arms, rate);
                UniformShare share = UniformShare.DEFAULT;
                cells.add(new JudgedCell(VerdictBench.Part.CONTROLS, world, share, named(world), 0));
                cells.add(new JudgedCell(VerdictBench.Part.CONTROLS, world, share, named(world), LATE));
                cells.add(new JudgedCell(
                        VerdictBench.Part.CONTROLS, world, UniformShare.NONE, new Control.OldSystem(OLD_SHARE), 0));
                cells.add(new JudgedCell(
                        VerdictBench.Part.CONTROLS, world, share, new Control.OldSystem(OLD_HALF), LATE));
                cells.add(new JudgedCell(VerdictBench.Part.CONTROLS, world, share, Control.random(), LATE));
                cells.add(random(VerdictBench.Part.CONTROLS, new JudgedWorld(arms, rate, rate, CONTEXTS), share));
            }
        }
    }

    private static JudgedCell random(VerdictBench.Part part, JudgedWorld world, UniformShare share) {
        return new JudgedCell(part, world, share, Control.random(), 0);
    }

    private static Control named(JudgedWorld world) {
        return new Control.NamedArm(world.ordinary());
    }
}
