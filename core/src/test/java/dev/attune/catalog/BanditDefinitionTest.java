package dev.attune.catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.attune.Attune;
import dev.attune.api.Forgetting;
import dev.attune.api.Options;
import dev.attune.api.PolicyProvider;
import dev.attune.api.RewardRange;
import dev.attune.api.UniformShare;
import dev.attune.encode.EncoderDefinition;
import dev.attune.engine.DefinedBandit;
import dev.attune.state.Checkpoint;
import dev.attune.state.StateFormatException;
import dev.attune.state.StateWriter;
import java.util.Optional;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

class BanditDefinitionTest {
    private static EncoderDefinition dimension(int d) {
        return EncoderDefinition.builder().dimension(d).build();
    }

    private static BanditDefinition roundTrip(Consumer<StateWriter> writer) {
        return Checkpoint.open(Checkpoint.seal("definition", writer), "definition", BanditDefinition::read);
    }

    @Test
    void everythingHasADefault() {
        BanditDefinition definition = Attune.bandit().definition();

        assertThat(definition.policy()).isEqualTo("Auto");
        assertThat(definition.tuner()).isEqualTo("Auto");
        assertThat(definition.sparse()).isTrue();
        assertThat(definition.options().withSeed(0)).isEqualTo(Options.DEFAULT.withUniformShare(UniformShare.DEFAULT));
        assertThat(new DefinedBandit(definition).bandit().stateName())
                .startsWith("bandit of Auto of candidates forgetting detected/1");
        BanditDefinition onVectors = Attune.bandit().vectors(3).definition();
        assertThat(onVectors.policy()).isEqualTo("Auto");
        assertThat(onVectors.tuner()).isEqualTo("Auto");
    }

    @Test
    void namesAreThoseOfTheCatalogueInAnyCase() {
        BanditDefinition definition =
                Attune.bandit().policy("ucb-glm").tuner("cdt").definition();

        assertThat(definition.policy()).isEqualTo("UCB-GLM");
        assertThat(definition.tuner()).isEqualTo("CDT");
    }

    @Test
    void withoutATunerItHasTheDefaultOfItsPolicy() {
        assertThat(Attune.bandit().policy("Random").definition().tuner()).isEqualTo("Fixed");
        assertThat(Attune.bandit().policy("GLOC").definition().tuner()).isEqualTo("ED2RB");
        assertThat(Attune.bandit().policy("UCB-GLM").definition().tuner()).isEqualTo("VOI");
    }

    @Test
    void policyIsCalibratedIfTheTunerNeedsIt() {
        BanditDefinition voi = Attune.bandit().policy("UCB-GLM").definition();
        BanditDefinition fixed =
                Attune.bandit().policy("UCB-GLM").tuner("Fixed").definition();

        assertThat(voi.createPolicy().stateName()).isEqualTo("UCB-GLM with Fisher widths forgetting detected/1");
        assertThat(fixed.createPolicy().stateName()).isEqualTo("UCB-GLM forgetting detected/1");
    }

    @Test
    void isReadAsItWasWritten() {
        BanditDefinition[] definitions = {
            Attune.bandit().definition(),
            Attune.bandit()
                    .vectors(7)
                    .policy("LinTS-disjoint")
                    .seed(Long.MIN_VALUE)
                    .forgetting("500")
                    .definition(),
            Attune.bandit().vectors(7).forgetting("none").definition(),
            Attune.bandit().forgetting("none").definition(),
            Attune.bandit().uniformShare(0).definition(),
            Attune.bandit().vectors(7).uniformShare(0.1).definition(),
            Attune.bandit()
                    .policy("Laplace-TS")
                    .tuner("TL")
                    .rewards(0, 1)
                    .seed(-5)
                    .uniformShare(0.25)
                    .warmup(7)
                    .horizon(1000)
                    .encoder(EncoderDefinition.builder()
                            .dimension(5)
                            .interactions("context.a x id")
                            .build())
                    .definition()
        };
        for (BanditDefinition definition : definitions) {
            assertThat(roundTrip(definition::write)).isEqualTo(definition);
        }
    }

    /** Such files were written before models could forget. */
    @Test
    void stateWithoutForgettingForgetsNothingAndIsWrittenAsItWas() {
        byte[] before = Checkpoint.seal("definition", out -> fields(out, "LinUCB", 0));
        BanditDefinition read = Checkpoint.open(before, "definition", BanditDefinition::read);

        assertThat(read.options().forgetting()).isEqualTo(Forgetting.NONE);
        assertThat(read.createPolicy().stateName()).isEqualTo("LinUCB/1");
        assertThat(Checkpoint.seal("definition", read::write)).isEqualTo(before);
    }

    @Test
    void everyPolicyTakesDetectionAndOnlySomeAFixedMemory() {
        for (PolicyProvider policy : Catalog.policies()) {
            assertThat(Attune.bandit()
                            .policy(policy.name())
                            .definition()
                            .createPolicy()
                            .stateName())
                    .as(policy.name())
                    .matches(name -> name.contains("forgetting detected") == policy.canForget(Forgetting.DETECTED));
            assertThat(policy.canForget(Forgetting.NONE)).isTrue();
        }
        assertThat(Attune.bandit()
                        .policy("LinUCB-disjoint")
                        .forgetting("2000")
                        .definition()
                        .createPolicy()
                        .stateName())
                .isEqualTo("LinUCB-disjoint forgetting 2000/1");
        assertRejected(
                Attune.bandit().policy("GLM-TSL").forgetting("2000"),
                "forgetting = 2000: GLM-TSL has no fixed memory; it takes detected or none");
        assertRejected(
                Attune.bandit().policy("Random").forgetting("2000"),
                "forgetting = 2000: Random has no fixed memory; it takes none");
    }

