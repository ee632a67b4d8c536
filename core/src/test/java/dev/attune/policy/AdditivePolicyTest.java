package dev.attune.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import dev.attune.api.ActionSet;
import dev.attune.api.AdditivePolicy;
import dev.attune.api.ExplorationPath;
import dev.attune.api.Increment;
import dev.attune.api.ScoredRound;
import dev.attune.math.RoundRandom;
import dev.attune.model.GlmModel;
import dev.attune.model.Link;
import dev.attune.state.Checkpoint;
import dev.attune.state.Snapshot;
import dev.attune.state.StateFormatException;
import dev.attune.state.StateWriter;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Objects;
import java.util.function.IntFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.ValueSource;

class AdditivePolicyTest {
    private static final int D = 4;

    static final List<IntFunction<AdditivePolicy>> EXACT = List.of(
            LinUcb::new,
            LinTs::new,
            d -> new UcbGlm(Link.IDENTITY, d, 1),
            d -> new GlmUcb(Link.IDENTITY, d, 1),
            d -> new GlmTsl(Link.IDENTITY, d, 1));
    static final List<IntFunction<AdditivePolicy>> ALL = List.of(
            LinUcb::new,
            LinTs::new,
            UcbGlm::new,
            GlmUcb::new,
            GlmTsl::new,
            d -> UcbGlm.withFisherWidths(Link.LOGISTIC, d, 1));

    static final List<IntFunction<AdditivePolicy>> LOGISTIC =
            List.of(UcbGlm::new, GlmTsl::new, d -> UcbGlm.withFisherWidths(Link.LOGISTIC, d, 1));

    private static double[] x(long i) {
        double[] x = new double[D];
        RoundRandom.gaussians(new RoundRandom(5, i), x);
        return x;
    }

    /** Clicks whose odds depend on the first two features. */
    private static double y(long i) {
        double[] x = x(i);
        double p = 1 / (1 + StrictMath.exp(x[1] - 1.5 * x[0]));
        return new RoundRandom(6, i).nextDouble() < p ? 1 : 0;
    }

    private static void teach(AdditivePolicy policy, int from, int to) {
        for (int i = from; i < to; i++) {
            policy.update(x(i), y(i), policy.space().preset());
        }
    }

    private static Increment gathered(AdditivePolicy policy, int from, int to) {
        Increment increment = policy.increment();
        for (int i = from; i < to; i++) {
            policy.gather(x(i), y(i), increment);
        }
        return increment;
    }

    private static ScoredRound scores(AdditivePolicy policy) {
        ScoredRound round = new ScoredRound();
        ((ExplorationPath) policy).frozen().score(arms(), new RoundRandom(3, 3), round);
        return round;
    }

    private static ActionSet arms() {
        return ActionSet.ofRows(new double[][] {x(-1), x(-2), x(-3), x(-4), x(-5)});
    }

    private static void assertSameScores(AdditivePolicy policy, AdditivePolicy expected, double tolerance) {
        for (int k = 0; k < 5; k++) {
            assertThat(scores(policy).mean()[k]).isCloseTo(scores(expected).mean()[k], within(tolerance));
            assertThat(scores(policy).bonus()[k]).isCloseTo(scores(expected).bonus()[k], within(tolerance));
        }
    }

    private static double[] theta(AdditivePolicy policy) {
        return ((ExplorationPath) policy).posterior().mean();
    }

    private static double distance(double[] a, double[] b) {
        double sum = 0;
        for (int i = 0; i < a.length; i++) {
            sum += (a[i] - b[i]) * (a[i] - b[i]);
        }
        return Math.sqrt(sum);
    }

