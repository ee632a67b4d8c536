package dev.attune.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.attune.api.Policy;
import dev.attune.api.Setting;
import dev.attune.state.StateFormatException;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** A saved policy goes on bit for bit as the original does; what is not a saved policy changes nothing. */
interface CheckpointLaws {
    Policy create(int dimension);

    @Test
    default void restoredPolicyMakesTheSameNextDecisionsAndEndsInTheSameState() {
        for (int saveAt : new int[] {1, 13, 300, 700}) {
            Policy original = create(3);
            Setting setting = original.space().preset();
            Worlds.play(original, 1, saveAt, setting);
            byte[] saved = Worlds.state(original);
            Policy restored = create(3);
            Worlds.restore(saved, restored);
            assertThat(Worlds.state(restored)).isEqualTo(saved);

            assertThat(Worlds.play(restored, saveAt, saveAt + 100, setting))
                    .as("decisions after round %d", saveAt)
                    .isEqualTo(Worlds.play(original, saveAt, saveAt + 100, setting));
            assertThat(Worlds.state(restored)).isEqualTo(Worlds.state(original));
        }
    }

    /** Longer than any refresh period, so that hidden counters would show. */
    @Test
    default void restoredPolicyStaysEqualOverManyRounds() {
        Policy original = create(2);
        Setting setting = original.space().preset();
        Worlds.play(original, 1, 400, setting);
        Policy restored = create(2);
        Worlds.restore(Worlds.state(original), restored);
        Worlds.play(original, 400, 1600, setting);
        Worlds.play(restored, 400, 1600, setting);
        assertThat(Worlds.state(restored)).isEqualTo(Worlds.state(original));
    }

    @Test
    default void restoringReplacesAnotherHistoryCompletely() {
        Policy original = create(3);
        Setting setting = original.space().preset();
        Worlds.play(original, 1, 150, setting);
        Policy other = create(3);
        Worlds.play(other, 5000, 5900, setting);
        Worlds.restore(Worlds.state(original), other);
        assertThat(Worlds.play(other, 150, 250, setting)).isEqualTo(Worlds.play(original, 150, 250, setting));
        assertThat(Worlds.state(other)).isEqualTo(Worlds.state(original));
    }

    @Test
    default void damagedBytesAreRefusedAndChangeNothing() {
        Policy policy = create(2);
        Worlds.play(policy, 1, 40, policy.space().preset());
        Policy other = create(2);
        Worlds.play(other, 100, 170, policy.space().preset());
        byte[] before = Worlds.state(policy);
        byte[] sound = Worlds.state(other);
        for (int at = 0; at < sound.length; at += Math.max(1, sound.length / 97)) {
            byte[] flipped = sound.clone();
            flipped[at] ^= 0x10;
            refuses(flipped, policy, before);
            refuses(Arrays.copyOf(sound, at), policy, before);
        }
        refuses(Arrays.copyOf(sound, sound.length + 1), policy, before);
    }

    @Test
    default void stateOfAnotherDimensionIsRefusedAndChangesNothing() {
        Policy policy = create(2);
        Worlds.play(policy, 1, 40, policy.space().preset());
        Policy wide = create(3);
        Worlds.play(wide, 1, 40, policy.space().preset());
        byte[] saved = Worlds.state(wide);
        if (keepsNumbers()) {
            refuses(saved, policy, Worlds.state(policy));
        }
    }

    /** False for a policy that learns nothing, whose states are all alike. */
    default boolean keepsNumbers() {
        return true;
    }

    private static void refuses(byte[] bytes, Policy policy, byte[] before) {
        assertThatExceptionOfType(StateFormatException.class).isThrownBy(() -> Worlds.restore(bytes, policy));
        assertThat(Worlds.state(policy)).isEqualTo(before);
    }
}
