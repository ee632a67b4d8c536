package dev.attune.lab.reproduce;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.attune.lab.data.Content;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ReproductionTest {
    private static final Path ROOT = Path.of("..", "reproduce");

    @Test
    void theCatalogueIsTheFoldersAndTheirSpecs() throws IOException {
        try (Stream<Path> folders = Files.list(ROOT).filter(Files::isDirectory)) {
            assertThat(folders.map(folder -> folder.getFileName().toString()))
                    .containsExactlyInAnyOrderElementsOf(Reproduction.all().stream()
                            .map(Reproduction.Entry::name)
                            .toList());
        }
        for (Reproduction.Entry entry : Reproduction.all()) {
            try (Stream<Path> files = Files.list(ROOT.resolve(entry.name()))) {
                assertThat(files.map(file -> file.getFileName().toString()).filter(file -> file.endsWith(".yaml")))
                        .as(entry.name())
                        .containsExactlyInAnyOrderElementsOf(entry.specs().stream()
                                .map(spec -> spec + ".yaml")
                                .toList());
            }
        }
    }

    @Test
    void everyOneCanBeReadFromTheProgram() throws IOException {
        for (Reproduction.Entry entry : Reproduction.all()) {
            Reproduction reproduction = entry.read();
            assertThat(reproduction.specs()).hasSameSizeAs(entry.specs());
            assertThat(reproduction.paper())
                    .isEqualTo(PaperValue.read(
                            Content.read(ROOT.resolve(entry.name()).resolve("paper.csv"))));
            assertThat(reproduction.about()).startsWith("**The paper shows**");
        }
    }

    @Test
    void anUnknownNameGetsTheNearest() {
        assertThat(Reproduction.named("Warmup").place()).isEqualTo("Table 5");
        assertThatThrownBy(() -> Reproduction.named("candidate"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("there is nothing called 'candidate' to reproduce. Did you mean 'candidates'?");
        assertThatThrownBy(() -> Reproduction.named("everything")).hasMessageContaining("; there are regret, time, ");
    }

    @Test
    void cellsAreChosenByAPartOfTheirName() throws IOException {
        Reproduction regret = Reproduction.named("regret").read();

        assertThat(regret.only("lints ON simulation").cells()).containsExactly("LinTS on simulation");
        assertThat(regret.only("lints on").specs()).containsOnlyKeys("linear", "own-linear");
        assertThat(regret.only("on movielens").cells()).hasSize(2 * 2 + 2 * 5 + 2);
        assertThat(regret.only("nothing").specs()).isEmpty();
        assertThat(Reproduction.named("switching").read().only("sine").cells())
                .isEqualTo(List.of("Point on switching-sine"));
    }
}
