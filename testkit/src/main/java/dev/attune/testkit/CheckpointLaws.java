package dev.attune.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.attune.api.ActionSet;
import dev.attune.api.Policy;
import dev.attune.api.Setting;
import dev.attune.state.Checkpoint;
import dev.attune.state.StateFormatException;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** A saved policy continues bit for bit as the original does; bytes that are not a saved policy change nothing. */
public interface CheckpointLaws {
    /** Creates a policy for arms of this many features; two calls create equal ones. */
    Policy create(int dimension);

    /** A restored policy makes the same decisions and ends in the same state, from whichever round it was saved in. */
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

    /** A restored policy stays equal for longer than any refresh period, so that hidden counters would show. */
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

    /** What a policy has learnt before it is restored leaves no trace. */
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

    /** State written by {@link Policy#writePublished} chooses as the original does, and its size does not grow with the rewards. */
    @Test
    default void publishedStateChoosesAlikeAndDoesNotGrow() {
        Policy original = create(3);
        Setting setting = original.space().preset();
        Worlds.play(original, 1, 301, setting);
        int size = published(original).length;
        Worlds.play(original, 301, 901, setting);
        byte[] bytes = published(original);
        assertThat(bytes.length).as("size after 900 rewards").isLessThanOrEqualTo(size);
        Policy reader = create(3);
        Worlds.restore(bytes, reader);
        for (long t = 901; t < 1000; t++) {
            ActionSet arms = Worlds.changingArms(t, 3);
            assertThat(reader.select(arms, setting, Worlds.choice(t)))
                    .as("round %d", t)
                    .isEqualTo(original.select(arms, setting, Worlds.choice(t)));
        }
    }

    private static byte[] published(Policy policy) {
        return Checkpoint.seal(policy.stateName(), policy::writePublished);
    }

    /** Bytes that are cut, extended or changed are rejected and change nothing. */
    @Test
    default void damagedBytesAreRejectedAndChangeNothing() {
        Policy policy = create(2);
        Worlds.play(policy, 1, 40, policy.space().preset());
        Policy other = create(2);
        Worlds.play(other, 100, 170, policy.space().preset());
        byte[] before = Worlds.state(policy);
        byte[] sound = Worlds.state(other);
        for (int at = 0; at < sound.length; at += Math.max(1, sound.length / 97)) {
            byte[] flipped = sound.clone();
            flipped[at] ^= 0x10;
            rejects(flipped, policy, before);
            rejects(Arrays.copyOf(sound, at), policy, before);
        }
        rejects(Arrays.copyOf(sound, sound.length + 1), policy, before);
    }

    /** State of a policy for another number of features is rejected and changes nothing. */
    @Test
    default void stateOfAnotherDimensionIsRejectedAndChangesNothing() {
        Policy policy = create(2);
        Worlds.play(policy, 1, 40, policy.space().preset());
        Policy wide = create(3);
        Worlds.play(wide, 1, 40, policy.space().preset());
        rejects(Worlds.state(wide), policy, Worlds.state(policy));
    }

    private static void rejects(byte[] bytes, Policy policy, byte[] before) {
        assertThatExceptionOfType(StateFormatException.class).isThrownBy(() -> Worlds.restore(bytes, policy));
        assertThat(Worlds.state(policy)).isEqualTo(before);
    }
}
