package dev.attune.lab.spec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.attune.lab.spec.Spec.EnvironmentChoice;
import dev.attune.lab.spec.Spec.TunerChoice;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SpecReaderTest {
    private static final String WHOLE = """
            title: A study
            rounds: 1_000
            repetitions: 3
            seed: -7
            until: {error: 0.05, least: 11, of: [voi, TL fine]}
            grid: [0, 0.5]
            delay: {geometric: 20}
            environments:
              - simulation
              - name: Fixed-Arms
                as: few
                arms: 4
                rounds: 500
                delay: {fixed: 10, lost: 0.25, window: 50}
                policies: V-IDS
            policies: [linucb, {name: LinTS, as: Thompson}]
            tuners:
              - voi
              - {name: OP, candidates: [0, 1, 3]}
              - {name: TL, as: TL fine, candidates: C2}
              - {name: Fixed, setting: {explore: 0.3}}
            """;

    private static Spec forgetting(String ofSpec, String policies) {
        return SpecReader.read(
                "f.yaml",
                ofSpec + "rounds: 10\nenvironments: [fixed-arms]\ntuners: [VOI]\npolicies: [" + policies + "]\n");
    }

    @Test
    void readsHowModelsForget() {
        assertThat(forgetting(
                                "",
                                "LinUCB, Laplace-TS, {name: LinTS, forgetting: 2000}, {name: LinTS, forgetting: none}")
                        .environments()
                        .get(0)
                        .policies())
                .extracting(choice -> choice.label() + ": " + choice.forgetting())
                .containsExactly(
                        "LinUCB: detected",
                        "Laplace-TS: none", // it is not capable of more
                        "LinTS forgetting 2000: 2000",
                        "LinTS forgetting none: none");
        assertThat(forgetting("forgetting: 500\n", "LinUCB, {name: LinTS, as: T, forgetting: detected}")
                        .environments()
                        .get(0)
                        .policies())
                .extracting(choice -> choice.label() + ": " + choice.forgetting())
                .containsExactly("LinUCB: 500", "T: detected");
        assertThatThrownBy(() -> forgetting("forgetting: never\n", "LinUCB"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("f.yaml, line 1")
                .hasMessageContaining("must be detected, none, or the number of rewards");
        assertThatThrownBy(() -> forgetting("", "LinUCB, {name: GLM-TSL, forgetting: 500}"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("GLM-TSL has no fixed memory");
    }

    @Test
    void readsEveryField() {
        Spec spec = SpecReader.read("study.yaml", WHOLE);

        assertThat(spec.title()).isEqualTo("A study");
        assertThat(spec.environments().get(0).rounds()).isEqualTo(1000);
        assertThat(spec.repetitions()).isEqualTo(3);
        assertThat(spec.seed()).isEqualTo(-7);
        assertThat(spec.until()).isEqualTo(new Spec.Until(0.05, 12, List.of("VOI", "TL fine")));
        assertThat(spec.environments().get(0).grid()).containsExactly(0, 0.5);
        assertThat(spec.environments()).extracting(EnvironmentChoice::label).containsExactly("simulation", "few");
        assertThat(spec.environments().get(0).delay()).hasToString("geometric 20");
        EnvironmentChoice few = spec.environments().get(1);
        assertThat(few.entry().name()).isEqualTo("fixed-arms");
        assertThat(few.given()).isEqualTo(Map.of("arms", "4"));
        assertThat(few.rounds()).isEqualTo(500);
        assertThat(few.delay()).isEqualTo(new Delay(Delay.Kind.FIXED, 10, 0.25, 50));
        assertThat(few.policies()).extracting(Spec.PolicyChoice::label).containsExactly("V-IDS");
        assertThat(spec.environments().get(0).policies())
                .extracting(Spec.PolicyChoice::label)
                .containsExactly("LinUCB", "Thompson");
        assertThat(spec.environments().get(0).tuners())
                .extracting(TunerChoice::label)
                .containsExactly("VOI", "OP", "TL fine", "Fixed {explore=0.3}");
        assertThat(spec.environments().get(0).tuners().get(1).candidates()).containsExactly(0, 1, 3);
        assertThat(spec.environments().get(0).tuners().get(2).candidates()).hasSize(13);
    }

    @Test
    void mostFieldsHavePresets() {
        Spec spec = SpecReader.read("s.yaml", "rounds: 10\nenvironments: simulation\npolicies: LinUCB\ntuners: VOI\n");

        assertThat(spec.title()).isEqualTo("s.yaml");
        assertThat(spec.repetitions()).isEqualTo(5);
        assertThat(spec.environments().get(0).grid()).startsWith(0).hasSizeGreaterThan(5);
        assertThat(spec.environments().get(0).delay().none()).isTrue();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    rounds: 1_000             | rounds: none             | line 2: rounds: 'none' must be a whole number
                    rounds: 1_000             | rounds: 0                | line 2: rounds: '0' must be a whole number of at least 1
                    title: A study            | titel: A study           | line 1: titel: there is no such field. Did you mean 'title'?
                    - simulation              | - simulaton              | line 9: environments[0]: there is no environment 'simulaton'. Did you mean 'simulation'?
                    arms: 4                   | weapons: 4               | line 12: environments[1].weapons: there is no such field
                    {name: LinTS, as: Thompson} | {name: LinST}          | line 16: policies[1].name: there is no policy 'LinST'. Did you mean 'LinTS'?
                    - voi                     | - void                   | line 18: tuners[0]: there is no tuner 'void'. Did you mean 'VOI'?
                    - voi                     | - {name: voi, candidates: [1]} | line 18: tuners[0].candidates: VOI does not choose from candidates
                    - voi                     | - {name: CDT, setting: {explore: 1}} | line 18: tuners[0].setting: only the tuner Fixed takes a setting
                    as: TL fine               | as: OP                   | line 20: tuners[2]: 'OP' is there twice
                    lost: 0.25                | lost: 2                  | line 14: environments[1].delay.lost: '2' must be a number between 0.0 and 1.0
                    {geometric: 20}           | {geometric: 20, fixed: 1} | line 7: delay: give only one of
                    {geometric: 20}           | never                    | line 7: delay: must be a mapping
                    seed: -7                  | rounds: 5                | line 4: rounds: is there twice
                    error: 0.05               | error: 5                 | line 5: until.error: '5' must be a number between
                    error: 0.05,              | most: 4,                 | line 5: until.most: there is no such field
                    of: [voi                  | of: [Theory              | line 5: until.of[0]: there is no tuner in this spec 'Theory'
                    [0, 0.5]                  | []                       | line 6: grid: must not be empty
                    [0, 0.5]                  | [0, 0.5                  | not YAML
                    """)
    void errorsNameFileLineAndField(String right, String wrong, String message) {
        assertThat(WHOLE).contains(right);
        assertThatThrownBy(() -> SpecReader.read("study.yaml", WHOLE.replace(right, wrong)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("study.yaml, line ")
                .hasMessageContaining(message);
    }

    @Test
    void missingFieldsAreNamed() {
        assertThatThrownBy(() -> SpecReader.read("s.yaml", "rounds: 5\ntuners: VOI\n"))
                .hasMessage("s.yaml, line 1: the field 'environments' is missing");
        assertThatThrownBy(() -> SpecReader.read("s.yaml", "")).hasMessageContaining("s.yaml is empty");
    }

    @Test
    void aFolderIsNotASpec(@TempDir Path folder) {
        assertThatThrownBy(() -> SpecReader.read(folder))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("is a folder");
    }

    @Test
    void aGridOfNoneIsEmpty() {
        Spec spec =
                SpecReader.read("s", "rounds: 9\ngrid: none\nenvironments: simulation\npolicies: LinUCB\ntuners: VOI");
        assertThat(spec.environments().get(0).grid()).isEmpty();
    }

    @Test
    void aPolicyThatDoesNotExistMayBeOptional() {
        String text = "rounds: 9\nenvironments: simulation\ntuners: VOI\npolicies: [LinUCB, %s]\n";
        Spec spec = SpecReader.read("s", text.formatted("{name: LinTS, optional: true}, {name: None, optional: TRUE}"));
        assertThat(spec.environments().get(0).policies())
                .extracting(Spec.PolicyChoice::label, choice -> choice.found().isPresent())
                .containsExactly(tuple("LinUCB", true), tuple("LinTS", true), tuple("None", false));
        assertThatThrownBy(() -> SpecReader.read("s", text.formatted("{name: None, optional: false}")))
                .hasMessageContaining("there is no policy 'None'");
        assertThatThrownBy(() -> SpecReader.read("s", text.formatted("{name: None, optional: perhaps}")))
                .hasMessageContaining("must be true or false, not 'perhaps'");
    }
}