    @Test
    void rejectsInvalidState() {
        assertThatExceptionOfType(StateFormatException.class)
                .isThrownBy(() -> roundTrip(out -> out.writeInt(9)))
                .withMessageContaining("version 9");
        assertThatExceptionOfType(StateFormatException.class)
                .isThrownBy(() -> roundTrip(out -> fields(out, "LinUBC", 0)))
                .withMessageContaining("there is no policy LinUBC");
        assertThatExceptionOfType(StateFormatException.class)
                .isThrownBy(() -> roundTrip(out -> fields(out, "LinUCB", 2)))
                .withMessageContaining("uniformShare = 2.0");
    }

    private static void fields(StateWriter out, String policy, double share) {
        out.writeInt(1);
        out.writeString(policy);
        out.writeString("VOI");
        out.writeDouble(0);
        out.writeDouble(1);
        out.writeLong(0);
        out.writeDouble(share);
        out.writeLong(0);
        out.writeLong(0);
        dimension(8).write(out);
    }

    @Test
    void anUnknownNameListsAllNames() {
        assertRejected(Attune.bandit().policy("LinUBC"), "there is no policy LinUBC; there are LinUCB, LinTS");
        assertRejected(Attune.bandit().tuner("VIO"), "there is no tuner VIO; there are VOI, Auto");
    }

    @Test
    void rejectsWhatDoesNotFit() {
        assertRejected(
                Attune.bandit().policy("Random").tuner("VOI"),
                "VOI needs a policy with an exploration path, which Random/1 has not");
        assertRejected(
                Attune.bandit().policy("Random").tuner("TL"), "Random/1 has no hyperparameter that a tuner could set");
        assertRejected(Attune.bandit().vectors(0), "dimension = 0 must be at least 1");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new BanditDefinition("LinUCB", "VOI", Optional.of(dimension(8)), 9, Options.DEFAULT))
                .withMessage("dimension = 9 is not that of the encoder, 8");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Attune.bandit().uniformShare(1.5))
                .withMessage("uniformShare = 1.5 must be between 0 and 1");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Attune.bandit().warmup(-1))
                .withMessage("warmup = -1 must not be negative");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Attune.bandit().horizon(-1))
                .withMessage("horizon = -1 must not be negative");
    }

    @Test
    void rejectsADimensionWhoseMatricesDoNotFitIntoMemory() {
        assertRejected(
                Attune.bandit().policy("LinUCB").encoder(dimension(1 << 16)),
                "dimension = 65536 is too large for LinUCB tuned by VOI");
        BanditDefinition diagonal = Attune.bandit()
                .policy("Laplace-TS")
                .tuner("Fixed")
                .encoder(dimension(1 << 16))
                .definition();

        assertThat(diagonal.leastBytes()).isZero();
        assertThat(new DefinedBandit(diagonal).encoder().dimension()).isEqualTo(1 << 16);
    }

    private static void assertRejected(Attune.Builder builder, String message) {
        assertThatIllegalArgumentException().isThrownBy(builder::definition).withMessageStartingWith(message);
    }

    /**
     * 2^30 bytes in six matrices for each of 64 arms: 591 features, 2^30 / (64 6 8) = 591.2^2. Two younger models of
     * three matrices make
     * twelve: 418 features.
     */
    @Test
    void aModelForEachArmMustHaveRoomForSixtyFourArms() {
        Attune.Builder builder = Attune.bandit().policy("LinTS-disjoint");
        assertThat(builder.encoder(dimension(418)).definition().mostArms()).isEqualTo(64);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> builder.encoder(dimension(419)).definition())
                .withMessageContainingAll("enough for 418 features", "more if changes are not detected");
        builder.forgetting(Forgetting.NONE);
        assertThat(builder.encoder(dimension(591)).definition().mostArms()).isEqualTo(64);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> builder.encoder(dimension(592)).definition())
                .withMessageContainingAll("592", "LinTS-disjoint", "enough for 591 features");
        assertThat(builder.encoder(dimension(43)).definition().mostArms()).isEqualTo(10_000);
    }

    @Test
    void learnableRewardsAreThoseOfBanditAndPolicy() {
        assertThat(Attune.bandit().rewards(-3, 5).definition().learnableRewards())
                .isEqualTo(new RewardRange(-3, 5));
        assertThat(Attune.bandit()
                        .policy("UCB-GLM")
                        .rewards(-3, 0.5)
                        .definition()
                        .learnableRewards())
                .isEqualTo(new RewardRange(0, 0.5));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Attune.bandit()
                        .policy("UCB-GLM")
                        .rewards(5, 9)
                        .definition()
                        .learnableRewards())
                .withMessageContaining("UCB-GLM");
    }
}