    @ParameterizedTest
    @FieldSource("EXACT")
    void mergingPartsOfTheDataIsLearningItOneByOneUpToRounding(IntFunction<AdditivePolicy> make) {
        AdditivePolicy one = make.apply(D);
        teach(one, 0, 700);
        AdditivePolicy merged = make.apply(D);
        Increment sum = merged.increment();
        sum.add(gathered(merged, 0, 100));
        sum.add(gathered(merged, 300, 301));
        merged.merge(sum);
        merged.merge(gathered(merged, 100, 300));
        merged.merge(gathered(merged, 301, 700));

        assertSameScores(merged, one, 1e-12);
        assertThat(((ExplorationPath) merged).posterior().count()).isEqualTo(700);
        assertThat(((ExplorationPath) merged).posterior().noise())
                .isCloseTo(((ExplorationPath) one).posterior().noise(), within(1e-12));
    }

    @Test
    void vidsChoosesAlikeAfterAMerge() {
        Vids one = new Vids(D);
        teach(one, 0, 200);
        Vids merged = new Vids(D);
        merged.merge(gathered(merged, 0, 80));
        merged.merge(gathered(merged, 80, 200));

        for (int t = 0; t < 100; t++) {
            int expected = one.select(arms(), Vids.SPACE.preset(), new RoundRandom(1, t));
            assertThat(merged.select(arms(), Vids.SPACE.preset(), new RoundRandom(1, t)))
                    .isEqualTo(expected);
        }
    }

    @Test
    void oneMergeOfClicksIsNewtonsStep() {
        GlmTsl policy = new GlmTsl(D);
        policy.merge(gathered(policy, 0, 300));

        double[] gradient = new double[D]; // of the quadratic around 0, at the merged theta: slopes 1/4, means 1/2
        double[] theta = theta(policy);
        for (int i = 0; i < 300; i++) {
            double score = 0;
            for (int j = 0; j < D; j++) {
                score += x(i)[j] * theta[j];
            }
            for (int j = 0; j < D; j++) {
                gradient[j] += x(i)[j] * (y(i) - 0.5 - 0.25 * score);
            }
        }
        for (int j = 0; j < D; j++) {
            assertThat(gradient[j] - theta[j]).isCloseTo(0, within(1e-9));
        }
    }

    /** The quadratics of early rewards are around early estimates, so the distance is not zero; it falls like 1/n. */
    @ParameterizedTest
    @FieldSource("LOGISTIC")
    void mergesComeCloserToTheMaximumOfTheLikelihoodWithMoreRewardsAndSmallerMerges(IntFunction<AdditivePolicy> make) {
        AdditivePolicy one = make.apply(D);
        teach(one, 0, 300);
        double young = distance(theta(merged(make, 300, 10)), theta(one));
        teach(one, 300, 3000);
        double small = distance(theta(merged(make, 3000, 10)), theta(one));
        double large = distance(theta(merged(make, 3000, 300)), theta(one));

        double variance = 0;
        for (int i = 0; i < D; i++) {
            variance += ((GlmModel) ((ExplorationPath) one).posterior()).covariance()[i][i];
        }
        assertThat(small).isLessThan(young / 2).isLessThan(large / 2).isLessThan(0.5 * Math.sqrt(variance));
        assertThat(large).isGreaterThan(Math.sqrt(variance)); // so that small merges have something to be better than
    }

    private static AdditivePolicy merged(IntFunction<AdditivePolicy> make, int rewards, int each) {
        AdditivePolicy policy = make.apply(D);
        for (int from = 0; from < rewards; from += each) {
            policy.merge(gathered(policy, from, from + each));
        }
        return policy;
    }

    @ParameterizedTest
    @FieldSource("ALL")
    void sharedStateScoresAlikeHoweverManyRewardsAndGoesOnLearning(IntFunction<AdditivePolicy> make) {
        AdditivePolicy policy = make.apply(D);
        teach(policy, 0, 50);
        int young = shared(policy).size();
        teach(policy, 50, 2000);
        AdditivePolicy reader = make.apply(D);
        AdditivePolicy middle = make.apply(D);
        teach(middle, 7, 9); // forgotten when it reads
        byte[] bytes = Checkpoint.seal(policy.stateName(), policy::writeShared);
        Checkpoint.read(bytes, reader);
        Checkpoint.read(bytes, middle);

        assertThat(shared(policy).size()).isEqualTo(young);
        assertSameScores(reader, policy, 0);
        assertThat(((ExplorationPath) reader).posterior().count()).isEqualTo(2000);
        Snapshot.of(reader).restore(middle);
        teach(policy, 2000, 2200);
        teach(reader, 2000, 2200);
        teach(middle, 2000, 2200);
        assertThat(distance(theta(reader), theta(policy))).isLessThan(0.01);
        assertSameScores(middle, reader, 0);
        assertThat(Checkpoint.write(middle)).isEqualTo(Checkpoint.write(reader));
    }

