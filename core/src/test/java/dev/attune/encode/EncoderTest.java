package dev.attune.encode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import dev.attune.api.ActionSet;
import java.util.List;
import org.junit.jupiter.api.Test;

class EncoderTest {
    private static final Features VISITOR =
            Features.builder().category("country", "DE").flag("returning", true).build();
    private static final Arm A = arm("a");
    private static final Arm B = arm("b");

    private static Arm arm(String id) {
        return new Arm(id, Features.NONE);
    }

    private static Features category(String name, String value) {
        return Features.builder().category(name, value).build();
    }

    private static Encoder encoder(EncoderDefinition.Builder definition) {
        return new Encoder(definition.build());
    }

    /** An encoder in which single keys are seen: nothing but what is asked for, and slots enough. */
    private static EncoderDefinition.Builder sparse() {
        return EncoderDefinition.builder().dimension(4096).bias(false).interactions();
    }

    private static double[] first(Encoder encoder, Features context, Arm arm) {
        return encoder.encodeWithoutLearning(context, List.of(arm)).features(0);
    }

    private static long nonZero(double[] x) {
        long n = 0;
        for (double value : x) {
            n += value == 0 ? 0 : 1;
        }
        return n;
    }

    private static double norm(double[] x) {
        double sum = 0;
        for (double value : x) {
            sum += value * value;
        }
        return Math.sqrt(sum);
    }

    /** Both vectors were computed by another program from the definition in the documentation. */
    @Test
    void theVectorsOfTheDefaultsAreThoseOfTheDefinition() {
        Arm film = new Arm(
                "film",
                Features.builder()
                        .category("genre", "drama")
                        .tags("topics", List.of("x", "y"))
                        .build());

        ActionSet arms = Encoder.of(8).encode(VISITOR, List.of(A, film));

        assertThat(arms.features(0)).containsExactly(1, 0, 1, -1, -1, 0, -2, 0);
        assertThat(arms.features(1)).containsExactly(1, 0, 0, 0, -2, 1, -1, -1);
    }

    @Test
    void numbersEnterAsTheyAreIfTheyAreNotStandardised() {
        Features context = Features.builder()
                .category("country", "DE")
                .flag("returning", false)
                .build();
        Features own = Features.builder()
                .number("price", 2.5)
                .numbers("v", List.of(0.25, -3.0))
                .build();
        Encoder encoder = encoder(EncoderDefinition.builder().dimension(16).standardise(false));

        assertThat(first(encoder, context, new Arm("a", own)))
                .containsExactly(1, 0, 0, 0.25, 0, -3, -2.5, 0.75, 3, 0, -2.5, 0, -1, 2.5, 0, 3.25);
    }

    @Test
    void theBiasHasASlotOfItsOwn() {
        Encoder encoder = encoder(EncoderDefinition.builder().dimension(2));

        for (int i = 0; i < 100; i++) {
            double[] x = first(encoder, category("c", "v" + i), arm("arm" + i));
            assertThat(x[0]).isEqualTo(1);
        }
    }

    @Test
    void withoutABiasAllSlotsAreHashedInto() {
        Encoder encoder = encoder(EncoderDefinition.builder().dimension(1).bias(false));

        assertThat(first(encoder, Features.NONE, A)[0]).isIn(-1.0, 1.0);
    }

    @Test
    void armsWithoutFeaturesAreToldApartByTheirIdentity() {
        ActionSet arms = encoder(sparse()).encode(Features.NONE, List.of(A, B));

        assertThat(nonZero(arms.features(0))).isEqualTo(1);
        assertThat(arms.features(0)).isNotEqualTo(arms.features(1));
    }

    @Test
    void identityIsForArmsWithoutFeaturesOrAllOrNone() {
        Arm film = new Arm("film", category("genre", "drama"));
        Encoder always = encoder(sparse().armIdentity(ArmIdentity.ALWAYS));
        Encoder never = encoder(sparse().armIdentity(ArmIdentity.NEVER));

        assertThat(nonZero(first(encoder(sparse()), Features.NONE, film))).isEqualTo(1);
        assertThat(nonZero(first(always, Features.NONE, film))).isEqualTo(2);
        assertThat(nonZero(first(never, Features.NONE, film))).isEqualTo(1);
        assertThat(nonZero(first(never, Features.NONE, A))).isZero();
    }

