package dev.attune.lab.reproduce;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Offset.offset;

import dev.attune.lab.data.Content;
import dev.attune.lab.spec.Spec;
import dev.attune.lab.spec.SpecReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The folders at the project's root: specs that can be read, and numbers of the paper that belong to them. */
class ReproduceFoldersTest {
    private static final Path ROOT = Path.of("..", "reproduce");

    /** Numbers and sums are those of the paper's tables, counted apart from the files: a check on the typing. */
    @ParameterizedTest
    @CsvSource({
        "regret, regret, 42, 22416.03",
        "time, seconds, 56, 11193.66",
        "yahoo, reward, 19, 4119.68",
        "optimal-grid, best explore, 10, 25",
        "candidates, regret, 56, 32044.58",
        "warmup, regret, 28, 13144.49",
        "restarts, regret, 42, 19979.77",
        "switching, rank by regret, 6, 12",
        "lipschitz, rates, 2, 118",
    })
    void everyNumberOfThePaperBelongsToACombinationOfTheSpecs(String folder, String quantity, int count, double sum)
            throws IOException {
        List<PaperValue> values = PaperValue.read(
                        Content.read(ROOT.resolve(folder).resolve("paper.csv")))
                .stream()
                .filter(value -> value.quantity().equals(quantity))
                .toList();
        assertThat(values).hasSize(count);
        assertThat(values.stream().mapToDouble(PaperValue::value).sum()).isCloseTo(sum, offset(0.005));

        List<Spec> specs = specs(folder);
        for (PaperValue value : values) {
            assertThat(specs).as(value.toString()).anyMatch(spec -> has(spec, value));
        }
    }

    private static boolean has(Spec spec, PaperValue value) {
        List<String> tuners = new ArrayList<>(spec.environments().get(0).tuners().stream()
                .map(Spec.TunerChoice::label)
                .toList());
        tuners.add("Grid");
        return spec.environments().stream()
                .anyMatch(environment -> policies(environment).stream()
                        .anyMatch(policy -> tuners.stream()
                                .anyMatch(tuner -> value.isAbout(new Labels(environment.label(), policy, tuner)))));
    }

    private static List<String> policies(Spec.EnvironmentChoice environment) {
        return environment.policies().isEmpty()
                ? List.of("Point")
                : environment.policies().stream().map(Spec.PolicyChoice::label).toList();
    }

    /** All specs of a folder. */
    private static List<Spec> specs(String folder) throws IOException {
        List<Spec> specs = new ArrayList<>();
        try (Stream<Path> files = Files.list(ROOT.resolve(folder))) {
            for (Path file :
                    files.filter(f -> f.toString().endsWith(".yaml")).sorted().toList()) {
                specs.add(SpecReader.read(file));
            }
        }
        assertThat(specs).isNotEmpty();
        return specs;
    }

    @Test
    void thePapersNumbersOfRoundsAndRepetitionsAreKept() throws IOException {
        assertThat(specs("optimal-grid")).allSatisfy(spec -> {
            assertThat(spec.environments().get(0).rounds()).isEqualTo(8000);
            assertThat(spec.repetitions()).isEqualTo(5);
            assertThat(spec.environments().get(0).grid())
                    .hasSize(21)
                    .startsWith(0.1, 0.5, 1)
                    .endsWith(9.5, 10);
        });
        Spec lipschitz = specs("lipschitz").get(0);
        assertThat(lipschitz.environments().get(0).rounds()).isEqualTo(3000);
        assertThat(lipschitz.environments().get(0).grid())
                .hasSize(59)
                .startsWith(0.3, 0.45)
                .endsWith(8.85, 9);
        Spec switching = specs("switching").get(0);
        assertThat(switching.environments().get(0).rounds()).isEqualTo(90_000);
        assertThat(switching.repetitions()).isEqualTo(20);
    }

    @Test
    void everyFolderSaysWhatItIs() throws IOException {
        try (Stream<Path> folders = Files.list(ROOT).filter(Files::isDirectory)) {
            assertThat(folders.toList()).hasSize(9).allSatisfy(folder -> {
                assertThat(folder.resolve("README.md")).isRegularFile();
                assertThat(folder.resolve("paper.csv")).isRegularFile();
                assertThat(Files.readString(ROOT.resolve("README.md"))).contains("(" + folder.getFileName() + ")");
            });
        }
    }
}
