package dev.attune.encode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.attune.state.Checkpoint;
import dev.attune.state.Checkpointed;
import dev.attune.state.StateFormatException;
import dev.attune.state.StateReader;
import dev.attune.state.StateWriter;
import java.util.Arrays;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class EncoderDefinitionTest {
    private static final EncoderDefinition DEFAULT = EncoderDefinition.builder().build();

    /** A definition in the envelope of saved state. */
    private static final class Saved implements Checkpointed {
        private final Consumer<StateWriter> writer;
        private EncoderDefinition read = DEFAULT;

        Saved(Consumer<StateWriter> writer) {
            this.writer = writer;
        }

        @Override
        public String stateName() {
            return "definition";
        }

        @Override
        public void writeState(StateWriter out) {
            writer.accept(out);
        }

        @Override
        public void readState(StateReader in) {
            read = EncoderDefinition.read(in);
        }
    }

    private static EncoderDefinition roundTrip(Consumer<StateWriter> writer) {
        Saved target = new Saved(DEFAULT::write);
        Checkpoint.read(Checkpoint.write(new Saved(writer)), target);
        return target.read;
    }

    @Test
    void theDefaultsLetEveryArmLearnItsOwnTaste() {
        assertThat(DEFAULT.dimension()).isEqualTo(64);
        assertThat(DEFAULT.hashedSlots()).isEqualTo(63);
        assertThat(DEFAULT.interactions())
                .containsExactly(Interaction.parse("context x arm"), Interaction.parse("context x id"));
        assertThat(DEFAULT.armIdentity()).isEqualTo(ArmIdentity.AUTO);
        assertThat(DEFAULT)
                .isEqualTo(Encoder.of(64).definition())
                .isNotEqualTo(EncoderDefinition.builder().hashSeed(1).build());
    }

    @Test
    void withoutIdentityTheContextIsJoinedWithFeaturesOnly() {
        EncoderDefinition never =
                EncoderDefinition.builder().armIdentity(ArmIdentity.NEVER).build();

        assertThat(never.interactions()).containsExactly(Interaction.parse("context x arm"));
    }

    @Test
    void isReadAsItWasWritten() {
        EncoderDefinition[] definitions = {
            DEFAULT,
            EncoderDefinition.builder().dimension(1).bias(false).build(),
            EncoderDefinition.builder().contextAlone(false).unitNorm(true).build(),
            EncoderDefinition.builder().armAlone(false).hashSeed(Long.MIN_VALUE).build(),
            EncoderDefinition.builder()
                    .dimension(1 << 16)
                    .armIdentity(ArmIdentity.ALWAYS)
                    .interactions("context.country x arm.genre", "arm x id", "context.\u00e4 x id")
                    .standardise(false)
                    .build(),
            EncoderDefinition.builder()
                    .armIdentity(ArmIdentity.NEVER)
                    .interactions()
                    .build()
        };

        for (EncoderDefinition definition : definitions) {
            assertThat(roundTrip(definition::write)).isEqualTo(definition);
        }
    }

    @Test
    void theLongestNamesFitIntoSavedState() {
        String wide = "\u4e2d".repeat(160);
        EncoderDefinition definition = EncoderDefinition.builder()
                .interactions("context." + wide + " x arm." + wide)
                .build();

        assertThat(roundTrip(definition::write)).isEqualTo(definition);
    }

    @Test
    void refusesToReadWhatMakesNoSense() {
        assertThatExceptionOfType(StateFormatException.class)
                .isThrownBy(() -> roundTrip(out -> out.writeInt(2)))
                .withMessageContaining("version 2");
        assertThatExceptionOfType(StateFormatException.class)
                .isThrownBy(() -> roundTrip(out -> fields(out, -1, "AUTO", "context x arm")))
                .withMessageContaining("dimension = -1");
        assertThatExceptionOfType(StateFormatException.class)
                .isThrownBy(() -> roundTrip(out -> fields(out, 64, "SOMETIMES", "context x arm")))
                .withMessageContaining("SOMETIMES");
        assertThatExceptionOfType(StateFormatException.class)
                .isThrownBy(() -> roundTrip(out -> fields(out, 64, "AUTO", "nonsense")))
                .withMessageContaining("nonsense");
    }

    private static void fields(StateWriter out, int dimension, String identity, String interaction) {
        out.writeInt(1);
        out.writeInt(dimension);
        out.writeString(identity);
        IntStream.range(0, 5).forEach(i -> out.writeInt(1));
        out.writeLong(0);
        out.writeInt(1);
        out.writeString(interaction);
    }

    @Test
    void refusesADimensionWithoutRoomAndSaysWhy() {
        assertRefused(EncoderDefinition.builder().dimension(0), "dimension = 0 must be at least 1");
        assertRefused(
                EncoderDefinition.builder().dimension(1),
                "dimension = 1 has room for the bias only; it must be at least 2");
        assertRefused(EncoderDefinition.builder().dimension(65537), "dimension = 65537 must be at most 65536");
    }

    @Test
    void refusesContradictions() {
        assertRefused(
                EncoderDefinition.builder().interactions("context x arm", "arm x context"),
                "interaction context x arm is declared twice");
        assertRefused(
                EncoderDefinition.builder().armIdentity(ArmIdentity.NEVER).interactions("context x id"),
                "interaction context x id needs the identity of arms, which is set to NEVER");
        assertRefused(
                EncoderDefinition.builder()
                        .armIdentity(ArmIdentity.NEVER)
                        .armAlone(false)
                        .interactions(),
                "nothing tells arms apart: neither arm features, nor identity, nor interactions");
        String[] many =
                IntStream.range(0, 65).mapToObj(i -> "context.f" + i + " x arm").toArray(String[]::new);
        assertRefused(
                EncoderDefinition.builder().interactions(many),
                "there are 65 interactions; at most 64 can be declared");
        assertThat(EncoderDefinition.builder()
                        .interactions(Arrays.copyOf(many, 64))
                        .build()
                        .interactions())
                .hasSize(64);
    }

    private static void assertRefused(EncoderDefinition.Builder builder, String message) {
        assertThatIllegalArgumentException().isThrownBy(builder::build).withMessage(message);
    }
}
