package dev.attune.encode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.attune.math.RoundRandom;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The named terms of an arm are exactly what its vector consists of. */
class NamedTermTest {
    private static final int ALL = Integer.MAX_VALUE;

    private static Features context(RoundRandom rng) {
        return Features.builder()
                .category("country", "c" + rng.nextInt(3))
                .number("age", rng.nextInt(60))
                .flag("returning", rng.nextBoolean())
                .build();
    }

    private static Arm arm(RoundRandom rng, int k) {
        if (rng.nextInt(3) == 0) {
            return new Arm("plain" + k, Features.NONE);
        }
        return new Arm(
                "arm" + k,
                Features.builder()
                        .tags("topics", List.of("x", "y" + rng.nextInt(2), "x"))
                        .numbers("v", List.of(rng.nextDouble(), rng.nextDouble(), 0.0))
                        .category("genre", "<b>" + rng.nextInt(4))
                        .number("price", rng.nextInt(9))
                        .build());
    }

    @ParameterizedTest
    @EnumSource(ArmIdentity.class)
    void theTermsAddUpToTheVector(ArmIdentity identity) {
        String[] joined = identity == ArmIdentity.NEVER
                ? new String[] {"context x arm.genre", "context.age x arm.v"}
                : new String[] {"context x arm.genre", "context.age x arm.v", "context x id", "arm.price x id"};
        for (boolean alone : new boolean[] {true, false}) {
            Encoder encoder = new Encoder(EncoderDefinition.builder()
                    .dimension(17)
                    .bias(alone)
                    .armIdentity(identity)
                    .contextAlone(alone)
                    .armAlone(alone)
                    .interactions(joined)
                    .standardise(alone)
                    .build());
            for (int t = 0; t < 60; t++) {
                RoundRandom rng = new RoundRandom(4, t);
                Features shared = context(rng);
                Arm arm = arm(rng, t % 5);
                double[] sum = new double[encoder.dimension()];
                for (NamedTerm term : encoder.terms(shared, arm, ALL)) {
                    assertThat(Math.abs(term.sign())).isEqualTo(1);
                    sum[term.slot()] += term.sign() * term.value();
                }
                double[] x = encoder.encodeWithoutLearning(shared, List.of(arm)).features(0);
                assertThat(sum).as("round %d", t).containsExactly(x, within(1e-12));
                encoder.encode(shared, List.of(arm));
            }
        }
    }

    @Test
    void namesSayPlaceFeatureAndValue() {
        Encoder encoder = Encoder.of(64);
        Features visitor = Features.builder()
                .category("country", "DE")
                .flag("returning", true)
                .build();
        Features own = Features.builder()
                .category("genre", "jazz")
                .numbers("v", List.of(2.0))
                .build();
        encoder.encode(visitor, List.of(new Arm("a", own)));
        Features later = Features.builder()
                .category("genre", "jazz")
                .numbers("v", List.of(3.0))
                .build();

        assertThat(encoder.terms(visitor, new Arm("a", later), ALL))
                .extracting(NamedTerm::name)
                .contains(
                        "bias",
                        "context.country=DE",
                        "context.returning",
                        "arm.genre=jazz",
                        "arm.v[0]",
                        "context.country=DE x arm.genre=jazz",
                        "context.returning x arm.v[0]");
        assertThat(encoder.terms(visitor, new Arm("b", Features.NONE), ALL))
                .extracting(NamedTerm::name)
                .contains("id=b");
    }

    @Test
    void noMoreThanWantedAndPairsLast() {
        Encoder encoder = Encoder.of(64);
        Features visitor = Features.builder().tags("t", List.of("1", "2", "3")).build();
        Arm arm = new Arm(
                "a", Features.builder().tags("u", List.of("1", "2", "3")).build());

        assertThat(encoder.terms(visitor, arm, ALL)).hasSize(1 + 3 + 3 + 9);
        assertThat(encoder.terms(visitor, arm, 8)).extracting(NamedTerm::name).endsWith("context.t=1 x arm.u=1");
        assertThat(encoder.terms(visitor, arm, 2)).hasSize(2);
    }
}
