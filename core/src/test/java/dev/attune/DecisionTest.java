package dev.attune;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.attune.api.SettingSpace;
import dev.attune.catalog.Catalog;
import dev.attune.encode.Features;
import dev.attune.engine.Pull;
import dev.attune.state.StateFormatException;
import java.util.Arrays;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DecisionTest {
    private static Bandit bandit(String policy) {
        return Attune.bandit().policy(policy).rewards(0, 1).seed(7).build();
    }

    private static Decision decide(Bandit bandit) {
        return bandit.decide(Features.of("country", "DE", "age", 31), "tea", "coffee", "juice");
    }

    @ParameterizedTest
    @CsvSource({"LinUCB, true", "LinTS, false", "SGD-TS, true", "LinUCB-disjoint, true", "Random, false"})
    void isReadAsItWasWrittenWhetherItsProbabilityIsKnownOrNot(String policy, boolean known) {
        Bandit bandit = bandit(policy);
        for (int t = 1; t <= 20; t++) {
            Decision decision = decide(bandit);
            byte[] bytes = decision.toBytes();
            Decision read = Decision.fromBytes(bytes);
            assertThat(read.toBytes()).isEqualTo(bytes);
            assertThat(read.arm()).isEqualTo(decision.arm());
            assertThat(read.index()).isEqualTo(decision.index());
            assertThat(read.round()).isEqualTo(decision.round()).isEqualTo(t);
            assertThat(read.probability()).isEqualTo(decision.probability());
            assertThat(decision.probability().isPresent())
                    .isEqualTo(known || (t == 1 && policy.equals("LinTS"))); // all arms alike
            assertThat(read.bandit()).isEqualTo(decision.bandit());
            assertThat(read).hasToString(decision.toString());
            SettingSpace space = Catalog.policy(policy).space();
            Pull one = decision.pull(space);
            Pull other = read.pull(space);
            assertThat(other.x()).containsExactly(one.x());
            assertThat(other.suggestion().setting()).isEqualTo(one.suggestion().setting());
            assertThat(other.suggestion().memo())
                    .containsExactly(one.suggestion().memo());
            assertThat(other.tuned()).isEqualTo(one.tuned());
            bandit.reward(read, t % 2);
        }
    }

    @Test
    void aRewardOfTheBytesTeachesAsOneOfTheDecision() {
        Bandit bandit = bandit("LinUCB");
        Decision decision = decide(bandit);
        Bandit copy = Bandit.load(bandit.save());
        bandit.reward(decision, 1);
        copy.reward(Decision.fromBytes(decision.toBytes()), 1);
        assertThat(copy.save()).isEqualTo(bandit.save());
    }

    @Test
    void damagedOrForeignBytesAreRejected() {
        byte[] sound = decide(bandit("LinUCB")).toBytes();
        for (int i = 0; i < sound.length; i++) {
            byte[] flipped = sound.clone();
            flipped[i] ^= 0x04;
            byte[] cut = Arrays.copyOf(sound, i);
            assertThatExceptionOfType(StateFormatException.class).isThrownBy(() -> Decision.fromBytes(flipped));
            assertThatExceptionOfType(StateFormatException.class).isThrownBy(() -> Decision.fromBytes(cut));
        }
        byte[] bandit = bandit("LinUCB").save();
        assertThatExceptionOfType(StateFormatException.class)
                .isThrownBy(() -> Decision.fromBytes(bandit))
                .withMessageContaining("decision/1");
    }

    @Test
    void isDescribedForLogs() {
        Decision known = decide(Attune.bandit().warmup(1).seed(1).build());
        assertThat(known.probability()).isEqualTo(OptionalDouble.of(1.0 / 3));
        assertThat(known).hasToString(known.arm() + " (round 1, probability 0.3333)");
        Bandit thompson = bandit("LinTS");
        thompson.reward(
                decide(thompson), 1); // before the first reward all arms are equal, and so are their probabilities
        Decision unknown = decide(thompson);
        assertThat(unknown).hasToString(unknown.arm() + " (round 2, probability unknown)");
    }
}
