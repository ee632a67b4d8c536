package dev.attune.lab.env;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;

class CatalogTest {
    @Test
    void everyEnvironmentHasANameOfItsOwnASummaryAndExplainedParameters() {
        assertThat(EnvironmentCatalog.environments().stream().map(EnvironmentProvider::name))
                .doesNotHaveDuplicates()
                .allMatch(name -> name.matches("[a-z0-9]+(-[a-z0-9]+)*"));
        assertThat(EnvironmentCatalog.environments()).allSatisfy(entry -> {
            assertThat(entry.summary()).isNotBlank().doesNotContain("\n");
            assertThat(entry.parameters())
                    .allSatisfy(parameter -> assertThat(parameter.meaning()).isNotBlank());
        });
    }

    @Test
    void environmentsAreFoundByNameWhateverTheCase() {
        assertThat(EnvironmentCatalog.environment("Simulation").name()).isEqualTo("simulation");
    }

    @Test
    void anUnknownNameIsAnsweredWithAllNames() {
        assertThatThrownBy(() -> EnvironmentCatalog.environment("simulaton"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("there is no environment simulaton")
                .hasMessageContaining("simulation, simulation-logistic");
    }

    @Test
    void parametersChangeWhatIsMade() throws Exception {
        Environment wide =
                EnvironmentCatalog.environment("unit-ball").make(Map.of("features", "6", "arms", "7", "noise", "0"));

        assertThat(wide.dimension()).isEqualTo(6);
        assertThat(wide.open(1, 10).next().arms()).isEqualTo(7);
    }

    @Test
    void impossibleValuesNameTheEnvironmentTheParameterAndWhatIsWanted() {
        assertRefused("simulation", "arms", "0", "a whole number of at least 1");
        assertRefused("simulation", "noise", "-1", "a number between 0.0 and 1000000.0");
        assertRefused("drifting-theta", "features", "1", "a whole number of at least 2");
        assertRefused("heavy-tails", "freedom", "2", "a number between 2.01 and 1000000.0");
        assertRefused("switching-sine", "changes", "-1", "a whole number of at least 0");
    }

    private static void assertRefused(String environment, String parameter, String value, String wanted) {
        assertThatThrownBy(() -> EnvironmentCatalog.environment(environment).make(Map.of(parameter, value)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("environment " + environment + ": " + parameter + " = " + value + " must be " + wanted);
    }
}
