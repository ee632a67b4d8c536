package dev.attune;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.attune.api.RewardRange;
import dev.attune.encode.EncoderDefinition;
import dev.attune.state.Checkpoint;
import dev.attune.state.Checkpointed;
import dev.attune.state.StateFormatException;
import dev.attune.state.StateReader;
import dev.attune.state.StateWriter;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

class BanditDefinitionTest {
    private static EncoderDefinition dimension(int d) {
        return EncoderDefinition.builder().dimension(d).build();
    }

    private static BanditDefinition roundTrip(Consumer<StateWriter> writer) {
        Checkpointed saved = new Checkpointed() {
            @Override
            public String stateName() {
                return "definition";
            }

            @Override
            public void writeState(StateWriter out) {
                writer.accept(out);
            }

            @Override
            public void readState(StateReader in) {}
        };
        return Checkpoint.open(Checkpoint.write(saved), "definition", BanditDefinition::read);
    }

    @Test
    void needsNothingToBeSaid() {
        BanditDefinition definition = BanditDefinition.builder().build();

        assertThat(definition.policy()).isEqualTo("LinUCB");
        assertThat(definition.tuner()).isEqualTo("VOI");
        assertThat(definition.encoder()).isEqualTo(dimension(64));
        assertThat(definition.rewards()).isEqualTo(RewardRange.REALS);
        assertThat(definition.build().bandit().stateName())
                .isEqualTo(Attune.linUcb(64).build().stateName());
    }

    @Test
    void namesAreThoseOfTheCatalogueWhateverTheCase() {
        BanditDefinition definition =
                BanditDefinition.builder().policy("ucb-glm").tuner("cdt").build();

        assertThat(definition.policy()).isEqualTo("UCB-GLM");
        assertThat(definition.tuner()).isEqualTo("CDT");
    }

    @Test
    void aPolicyWithoutAnExplorationPathKeepsItsPresetUnlessATunerIsNamed() {
        assertThat(BanditDefinition.builder().policy("Random").build().tuner()).isEqualTo("Fixed");
        assertThat(BanditDefinition.builder().policy("V-IDS").build().tuner()).isEqualTo("Fixed");
    }

    @Test
    void isReadAsItWasWritten() {
        BanditDefinition[] definitions = {
            BanditDefinition.builder().build(),
            BanditDefinition.builder()
                    .policy("Laplace-TS")
                    .tuner("TL")
                    .rewards(0, 1)
                    .seed(-5)
                    .floor(0.25)
                    .warmup(7)
                    .horizon(1000)
                    .encoder(EncoderDefinition.builder()
                            .dimension(5)
                            .interactions("context.a x id")
                            .build())
                    .build()
        };
        for (BanditDefinition definition : definitions) {
            assertThat(roundTrip(definition::write)).isEqualTo(definition);
        }
    }

    @Test
    void refusesToReadWhatMakesNoSense() {
        assertThatExceptionOfType(StateFormatException.class)
                .isThrownBy(() -> roundTrip(out -> out.writeInt(9)))
                .withMessageContaining("version 9");
        assertThatExceptionOfType(StateFormatException.class)
                .isThrownBy(() -> roundTrip(out -> fields(out, "LinUBC", 0)))
                .withMessageContaining("there is no policy LinUBC");
        assertThatExceptionOfType(StateFormatException.class)
                .isThrownBy(() -> roundTrip(out -> fields(out, "LinUCB", 2)))
                .withMessageContaining("floor = 2.0");
    }

    private static void fields(StateWriter out, String policy, double floor) {
        out.writeInt(1);
        out.writeString(policy);
        out.writeString("VOI");
        out.writeDouble(0);
        out.writeDouble(1);
        out.writeLong(0);
        out.writeDouble(floor);
        out.writeLong(0);
        out.writeLong(0);
        dimension(8).write(out);
    }

    @Test
    void anUnknownNameListsWhatThereIs() {
        assertRefused(
                BanditDefinition.builder().policy("LinUBC"), "there is no policy LinUBC; there are LinUCB, LinTS");
        assertRefused(BanditDefinition.builder().tuner("VIO"), "there is no tuner VIO; there are VOI, RandUCB");
    }

    @Test
    void refusesWhatDoesNotFit() {
        assertRefused(
                BanditDefinition.builder().policy("V-IDS").tuner("VOI"),
                "VOI needs a policy with an exploration path, which Vids has not");
        assertRefused(BanditDefinition.builder().floor(1.5), "floor = 1.5 must be between 0 and 1");
        assertRefused(BanditDefinition.builder().warmup(-1), "warmup = -1 must not be negative");
        assertRefused(BanditDefinition.builder().horizon(-1), "horizon = -1 must not be negative");
    }

    @Test
    void refusesADimensionWhoseMatricesNobodyHasRoomFor() {
        assertRefused(
                BanditDefinition.builder().encoder(dimension(1 << 16)),
                "dimension = 65536 is too large for LinUCB tuned by VOI");
        BanditDefinition diagonal = BanditDefinition.builder()
                .policy("Laplace-TS")
                .tuner("Fixed")
                .encoder(dimension(1 << 16))
                .build();

        assertThat(diagonal.leastBytes()).isZero();
        assertThat(diagonal.build().encoder().dimension()).isEqualTo(1 << 16);
    }

    private static void assertRefused(BanditDefinition.Builder builder, String message) {
        assertThatIllegalArgumentException().isThrownBy(builder::build).withMessageStartingWith(message);
    }

    @Test
    void aModelForEachArmMustHaveRoomForSixtyFourArms() {
        BanditDefinition.Builder builder = BanditDefinition.builder().policy("LinTS-disjoint");
        EncoderDefinition most = EncoderDefinition.builder().dimension(547).build();
        assertThat(builder.encoder(most).build().mostBlocks()).isEqualTo(64);
        EncoderDefinition over = EncoderDefinition.builder().dimension(548).build();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> builder.encoder(over).build())
                .withMessageContainingAll("548", "LinTS-disjoint", "at most 547");
        EncoderDefinition few = EncoderDefinition.builder().dimension(43).build();
        assertThat(builder.encoder(few).build().mostBlocks()).isEqualTo(10_000);
    }
}