    private static StateWriter shared(AdditivePolicy policy) {
        StateWriter out = new StateWriter();
        policy.writeShared(out);
        return out;
    }

    @Test
    void stateOfBeforeThereWereSummariesIsRead() throws IOException {
        UcbGlm policy = new UcbGlm(2);
        policy.merge(gatheredOne(policy)); // a summary that reading must take away
        try (InputStream in = getClass().getResourceAsStream("ucb-glm-1.state")) {
            Checkpoint.read(Objects.requireNonNull(in).readAllBytes(), policy);
        }

        assertThat(policy.model().mean()).containsExactly(0.9395201729624771, -0.2041591196237764);
        assertThat(policy.model().fisher().logDeterminant()).isEqualTo(0.9792877339379294);
        assertThat(policy.model().count()).isEqualTo(4);
    }

    private static Increment gatheredOne(AdditivePolicy policy) {
        Increment increment = policy.increment();
        policy.gather(new double[] {1, 1}, 1, increment);
        return increment;
    }

    @ParameterizedTest
    @FieldSource("ALL")
    void anIncrementIsReadAsItWasWritten(IntFunction<AdditivePolicy> make) {
        AdditivePolicy policy = make.apply(D);
        Increment increment = gathered(policy, 0, 30);
        increment.offered(12.5, 40);
        increment.looked(7, 0.25);
        Increment read = Increment.read(increment.write());

        assertThat(read.write()).isEqualTo(increment.write());
        assertThat(read.count()).isEqualTo(30);
        assertThat(read.lookedAt()).isEqualTo(7);
        policy.merge(read);
        AdditivePolicy other = make.apply(D);
        other.merge(increment);
        assertSameScores(policy, other, 0);
    }

    @Test
    void damagedAndForeignIncrementsAreRefused() {
        LinUcb policy = new LinUcb(D);
        byte[] bytes = gathered(policy, 0, 3).write();
        bytes[40]++;
        assertThat(catchRead(bytes)).contains("checksum");
        assertThat(catchRead(Checkpoint.write(policy))).contains("not of increment/1");
        byte[] before = Checkpoint.write(policy);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> policy.merge(new LinTs(D).increment()))
                .withMessage("an increment of LinTS/1 with 4 coefficients cannot be merged into LinUCB/1 with 4");
        assertThatIllegalArgumentException().isThrownBy(() -> policy.merge(new LinUcb(3).increment()));
        assertThat(Checkpoint.write(policy)).isEqualTo(before);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> LinUcb.forgetting(D, 1).increment())
                .withMessageContaining("forgets");
    }

    private static String catchRead(byte[] bytes) {
        try {
            Increment.read(bytes);
        } catch (StateFormatException e) {
            return e.getMessage();
        }
        throw new AssertionError("it was read");
    }

    @ParameterizedTest
    @ValueSource(doubles = {1e-20, 1e-3, 1e12})
    void noMergeOfFiniteFeaturesMakesItFail(double scale) {
        LinUcb policy = new LinUcb(D, 1);
        Increment increment = policy.increment();
        for (int i = 0; i < 50; i++) {
            double[] x = x(i);
            x[0] *= 1e15 * scale;
            x[2] = x[1]; // singular but for the prior
            policy.gather(x, 1, increment);
        }
        policy.merge(increment);
        policy.merge(increment);

        for (int k = 0; k < 5; k++) {
            assertThat(scores(policy).mean()[k]).isFinite();
            assertThat(scores(policy).bonus()[k]).isFinite().isNotNegative();
        }
    }
}
