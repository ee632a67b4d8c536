package dev.attune.flink.sweep;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.attune.flink.AttuneJob;
import dev.attune.lab.run.RunFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("slow")
class SweepJobTest {
    @TempDir
    Path folder;

    @Test
    void aSubmittedSweepLeavesAFolderOfResults() throws Exception {
        Path spec = Files.writeString(folder.resolve("tiny.yaml"), """
                rounds: 50
                grid: none
                environments: [{name: simulation, features: 2, arms: 3}]
                policies: [LinUCB]
                tuners: [OP]
                """);
        Path out = folder.resolve("out");

        AttuneJob.main(new String[] {"sweep", spec.toString(), "--reps", "2", "--seed", "9", "--out", out.toString()});

        RunFolder.Results results = RunFolder.open(out).results();
        assertThat(results.seed()).isEqualTo(9);
        assertThat(results.finished()).hasSize(2 * 3).hasSize(results.planned());
    }

    @Test
    void aWrongCommandSaysWhatIsRight() throws IOException {
        Path spec = Files.writeString(folder.resolve("tiny.yaml"), "rounds: 50");
        assertRefused("name the job: sweep SPEC");
        assertRefused("name the job: sweep SPEC", "swep");
        assertRefused("the spec is missing", "sweep");
        assertRefused("unknown argument '--threads'", "sweep", spec.toString(), "--threads", "2");
        assertRefused("--reps needs a value", "sweep", spec.toString(), "--reps");
        assertRefused("tiny.yaml", "sweep", spec.toString());
        assertRefused(
                "no such file: " + folder.resolve("none.yaml"),
                "sweep",
                folder.resolve("none.yaml").toString());
    }

    private static void assertRefused(String message, String... args) {
        assertThatThrownBy(() -> AttuneJob.main(args))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(message);
    }
}
