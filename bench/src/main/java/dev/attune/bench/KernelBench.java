package dev.attune.bench;

import static dev.attune.bench.SimulatedRounds.ARMS;
import static dev.attune.bench.SimulatedRounds.DIMENSION;

import dev.attune.api.ActionSet;
import dev.attune.math.ArmForms;
import dev.attune.math.Cholesky;
import dev.attune.math.RoundRandom;
import dev.attune.math.Symmetric;
import dev.attune.math.UpperEnvelope;
import java.util.Arrays;
import java.util.function.Consumer;

/**
 * The loops under the policies at d = 25, K = 120, on one core. The rivals of a ratio take turns in the same run.
 *
 * <p>{@code widths.shareOfPeak} counts the operations that the definition needs with symmetry used, 2 K (d(d+1)/2 + d),
 * against a loop of independent multiply-adds in registers: the square roots are extra work that does not count.
 */
public final class KernelBench {
    private static final String BENCH = "kernels";
    private static final int TURNS = 400;
    private static final int CALLS = 100;
    private static final double FLOPS = 2.0 * ARMS * (DIMENSION * (DIMENSION + 1) / 2.0 + DIMENSION);

    private final Consumer<Figure> out;
    private final RoundRandom rng = new RoundRandom(1, 0);
    private final double[][] x = SimulatedRounds.features(rng);
    private final double[][] rows = new double[ARMS][];
    private final double[][] b = Symmetric.scaledIdentity(DIMENSION, 1);
    private final double[] scratch = new double[DIMENSION];

    private KernelBench(Consumer<Figure> out) {
        this.out = out;
        ActionSet arms = ActionSet.wrap(x, ARMS);
        for (int k = 0; k < ARMS; k++) {
            rows[k] = arms.features(k);
            Symmetric.shermanMorrison(b, 1, rows[k], scratch);
        }
    }

    /** Measures the kernels; {@code progress} receives what is being measured, {@code out} each figure. */
    public static void run(Consumer<String> progress, Consumer<Figure> out) {
        KernelBench bench = new KernelBench(out);
        progress.accept("widths");
        bench.widths();
        progress.accept("scoring");
        bench.scoring();
        progress.accept("learning");
        bench.learning();
    }

    private void widths() {
        double[] width = new double[ArmForms.rowLength(ARMS)];
        double[] slowWidth = new double[ARMS];
        double peak = PeakFlops.measure();
        double[] nanos = CpuTime.fastest(
                TURNS, CALLS, () -> ArmForms.widths(b, x, ARMS, width), () -> OneArmAtATime.widths(b, rows, slowWidth));
        peak = Math.max(peak, PeakFlops.measure()); // clocks move: the peak is the better of before and after
        report("widths.time", nanos[0] / 1e3, "us");
        report("widths.oneArmAtATime", nanos[1] / 1e3, "us");
        report("widths.vsOneArmAtATime", nanos[1] / nanos[0], "x");
        report("peak", peak, "Gflop/s");
        report("widths.shareOfPeak", FLOPS / nanos[0] / peak, "of 1");
    }

    private void scoring() {
        double[] mean = new double[ArmForms.rowLength(ARMS)];
        double[] bonus = new double[ArmForms.rowLength(ARMS)];
        double[] z = new double[DIMENSION];
        RoundRandom.gaussians(rng, z);
        Cholesky factor = new Cholesky(DIMENSION);
        factor.factor(Symmetric.copy(b));
        UpperEnvelope envelope = new UpperEnvelope();
        ArmForms.linear(z, x, ARMS, mean);
        ArmForms.widths(b, x, ARMS, bonus);
        double[] nanos = CpuTime.fastest(TURNS, CALLS, () -> envelope.build(mean, bonus, ARMS, 0, 10), () -> {
            RoundRandom.gaussians(rng, scratch);
            factor.solveUpper(scratch);
        });
        report("envelope.time", nanos[0] / 1e3, "us");
        report("draw.time", nanos[1] / 1e3, "us");
        double[] pair = CpuTime.fastest(TURNS, CALLS, () -> ArmForms.linearPair(z, rows[0], x, ARMS, mean, bonus));
        report("meansAndDraw.time", pair[0] / 1e3, "us");
    }

    private void learning() {
        Cholesky factor = new Cholesky(DIMENSION);
        factor.factor(Symmetric.copy(b));
        double[][] sum = Symmetric.scaledIdentity(DIMENSION, 1);
        double[] slopes = new double[ARMS];
        Arrays.fill(slopes, 0.25);
        int[] next = {0};
        double[] nanos = CpuTime.fastest(
                TURNS,
                CALLS,
                () -> factor.update(rows[next[0]++ % ARMS], scratch),
                () -> Symmetric.shermanMorrison(b, 1, rows[next[0]++ % ARMS], scratch),
                () -> Symmetric.rankOne(sum, 1, rows[next[0]++ % ARMS]));
        report("choleskyUpdate.time", nanos[0] / 1e3, "us");
        report("inverseUpdate.time", nanos[1] / 1e3, "us");
        report("rankOne.time", nanos[2] / 1e3, "us");
        double[] outer = CpuTime.fastest(TURNS, CALLS, () -> Symmetric.addWeightedOuter(sum, rows, slopes, ARMS));
        report("fisherPerReward.time", outer[0] / 1e3 / ARMS, "us");
    }

    private void report(String name, double value, String unit) {
        out.accept(new Figure(BENCH, name, value, unit));
    }
}
