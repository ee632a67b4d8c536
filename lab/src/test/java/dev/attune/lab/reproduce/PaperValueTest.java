package dev.attune.lab.reproduce;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PaperValueTest {
    private static final String HEADER = "environment,policy,tuner,quantity,value,source\n";

    @TempDir
    Path folder;

    private Path file(String text) throws IOException {
        return Files.writeString(folder.resolve("paper.csv"), text);
    }

    @Test
    void readsRows() throws IOException {
        assertThat(PaperValue.read(file(HEADER + "simulation,LinTS,CDT,regret,669.45,Table 5\n")))
                .containsExactly(new PaperValue("simulation", "LinTS", "CDT", "regret", 669.45, "Table 5"));
    }

    @Test
    void errorsNameFileAndLine() throws IOException {
        Path number = file(HEADER + "a,b,c,regret,1,T\na,b,c,regret,many,T\n");
        assertThatThrownBy(() -> PaperValue.read(number))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("paper.csv, line 3: 'many' is not a number");
        Path columns = file("environment,policy\na,b\n");
        assertThatThrownBy(() -> PaperValue.read(columns))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("line 2: the columns must be environment, policy, tuner");
    }

    @ParameterizedTest
    @CsvSource({
        "simulation, SGD-TS, CDT-k=1, true",
        "simulation, SGD-TS-released, CDT-released-k=1, true",
        "simulation, SGD-TS, CDT-released-k=2, false",
        "simulation-logistic, SGD-TS, CDT-k=1, false",
        "simulation, GLOC, CDT-k=1, false",
    })
    void theFormOfThePublishedCodeIsAboutTheSameThing(String environment, String policy, String tuner, boolean same) {
        PaperValue value = new PaperValue("simulation", "SGD-TS", "CDT-k=1", "regret", 450.14, "Table 6");

        assertThat(value.isAbout(environment, policy, tuner)).isEqualTo(same);
    }
}
