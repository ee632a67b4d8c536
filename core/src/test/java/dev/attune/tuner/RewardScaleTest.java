package dev.attune.tuner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.attune.api.RewardRange;
import dev.attune.state.Checkpoint;
import dev.attune.state.Checkpointed;
import dev.attune.state.StateFormatException;
import dev.attune.state.StateReader;
import dev.attune.state.StateWriter;
import org.junit.jupiter.api.Test;

class RewardScaleTest {
    @Test
    void aDeclaredRangeIsMappedLinearlyAndCutAtItsEnds() {
        RewardScale scale = RewardScale.declared(new RewardRange(-2, 6));

        assertThat(scale.toUnit(-2)).isZero();
        assertThat(scale.toUnit(0)).isEqualTo(0.25);
        assertThat(scale.toUnit(6)).isEqualTo(1);
        assertThat(scale.toUnit(-3)).isZero();
        assertThat(scale.toUnit(7)).isEqualTo(1);
        assertThat(scale.toUnit(0)).as("not moved by what was cut").isEqualTo(0.25);
    }

    @Test
    void anUndeclaredRangeIsWhatWasSeenSoFar() {
        RewardScale scale = RewardScale.learnt();

        assertThat(scale.toUnit(5)).isEqualTo(0.5);
        assertThat(scale.toUnit(5)).isEqualTo(0.5);
        assertThat(scale.toUnit(9)).isEqualTo(1);
        assertThat(scale.toUnit(6)).isEqualTo(0.25);
        assertThat(scale.toUnit(1)).isZero();
        assertThat(scale.toUnit(5)).isEqualTo(0.5);
    }

    @Test
    void whatWasLearntIsSavedAlsoIfItIsNothing() {
        RewardScale original = RewardScale.learnt();
        RewardScale fresh = RewardScale.learnt();
        Checkpoint.read(Checkpoint.write(new Saved(original)), new Saved(fresh));
        assertThat(fresh.toUnit(3)).isEqualTo(0.5);

        original.toUnit(0);
        original.toUnit(4);
        Checkpoint.read(Checkpoint.write(new Saved(original)), new Saved(fresh));
        assertThat(fresh.toUnit(1)).isEqualTo(0.25);
    }

    @Test
    void aDeclaredRangeIsNotReplacedByASavedOne() {
        RewardScale narrow = RewardScale.declared(RewardRange.UNIT);
        RewardScale wide = RewardScale.declared(new RewardRange(0, 10));

        Checkpoint.read(Checkpoint.write(new Saved(wide)), new Saved(RewardScale.declared(new RewardRange(0, 10))));
        assertThatThrownBy(() -> Checkpoint.read(Checkpoint.write(new Saved(wide)), new Saved(narrow)))
                .isInstanceOf(StateFormatException.class)
                .hasMessageContaining("largest reward 10.0");
        assertThat(narrow.toUnit(0.5)).isEqualTo(0.5);
    }

    @Test
    void withoutAScaleRewardsStayAsTheyAreAndNothingIsSaved() {
        RewardScale none = RewardScale.none();
        for (double reward : new double[] {-3.5, 0, 0.25, 1e100}) {
            assertThat(none.toUnit(reward)).isEqualTo(reward);
        }
        byte[] saved = Checkpoint.write(new Saved(none));
        assertThat(saved).hasSizeLessThan(Checkpoint.write(new Saved(RewardScale.learnt())).length);
        Checkpoint.read(saved, new Saved(RewardScale.none()));
    }

    /** A scale as part of something that is saved. */
    private record Saved(RewardScale scale) implements Checkpointed {
        @Override
        public String stateName() {
            return "scale/1";
        }

        @Override
        public void writeState(StateWriter out) {
            scale.writeState(out);
        }

        @Override
        public void readState(StateReader in) {
            scale.readState(in);
        }
    }
}
