package dev.attune.encode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.attune.api.ActionSet;
import dev.attune.state.Checkpoint;
import java.util.List;
import org.junit.jupiter.api.Test;

class ArmBlocksTest {
    @Test
    void numbersAreGivenInTheOrderOfFirstSight() {
        ArmBlocks blocks = new ArmBlocks(5);
        ActionSet arms = blocks.encode(List.of("b", "a"), 0.5, -2);
        assertThat(arms.features(0)).containsExactly(0, 0.5, -2);
        assertThat(arms.features(1)).containsExactly(1, 0.5, -2);
        arms = blocks.encode(List.of("a", "c"), 3, 4);
        assertThat(arms.features(0)).containsExactly(1, 3, 4);
        assertThat(arms.features(1)).containsExactly(2, 3, 4);
        assertThat(blocks.size()).isEqualTo(3);
    }

    @Test
    void theNumberOfARetiredArmIsGivenOutLast() {
        ArmBlocks blocks = new ArmBlocks(3);
        assertThat(blocks.numberOf("a")).isZero();
        assertThat(blocks.numberOf("b")).isEqualTo(1);
        assertThat(blocks.retire("b")).isEqualTo(1);
        assertThat(blocks.retire("a")).isZero();
        assertThat(blocks.contains("a")).isFalse();
        assertThat(blocks.numberOf("c")).isEqualTo(2); // never used before
        assertThat(blocks.numberOf("d")).isEqualTo(1); // the longest retired
        assertThat(blocks.numberOf("a")).isZero(); // back again, as a new arm
    }

    @Test
    void whatDoesNotFitIsRefusedAndNothingHasChanged() {
        ArmBlocks blocks = new ArmBlocks(2);
        blocks.numberOf("a");
        byte[] before = Checkpoint.write(blocks);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> blocks.encode(List.of("a", "b", "c"), 1))
                .withMessageContainingAll("2 arms are new", "1 of 2");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> blocks.encode(List.of("b", "b"), 1))
                .withMessageContaining("b is given twice");
        assertThatIllegalArgumentException().isThrownBy(() -> blocks.encode(List.of("b"), Double.NaN));
        assertThatIllegalArgumentException().isThrownBy(() -> blocks.encode(List.of(), 1));
        assertThatIllegalArgumentException().isThrownBy(() -> blocks.encode(List.of("x".repeat(1025)), 1));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> blocks.retire("b"))
                .withMessageContaining("b");
        assertThat(Checkpoint.write(blocks)).isEqualTo(before);
        blocks.numberOf("b");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> blocks.numberOf("c"))
                .withMessageContainingAll("arm c", "2 blocks");
        for (int bad : new int[] {0, 10_001}) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> new ArmBlocks(bad))
                    .withMessageContaining("capacity = " + bad);
        }
    }

    @Test
    void whatIsReadGoesOnAsTheOriginal() {
        ArmBlocks blocks = new ArmBlocks(4);
        for (String id : List.of("a", "b", "c", "d")) {
            blocks.numberOf(id);
        }
        blocks.retire("c");
        blocks.retire("a");
        ArmBlocks copy = new ArmBlocks(4);
        copy.numberOf("z");
        Checkpoint.read(Checkpoint.write(blocks), copy);
        assertThat(Checkpoint.write(copy)).isEqualTo(Checkpoint.write(blocks));
        for (String id : List.of("d", "e", "f")) {
            assertThat(copy.numberOf(id)).isEqualTo(blocks.numberOf(id));
        }
        assertThat(copy.contains("z")).isFalse();
    }
}
