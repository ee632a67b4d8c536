package dev.attune.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.attune.state.Checkpoint;
import org.junit.jupiter.api.Test;

class EvidenceTest {
    /** By hand: weights 1/2 and 1, and a discount within the class of the same likelihood alone. */
    @Test
    void unlikelyArmsHaveAMemoryOfTheirOwn() {
        Evidence evidence = new Evidence();
        evidence.add(-3, 0.01); // a rare arm
        evidence.add(-2, 4); // chosen four times as often as by a uniform choice
        assertThat(evidence.total()).isCloseTo(-3 - 2 / 2.0, within(1e-12));
        for (int i = 0; i < 100_000; i++) {
            evidence.add(0, 4);
        }
        assertThat(evidence.total()).isCloseTo(-3, within(1e-9));
        evidence.add(0, 0.009); // of the same class
        assertThat(evidence.total()).isCloseTo(-3 * .9995, within(1e-9));
    }

    @Test
    void whatIsNotKnownCountsAsAUniformChoice() {
        Evidence unknown = new Evidence();
        Evidence uniform = new Evidence();
        for (int i = 0; i < 10; i++) {
            unknown.add(-i, Double.NaN);
            uniform.add(-i, 1);
        }
        assertThat(unknown.total()).isEqualTo(uniform.total());
    }

    @Test
    void isSavedAndNeverInfinite() {
        Evidence evidence = new Evidence();
        for (int i = 0; i < 10; i++) {
            evidence.add(-Double.MAX_VALUE, 1);
            evidence.add(-1, .001);
        }
        assertThat(evidence.total()).isFinite();
        byte[] saved = Checkpoint.seal("evidence", evidence::write);
        Evidence again = Checkpoint.open(saved, "evidence", in -> {
            Evidence read = new Evidence();
            read.read(in);
            return read;
        });
        assertThat(again.total()).isEqualTo(evidence.total());
    }
}
