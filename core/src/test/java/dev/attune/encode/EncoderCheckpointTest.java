package dev.attune.encode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.attune.state.Checkpoint;
import dev.attune.state.Checkpointed;
import dev.attune.state.StateFormatException;
import dev.attune.state.StateReader;
import dev.attune.state.StateWriter;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

class EncoderCheckpointTest {
    private static final EncoderDefinition DEFINITION =
            EncoderDefinition.builder().dimension(32).build();

    private static Features context(int round) {
        return Features.builder()
                .number("age", 20 + (round * 37) % 50)
                .category("country", "c" + round % 7)
                .build();
    }

    private static List<Arm> arms(int round) {
        return List.of(
                new Arm("a", Features.builder().number("price", round * 13 % 11).build()),
                new Arm("b" + round, Features.NONE));
    }

    private static Encoder after(int rounds) {
        Encoder encoder = new Encoder(DEFINITION);
        for (int t = 0; t < rounds; t++) {
            encoder.encode(context(t), arms(t));
        }
        return encoder;
    }

    @Test
    void goesOnAsTheOriginalWould() {
        for (int rounds : new int[] {0, 1, 50, 1500}) {
            Encoder original = after(rounds);
            Encoder copy = new Encoder(DEFINITION);
            Checkpoint.read(Checkpoint.write(original), copy);

            assertThat(copy.collisions()).isEqualTo(original.collisions());
            for (int t = rounds; t < rounds + 100; t++) {
                assertThat(copy.encode(context(t), arms(t)).byFeature())
                        .isDeepEqualTo(original.encode(context(t), arms(t)).byFeature());
            }
            assertThat(Checkpoint.write(copy)).isEqualTo(Checkpoint.write(original));
        }
    }

    @Test
    void refusesTheStateOfAnotherDefinition() {
        byte[] saved = Checkpoint.write(after(10));
        Encoder other = new Encoder(
                EncoderDefinition.builder().dimension(32).hashSeed(1).build());

        assertThatExceptionOfType(StateFormatException.class)
                .isThrownBy(() -> Checkpoint.read(saved, other))
                .withMessageContaining("hashSeed=0")
                .withMessageContaining("hashSeed=1");
    }

    @Test
    void refusesNumbersAndKeysThatCannotBe() {
        assertRefused(out -> number(out, 0, 1, 1), "count 0");
        assertRefused(out -> number(out, 3, 1e80, 1), "mean 1.0E80");
        assertRefused(out -> number(out, 3, 1, -1), "sum of squares -1.0");
        assertRefused(out -> out.writeInt(4097), "count of 4097");
        assertRefused(
                out -> {
                    out.writeInt(2);
                    for (int i = 0; i < 2; i++) {
                        out.writeLong(7);
                        out.writeLong(1);
                        out.writeDouble(0);
                        out.writeDouble(0);
                    }
                },
                "one number twice");
        assertRefused(out -> keys(out, 0, 2, 2), "out of order");
        assertRefused(out -> keys(out, 1, 3), "another level");
        assertRefused(out -> keys(out, 49), "count of 49");
    }

    private static void number(StateWriter out, long count, double mean, double m2) {
        out.writeInt(1);
        out.writeLong(7);
        out.writeLong(count);
        out.writeDouble(mean);
        out.writeDouble(m2);
    }

    private static void keys(StateWriter out, int level, long... keys) {
        out.writeInt(0);
        out.writeInt(level);
        out.writeInt(keys.length);
        for (long key : keys) {
            out.writeLong(key);
        }
    }

    private static void assertRefused(Consumer<StateWriter> body, String message) {
        Checkpointed forged = new Checkpointed() {
            @Override
            public String stateName() {
                return "encoder/1";
            }

            @Override
            public void writeState(StateWriter out) {
                DEFINITION.write(out);
                body.accept(out);
            }

            @Override
            public void readState(StateReader in) {}
        };
        Encoder target = after(10);
        byte[] before = Checkpoint.write(target);

        assertThatExceptionOfType(StateFormatException.class)
                .isThrownBy(() -> Checkpoint.read(Checkpoint.write(forged), target))
                .withMessageContaining(message);
        assertThat(Checkpoint.write(target)).isEqualTo(before);
    }
}
