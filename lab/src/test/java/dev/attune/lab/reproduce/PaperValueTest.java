package dev.attune.lab.reproduce;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.attune.lab.data.Content;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PaperValueTest {
    private static final String HEADER = "environment,policy,tuner,quantity,value,source\n";

    private static Content content(String text) {
        return Content.of("paper.csv", text);
    }

    @Test
    void readsRows() throws IOException {
        assertThat(PaperValue.read(content(HEADER + "simulation,LinTS,CDT,regret,669.45,Table 5\n")))
                .containsExactly(new PaperValue(new Labels("simulation", "LinTS", "CDT"), "regret", 669.45, "Table 5"));
    }

    @Test
    void errorsNameFileAndLine() {
        Content number = content(HEADER + "a,b,c,regret,1,T\na,b,c,regret,many,T\n");
        assertThatThrownBy(() -> PaperValue.read(number))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("paper.csv line 3: column value: 'many' is not a number");
        Content columns = content("environment,policy\na,b\n");
        assertThatThrownBy(() -> PaperValue.read(columns))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("paper.csv: the columns must be environment, policy, tuner");
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
        PaperValue value = new PaperValue(new Labels("simulation", "SGD-TS", "CDT-k=1"), "regret", 450.14, "Table 6");

        assertThat(value.isAbout(new Labels(environment, policy, tuner))).isEqualTo(same);
    }
}
