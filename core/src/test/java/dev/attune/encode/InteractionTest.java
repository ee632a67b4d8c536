package dev.attune.encode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.attune.encode.Interaction.Place;
import dev.attune.encode.Interaction.Side;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class InteractionTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "context x arm",
                "context x id",
                "arm x id",
                "context.country x arm.genre",
                "context.a.b x arm.two words",
                "context.x x id"
            })
    void isPrintedAsItIsRead(String text) {
        Interaction interaction = Interaction.parse(text);

        assertThat(interaction).hasToString(text);
        assertThat(Interaction.parse(interaction.toString())).isEqualTo(interaction);
    }

    @Test
    void theOrderOfItsSidesDoesNotMatter() {
        assertThat(Interaction.parse("arm.genre x context.country"))
                .isEqualTo(Interaction.parse("context.country x arm.genre"))
                .isEqualTo(new Interaction(new Side(Place.CONTEXT, "country"), new Side(Place.ARM, "genre")));
    }

    @ParameterizedTest
    @ValueSource(strings = {"context", "context*arm", "", "context x", "contextxarm"})
    void refusesWhatIsNotTwoSides(String text) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Interaction.parse(text))
                .withMessage("interaction '" + text
                        + "' is not two sides with one ' x ' between, such as context.country x arm.genre");
    }

    @Test
    void namesTheSideItCannotRead() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Interaction.parse("context x arms"))
                .withMessageContaining("'arms'")
                .withMessageContaining("arm.NAME");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Interaction.parse("context. x arm"))
                .withMessageContaining("'context.'");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Interaction.parse("context x id.a"))
                .withMessageContaining("'a'");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Interaction.parse("context.a x arm.b x arm.c"))
                .withMessageContaining("one ' x '");
    }

    @Test
    void refusesTwoSidesOfOnePlace() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Interaction.parse("context.a x context.b"))
                .withMessageContaining("context.a x context.b")
                .withMessageContaining("two of context, arm and id");
    }

    @Test
    void refusesANameThatCouldNotBeReadBack() {
        for (String name : new String[] {"a x b", " a", "a ", "a".repeat(161)}) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> new Side(Place.ARM, name))
                    .withMessageContaining("'" + name + "'");
        }
    }
}
