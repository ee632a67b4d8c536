package dev.attune.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.attune.api.UniformShare;
import dev.attune.journal.JournalEvent.Changed;
import java.util.List;
import org.junit.jupiter.api.Test;

class ChangeTest {
    @Test
    void everyChangeIsToldAndReadBack() {
        for (Change change : List.of(
                Change.pause("ann"),
                Change.resume(""),
                Change.delete("bob \"the builder\""),
                Change.floor(0.05, "ann"),
                Change.floor(UniformShare.DEFAULT, "ann"),
                Change.retire("arm\n1", "ann"))) {
            assertThat(Change.of(change.toEvent(3))).isEqualTo(change);
        }
        assertThat(Change.floor(0.05, "ann").toEvent(3))
                .isEqualTo(new Changed(3, "floor", "{\"by\":\"ann\",\"to\":0.05}"));
        assertThat(Change.floor(UniformShare.decayingTo(0.02), "ann").toEvent(3))
                .isEqualTo(new Changed(3, "floor", "{\"by\":\"ann\",\"to\":{\"decayTo\":0.02}}"));
        assertThat(Change.retire("a", "ann").toEvent(3))
                .isEqualTo(new Changed(3, "retired", "{\"by\":\"ann\",\"to\":\"a\"}"));
    }

    @Test
    void aChangeThatMakesNoSenseIsRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Change.floor(1.5, ""))
                .withMessageContaining("1.5");
        assertThatIllegalArgumentException().isThrownBy(() -> Change.floor(Double.NaN, ""));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Change(Change.What.FLOOR, "{\"decay\":0.1}", ""))
                .withMessageContaining("decay");
        assertThatIllegalArgumentException().isThrownBy(() -> Change.retire("", ""));
        assertThatIllegalArgumentException().isThrownBy(() -> new Change(Change.What.PAUSE, "x", ""));
    }
}
