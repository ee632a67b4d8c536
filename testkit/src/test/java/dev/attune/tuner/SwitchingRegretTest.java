package dev.attune.tuner;

import static org.assertj.core.api.Assertions.assertThat;

import dev.attune.api.Horizon;
import dev.attune.api.Hyperparameter;
import dev.attune.api.Scale;
import dev.attune.api.SettingSpace;
import dev.attune.api.Suggestion;
import dev.attune.api.Tuner;
import dev.attune.lab.tuner.OracleRestarts;
import dev.attune.lab.tuner.UniformPoint;
import dev.attune.math.RoundRandom;
import java.util.function.Supplier;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Regret where the best point jumps: the paper's triangle and sine functions, T = 90,000, three changes, and H = 10
 * ceil((T/3)^(3/4)) = 22,800.
 *
 * <p>The noise N(0, 0.1) is read as variance 0.1, as in the environments of the lab, and tau0 is its standard deviation, as
 * the theory asks. The changes are evenly spaced, so that H is right. Rewards are not scaled to [0, 1]: that would change
 * the Lipschitz constant.
 *
 * <p>Claimed is what was measured; docs/algorithms/zooming-ts.md discusses it. Not claimed, because it does not hold: that
 * Zooming TS with restarts beats plain Zooming, and that double restarts come within twice the oracle's regret.
 *
 * <p>Each claim must hold by three standard errors of the paired difference. All gaps were above 6.6 of them, so other
 * seeds would fail less than once in a thousand times.
 */
@Tag("slow")
class SwitchingRegretTest {
    private static final int T = 90_000;
    private static final int SEEDS = 20;
    private static final double SD = Math.sqrt(0.1);
    private static final long H = 22_800;
    private static final long[] CHANGES = {22_501, 45_001, 67_501};
    private static final double[] PEAKS = {0.05, 0.25, 0.45, 0.70, 0.95};
    private static final SettingSpace LINE =
            SettingSpace.of(new Hyperparameter("x", "x", 0, 1, 0, 1, Scale.LINEAR, 0.5));
    private static final Horizon HORIZON = Horizon.of(T);
    private static final NoiseScale NOISE = NoiseScale.of(SD);

    enum Shape {
        TRIANGLE {
            @Override
            double mean(double x, double a) {
                return 0.9 - 0.9 * Math.abs(x - a);
            }
        },
        SINE {
            @Override
            double mean(double x, double a) {
                return 2 / (3 * Math.PI) * StrictMath.sin(1.5 * Math.PI * (x - a + 1.0 / 3));
            }
        };

        abstract double mean(double x, double a);
    }

    @ParameterizedTest
    @EnumSource(Shape.class)
    void restartsHelpZoomingTsAndTheOracleHelpsItMore(Shape shape) {
        double[] oracle = regret(shape, () -> new OracleRestarts(LINE, HORIZON, NOISE, CHANGES));
        double[] restarted = regret(shape, () -> zoomingTs(EpochLength.of(H)));
        double[] endless = regret(shape, () -> zoomingTs(EpochLength.endless()));
        double[] zooming = regret(shape, () -> Zooming.withPaperRadius(LINE, HORIZON, NOISE));
        double[] twice = regret(shape, () -> new DoubleRestartZoomingTs(LINE, HORIZON, 1, NOISE));
        double[] random = regret(shape, () -> new UniformPoint(LINE));
        assertLess("oracle against epochs of H", oracle, restarted);
        assertLess("epochs of H against none", restarted, endless);
        assertLess("Zooming against Zooming TS without restarts", zooming, endless);
        assertLess("double restarts against chance", twice, random);
    }

    /** The mean is smaller, by more than three standard errors of the paired difference. */
    private static void assertLess(String what, double[] smaller, double[] larger) {
        double sum = 0;
        double squares = 0;
        for (int seed = 0; seed < SEEDS; seed++) {
            double gap = larger[seed] - smaller[seed];
            sum += gap;
            squares += gap * gap;
        }
        double mean = sum / SEEDS;
        double error = Math.sqrt((squares / SEEDS - mean * mean) / (SEEDS - 1));
        assertThat(mean).as(what).isGreaterThan(3 * error);
    }

    private static Tuner zoomingTs(EpochLength length) {
        return new ZoomingTs(LINE, HORIZON, length, NOISE);
    }

    /** The sum of best mean minus mean for each seed. All contenders meet the same functions and noise. */
    private static double[] regret(Shape shape, Supplier<Tuner> contender) {
        double[] regret = new double[SEEDS];
        RoundRandom rng = new RoundRandom(0, 0);
        for (int seed = 0; seed < SEEDS; seed++) {
            double[] peaks = peaks(seed);
            Tuner tuner = contender.get();
            int segment = 0;
            for (int t = 1; t <= T; t++) {
                if (segment < CHANGES.length && t >= CHANGES[segment]) {
                    segment++;
                }
                rng.reset(seed, t);
                double noise = SD * rng.nextGaussian();
                Suggestion s = tuner.suggest(t, rng);
                double mean = shape.mean(s.setting().get(0), peaks[segment]);
                regret[seed] += shape.mean(peaks[segment], peaks[segment]) - mean;
                tuner.observe(s, mean + noise);
            }
        }
        return regret;
    }

    /** Four peaks, neighbours different. */
    private static double[] peaks(int seed) {
        RoundRandom rng = new RoundRandom(seed, -1);
        double[] peaks = new double[CHANGES.length + 1];
        int before = -1;
        for (int i = 0; i < peaks.length; i++) {
            int k = rng.nextInt(PEAKS.length - (i == 0 ? 0 : 1));
            k += i > 0 && k >= before ? 1 : 0;
            peaks[i] = PEAKS[k];
            before = k;
        }
        return peaks;
    }
}
