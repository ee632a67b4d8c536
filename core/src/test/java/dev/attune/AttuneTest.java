package dev.attune;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.attune.api.ActionSet;
import dev.attune.api.Forgetting;
import dev.attune.api.Options;
import dev.attune.api.RewardRange;
import dev.attune.api.Tuning;
import dev.attune.api.UniformShare;
import dev.attune.catalog.BanditDefinition;
import dev.attune.encode.EncoderDefinition;
import dev.attune.encode.Features;
import dev.attune.policy.Gloc;
import dev.attune.policy.LinTs;
import dev.attune.policy.LinUcb;
import dev.attune.policy.UniformRandom;
import dev.attune.state.StateFormatException;
import dev.attune.tuner.Fixed;
import dev.attune.tuner.RandUcb;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class AttuneTest {
    private static final EncoderDefinition SMALL =
            EncoderDefinition.builder().dimension(8).build();

    @Test
    void threeLinesSuffice() {
        Bandit bandit = Attune.bandit().build();
        Decision decision = bandit.decide(Features.of("country", "DE", "age", 31), "tea", "coffee", "juice");
        bandit.reward(decision, 1.0);

        assertThat(decision.arm()).isIn("tea", "coffee", "juice");
        assertThat(bandit.rounds()).isEqualTo(1);
    }

    @Test
    void optionsAreThoseOfTheDefinition() {
        BanditDefinition definition = Attune.bandit()
                .policy("lints")
                .tuner("cdt")
                .encoder(SMALL)
                .seed(-3)
                .rewards(-1, 4)
                .uniformShare(0.25)
                .warmup(9)
                .horizon(700)
                .forgetting("none")
                .definition();

        assertThat(definition.policy()).isEqualTo("LinTS");
        assertThat(definition.tuner()).isEqualTo("CDT");
        assertThat(definition.encoder()).contains(SMALL);
        assertThat(definition.options())
                .isEqualTo(
                        new Options(-3, new RewardRange(-1, 4), UniformShare.constant(0.25), 9, 700, Forgetting.NONE));
        assertThat(Attune.bandit().vectors(5).definition().encoder()).isEmpty();
        assertThat(Attune.bandit().vectors(5).definition().dimension()).isEqualTo(5);
    }

    @Test
    void defaultSeedDiffersBetweenTwoBanditsAndIsReported() {
        Attune.Builder builder = Attune.bandit().encoder(SMALL);
        Bandit one = builder.build();
        Bandit two = builder.build();

        assertThat(one.seed()).isNotEqualTo(two.seed()); // equal once in 2^64 runs
        assertThat(one.definition().orElseThrow().options().seed()).isEqualTo(one.seed());
        assertThat(one.toString()).contains("seed " + one.seed());
        assertThat(builder.seed(12).build().seed()).isEqualTo(12);
        Bandit replay = Attune.bandit().encoder(SMALL).seed(one.seed()).build();
        assertThat(choices(replay, 100)).isEqualTo(choices(one, 100));
    }

    private static List<String> choices(Bandit bandit, int rounds) {
        List<String> choices = new ArrayList<>();
        for (int t = 0; t < rounds; t++) {
            Decision decision = bandit.decide(Features.of("hour", t % 24), "tea", "coffee", "juice");
            choices.add(decision.toString());
            bandit.reward(decision, decision.index() == t % 3 ? 1 : 0);
        }
        return choices;
    }

    @Test
    void loadNeedsNoOptionsAndContinuesBitForBit() {
        Bandit bandit = Attune.bandit()
                .policy("GLOC")
                .encoder(SMALL)
                .uniformShare(0.2)
                .rewards(0, 1)
                .build();
        choices(bandit, 50);
        Bandit loaded = Bandit.load(bandit.save());

        assertThat(choices(loaded, 100)).isEqualTo(choices(bandit, 100));
        assertThat(loaded.save()).isEqualTo(bandit.save());
    }

    // ---- objects

    private static List<String> choicesOfVectors(Bandit bandit, int rounds) {
        List<String> choices = new ArrayList<>();
        Scene scene = Scene.freshArms(3, 5, 0.5, 9);
        for (int t = 1; t <= rounds; t++) {
            Decision decision = bandit.decide(scene.arms(t));
            choices.add(decision.toString());
            bandit.reward(decision, decision.index() % 2);
        }
        return choices;
    }

    @Test
    void policiesAndTunersMayBeObjects() {
        Bandit byName = Attune.bandit().policy("LinUCB").vectors(3).seed(5).build();
        Bandit byObject = Attune.bandit().policy(new LinUcb(3)).seed(5).build();
        assertThat(choicesOfVectors(byObject, 100)).isEqualTo(choicesOfVectors(byName, 100));

        Bandit fixedByName = Attune.bandit()
                .policy("LinUCB")
                .tuner("Fixed")
                .vectors(3)
                .seed(5)
                .build();
        Bandit tunerObject = Attune.bandit()
                .vectors(3)
                .policy("LinUCB")
                .tuner(new Fixed(LinUcb.SPACE.preset()))
                .seed(5)
                .build();
        assertThat(choicesOfVectors(tunerObject, 100)).isEqualTo(choicesOfVectors(fixedByName, 100));
        Bandit pathByName = Attune.bandit()
                .policy("LinTS")
                .tuner("RandUCB")
                .vectors(3)
                .seed(5)
                .build();
        Bandit pathObject = Attune.bandit()
                .policy(new LinTs(3))
                .tuner(new RandUcb())
                .seed(5)
                .build();
        assertThat(choicesOfVectors(pathObject, 100)).isEqualTo(choicesOfVectors(pathByName, 100));
        Bandit both = Attune.bandit()
                .policy(new Gloc(3))
                .tuner(Tuning.of(new RandUcb(), new Fixed(Gloc.SPACE.setting(1, 0.7))))
                .build();
        assertThat(choicesOfVectors(both, 10)).hasSize(10);
        assertThat(both.definition()).isEmpty();
        assertThatIllegalStateException()
                .isThrownBy(() -> Attune.bandit().policy(new LinUcb(3)).definition())
                .withMessageContaining("register a provider");
    }

    @Test
    void theLastOfNameAndObjectCounts() {
        Bandit named =
                Attune.bandit().policy(new LinTs(3)).policy("Random").vectors(2).build();
        assertThat(named.definition().orElseThrow().policy()).isEqualTo("Random");
        Bandit tuned =
                Attune.bandit().tuner(new RandUcb()).tuner("Fixed").vectors(2).build();
        assertThat(tuned.definition().orElseThrow().tuner()).isEqualTo("Fixed");
    }

    @Test
    void banditsOfObjectsAreLoadedByABuilderWithTheSameObjects() {
        Bandit bandit = Attune.bandit().policy(new LinTs(3)).uniformShare(0.1).build();
        choicesOfVectors(bandit, 50);
        Decision open = bandit.decide(ActionSet.ofRows(new double[] {1, 2, 3}));
        byte[] saved = bandit.save();
        Bandit loaded = Attune.bandit().policy(new LinTs(3)).uniformShare(0.1).load(saved); // the seed is the saved one

        assertThat(loaded.seed()).isEqualTo(bandit.seed());
        assertThat(loaded.save()).isEqualTo(saved);
        loaded.reward(open, 1);
        bandit.reward(open, 1);
        assertThat(choicesOfVectors(loaded, 50)).isEqualTo(choicesOfVectors(bandit, 50));
        assertThat(loaded.save()).isEqualTo(bandit.save());
        assertThat(Attune.bandit()
                        .policy(new LinTs(3))
                        .uniformShare(0.1)
                        .seed(bandit.seed())
                        .load(saved)
                        .save())
                .isEqualTo(saved);
    }

    @Test
    void banditsOfObjectsAreNotLoadedIntoOthers() {
        byte[] saved = Attune.bandit().policy(new LinTs(3)).seed(3).build().save();
        assertThatExceptionOfType(StateFormatException.class)
                .isThrownBy(() -> Bandit.load(saved))
                .withMessageContaining("Attune.bandit().policy(object)");
        assertThatExceptionOfType(StateFormatException.class)
                .isThrownBy(() -> Attune.bandit().policy(new LinUcb(3)).load(saved))
                .withMessageContainingAll("LinTS/1", "LinUCB/1");
        assertThatExceptionOfType(StateFormatException.class)
                .isThrownBy(() -> Attune.bandit().policy(new LinTs(4)).load(saved));
        assertThatExceptionOfType(StateFormatException.class)
                .isThrownBy(() -> Attune.bandit().policy(new LinTs(3)).seed(4).load(saved))
                .withMessageContaining("seed 3");
        byte[] named = Attune.bandit().encoder(SMALL).build().save();
        assertThatExceptionOfType(StateFormatException.class)
                .isThrownBy(() -> Attune.bandit().policy(new LinTs(3)).load(named));
    }

    // ---- what is rejected

    @Test
    void vectorsAndNamedFeaturesExcludeEachOther() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Attune.bandit().vectors(3).encoder(SMALL).build())
                .withMessageContainingAll("vectors(3)", "encoder(...)", "exclude each other");
        assertThatIllegalArgumentException()
                .isThrownBy(() ->
                        Attune.bandit().policy(new LinUcb(3)).encoder(SMALL).build())
                .withMessageContainingAll("encoder(...)", "objects take vectors");
    }

    @Test
    void objectsMustFitEachOther() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Attune.bandit().tuner(new RandUcb()).build())
                .withMessage("a tuner object needs a policy object, or vectors(length)");
        assertThatIllegalArgumentException()
                .isThrownBy(
                        () -> Attune.bandit().policy(new LinUcb(3)).vectors(4).build())
                .withMessage("vectors(4) is not the dimension of the policy, 3");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Attune.bandit()
                        .policy(new LinUcb(3))
                        .tuner(new Fixed(Gloc.SPACE.preset()))
                        .build());
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Attune.bandit()
                        .policy(new UniformRandom(3))
                        .tuner(new RandUcb())
                        .build())
                .withMessageContaining("exploration path");
    }

    @Test
    void invalidOptionsAreRejectedByNameAndValue() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Attune.bandit().policy("LinUBC").build())
                .withMessageContainingAll("LinUBC", "LinUCB", "GLOC");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Attune.bandit().tuner("CTD").build())
                .withMessageContainingAll("CTD", "CDT", "VOI");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Attune.bandit().rewards(1, 0))
                .withMessageContaining("[1.0, 0.0]");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Attune.bandit().uniformShare(Double.NaN))
                .withMessageContaining("uniformShare = NaN");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Attune.bandit().vectors(-1).build())
                .withMessageContaining("dimension = -1");
    }

    /**
     * Six matrices of 10^10 numbers, and six of younger models, of 8 bytes; the message tells before anything is
     * allocated.
     */
    @Test
    @Timeout(value = 2, unit = TimeUnit.SECONDS)
    void aBanditThatDoesNotFitIntoMemoryIsRejectedAtOnce() {
        assertThatIllegalArgumentException()
                .isThrownBy(
                        () -> Attune.bandit().policy("LinUCB").vectors(100_000).build())
                .withMessageContainingAll(
                        "dimension = 100000",
                        "12 matrices",
                        "960 GB",
                        "the limit is 1 GB",
                        "3344 features, and for more if changes are not detected");
        assertThat(Attune.bandit()
                        .policy("Laplace-TS")
                        .tuner("Fixed")
                        .vectors(100_000)
                        .build()
                        .rounds())
                .isZero();
    }
}