    @Test
    void theContextAloneShiftsAllArmsAlike() {
        Encoder alone = encoder(sparse());
        ActionSet without = alone.encode(Features.NONE, List.of(A, B));
        ActionSet with = alone.encode(VISITOR, List.of(A, B));

        for (int i = 0; i < alone.dimension(); i++) {
            assertThat(with.byFeature()[i][0] - without.byFeature()[i][0])
                    .isEqualTo(with.byFeature()[i][1] - without.byFeature()[i][1]);
        }
        assertThat(nonZero(with.features(0))).isEqualTo(3);
    }

    @Test
    void whatIsNotWantedOnItsOwnEntersByInteractionsOnly() {
        Arm film = new Arm("film", category("genre", "drama"));
        Encoder joined = encoder(sparse().contextAlone(false).armAlone(false).interactions("context x arm"));

        assertThat(nonZero(first(joined, VISITOR, film))).isEqualTo(2);
        assertThat(nonZero(first(joined, Features.NONE, film))).isZero();
    }

    @Test
    void anInteractionJoinsWhatItNames() {
        Arm film = new Arm(
                "film",
                Features.builder().category("genre", "drama").flag("new", true).build());
        EncoderDefinition.Builder bare = sparse().contextAlone(false).armAlone(false);

        assertThat(nonZero(first(encoder(bare.interactions("context.country x arm.genre")), VISITOR, film)))
                .isEqualTo(1);
        assertThat(nonZero(first(encoder(bare.interactions("context.country x arm")), VISITOR, film)))
                .isEqualTo(2);
        assertThat(nonZero(first(encoder(bare.interactions("context x arm")), VISITOR, film)))
                .isEqualTo(4);
        assertThat(nonZero(first(encoder(bare.interactions("context.age x arm")), VISITOR, film)))
                .isZero();
    }

    @Test
    void identityIsASideOfInteractions() {
        Arm film = new Arm("film", category("genre", "drama"));
        EncoderDefinition.Builder bare =
                sparse().contextAlone(false).armAlone(false).armIdentity(ArmIdentity.ALWAYS);

        assertThat(nonZero(first(encoder(bare.interactions("context.country x id")), VISITOR, film)))
                .isEqualTo(2);
        assertThat(nonZero(first(encoder(bare.interactions("arm.genre x id")), VISITOR, film)))
                .isEqualTo(2);
        assertThat(nonZero(first(encoder(bare.interactions("arm.price x id")), VISITOR, film)))
                .isEqualTo(1);
        assertThat(nonZero(first(encoder(bare.interactions("arm x id")), VISITOR, A)))
                .isEqualTo(1);
    }

    @Test
    void aPairThatTwoInteractionsNameEntersOnce() {
        Arm film = new Arm("film", category("genre", "drama"));
        Encoder once = encoder(sparse().interactions("context x arm"));
        Encoder twice = encoder(sparse().interactions("context x arm", "context.country x arm.genre"));

        assertThat(first(twice, VISITOR, film)).isEqualTo(first(once, VISITOR, film));
    }

    @Test
    void aCategoryNeverSeenBeforeIsAKeyLikeAnyOther() {
        Encoder encoder = encoder(sparse());
        encoder.encode(VISITOR, List.of(A));

        assertThat(nonZero(first(encoder, category("country", "XX"), A))).isEqualTo(2);
    }

    @Test
    void aMissingFeatureContributesNothing() {
        Encoder encoder = encoder(sparse());

        assertThat(nonZero(first(encoder, VISITOR, A))).isEqualTo(3);
        assertThat(nonZero(first(encoder, category("country", "DE"), A))).isEqualTo(2);
        assertThat(nonZero(first(encoder, Features.NONE, A))).isEqualTo(1);
    }

