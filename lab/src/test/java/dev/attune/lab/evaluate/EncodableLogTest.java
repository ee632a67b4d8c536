package dev.attune.lab.evaluate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.attune.encode.Arm;
import dev.attune.encode.Encoder;
import dev.attune.encode.EncoderDefinition;
import dev.attune.encode.Features;
import dev.attune.lab.log.DecisionLog;
import dev.attune.lab.log.LoggedEvent;
import dev.attune.lab.log.Skipped;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class EncodableLogTest {
    private static final List<Arm> ARMS = List.of(new Arm("a", Features.NONE), new Arm("b", Features.NONE));

    private record Listed(List<LoggedEvent> events) implements DecisionLog {
        @Override
        public long bytes() {
            return 1;
        }

        @Override
        public Skipped read(Consumer<LoggedEvent> sink, LongConsumer progress) {
            events.forEach(sink);
            return Skipped.NOTHING;
        }
    }

    private static LoggedEvent event(int i, Features context) {
        return new LoggedEvent("e" + i, LoggedEvent.NO_TIME, context, ARMS, 0, 0.5, 1, 1);
    }

    private static Consumer<LoggedEvent> encoder(EncoderDefinition definition) {
        Encoder encoder = new Encoder(definition);
        return event -> encoder.encode(event.context(), event.arms());
    }

    private static List<String> ids(DecisionLog log) throws IOException {
        List<String> ids = new ArrayList<>();
        log.read(event -> ids.add(event.id()), bytes -> {});
        return ids;
    }

    @Test
    void numbersThatAreTooLargeAreCountedTogetherWhateverTheirValue() throws IOException {
        double[] sizes = {1, 1e41, 2, -1e99, 3};
        DecisionLog log = new EncodableLog(
                new Listed(IntStream.range(0, sizes.length)
                        .mapToObj(i -> event(
                                i, Features.builder().number("size", sizes[i]).build()))
                        .toList()),
                encoder(EncoderDefinition.builder().dimension(8).build()));
        assertThat(ids(log)).containsExactly("e0", "e2", "e4");
        Skipped skipped = log.read(event -> {}, bytes -> {});
        assertThat(skipped.lost()).isEqualTo(2);
        assertThat(skipped.reasons()).hasSize(1).allSatisfy((reason, count) -> {
            assertThat(reason).startsWith("cannot be encoded: ").contains("size must be a number of size at most");
            assertThat(count.first()).isEqualTo("event 2, e1");
        });
    }

    /** The encoder would take such an event later, when it no longer learns; it is left out of all readings all the same. */
    @Test
    void anEventWithOneNameTooManyIsLeftOutOfEveryReading() throws IOException {
        List<LoggedEvent> events = new ArrayList<>();
        int each = 1000;
        for (int i = 0; i < 6; i++) {
            Features.Builder names = Features.builder();
            for (int k = 0; k < each; k++) {
                names.number("n" + (i * each + k), 1);
            }
            events.add(event(i, names.build()));
        }
        events.add(event(6, Features.builder().number("n0", 2).build()));
        DecisionLog log = new EncodableLog(
                new Listed(events),
                encoder(EncoderDefinition.builder().dimension(8).interactions().build()));
        List<String> first = ids(log);
        assertThat(first).contains("e0", "e6").hasSize(5);
        assertThat(ids(log)).isEqualTo(first);
        assertThat(log.read(event -> {}, bytes -> {}).lost()).isEqualTo(2);
    }
}
