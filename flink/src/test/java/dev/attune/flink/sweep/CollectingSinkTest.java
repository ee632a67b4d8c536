package dev.attune.flink.sweep;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.apache.flink.api.common.typeutils.base.StringSerializer;
import org.apache.flink.streaming.api.operators.collect.CollectSinkOperator;
import org.junit.jupiter.api.Test;

class CollectingSinkTest {
    @Test
    void mayBeClosedBeforeItIsOpened() {
        assertThatCode(() -> new CollectingSink<>(StringSerializer.INSTANCE, 1024, "a").close())
                .doesNotThrowAnyException();
        assertThatThrownBy(() -> new CollectSinkOperator<>(StringSerializer.INSTANCE, 1024, "a").close())
                .as("Flink's own does it too: CollectingSink and Collected are no longer needed")
                .isInstanceOf(NullPointerException.class);
    }
}