    @Test
    void aFlagIsYesOrNoOrMissing() {
        Encoder encoder = encoder(sparse());
        double[] yes = first(encoder, Features.builder().flag("f", true).build(), A);
        double[] no = first(encoder, Features.builder().flag("f", false).build(), A);
        double[] missing = first(encoder, Features.NONE, A);

        for (int i = 0; i < yes.length; i++) {
            assertThat(yes[i] - missing[i]).isEqualTo(missing[i] - no[i]);
        }
        assertThat(yes).isNotEqualTo(no);
    }

    @Test
    void aCategoryIsAListOfOneTagAndATagListedTwiceCountsTwice() {
        Encoder encoder = encoder(sparse());
        double[] category = first(encoder, Features.NONE, new Arm("a", category("t", "x")));
        double[] one = first(encoder, Features.NONE, tagged("x"));
        double[] two = first(encoder, Features.NONE, tagged("x", "x"));

        assertThat(one).isEqualTo(category);
        assertThat(norm(two)).isEqualTo(2);
        assertThat(nonZero(two)).isEqualTo(1);
    }

    private static Arm tagged(String... tags) {
        return new Arm("a", Features.builder().tags("t", List.of(tags)).build());
    }

    @Test
    void oneNameMayBeANumberOnceAndACategoryTheNextTime() {
        Encoder encoder = encoder(sparse().standardise(false));
        double[] number = first(
                encoder,
                Features.NONE,
                new Arm("a", Features.builder().number("n", 1).build()));
        double[] category = first(encoder, Features.NONE, new Arm("a", category("n", "1")));

        assertThat(nonZero(number)).isEqualTo(1);
        assertThat(nonZero(category)).isEqualTo(1);
        assertThat(number).isNotEqualTo(category);
    }

    @Test
    void anotherSeedPutsFeaturesIntoOtherSlots() {
        assertThat(first(encoder(sparse()), VISITOR, A)).isNotEqualTo(first(encoder(sparse().hashSeed(1)), VISITOR, A));
    }

    @Test
    void vectorsOfUnitNormPointTheSameWay() {
        double[] free = first(encoder(EncoderDefinition.builder()), VISITOR, A);
        double[] unit = first(encoder(EncoderDefinition.builder().unitNorm(true)), VISITOR, A);

        assertThat(norm(unit)).isCloseTo(1, within(1e-15));
        for (int i = 0; i < free.length; i++) {
            assertThat(unit[i]).isCloseTo(free[i] / norm(free), within(1e-15));
        }
    }

    @Test
    void anArmOfWhichNothingIsKnownHasNoUnitNorm() {
        Encoder encoder =
                encoder(sparse().unitNorm(true).armIdentity(ArmIdentity.NEVER).contextAlone(false));

        assertThat(norm(first(encoder, VISITOR, A))).isZero();
    }

    @Test
    void lookingEncodesAsDecidingWould() {
        Encoder encoder = Encoder.of(32);
        Features context = Features.builder().number("age", 30).build();
        encoder.encode(context, List.of(A, B));
        encoder.encode(Features.builder().number("age", 50).build(), List.of(A, B));

        ActionSet looked = encoder.encodeWithoutLearning(context, List.of(A, B));
        ActionSet again = encoder.encodeWithoutLearning(context, List.of(A, B));
        ActionSet decided = encoder.encode(context, List.of(A, B));

        assertThat(looked.byFeature()).isDeepEqualTo(decided.byFeature());
        assertThat(again.byFeature()).isDeepEqualTo(decided.byFeature());
    }

    @Test
    void refusesARoundWithoutArmsAndNamesAnIdThatIsGivenTwice() {
        Encoder encoder = Encoder.of(8);

        assertThatIllegalArgumentException()
                .isThrownBy(() -> encoder.encode(VISITOR, List.of()))
                .withMessage("a round needs at least one arm, but there is none");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> encoder.encode(VISITOR, List.of(A, B, arm("a"))))
                .withMessage("arm id a is given twice in one round");
    }
}
