package dev.attune.flink.stream;

import static org.assertj.core.api.Assertions.assertThat;

import dev.attune.flink.fold.OutputRecord;
import dev.attune.flink.fold.StreamFoldTest;
import dev.attune.flink.fold.StreamScene;
import dev.attune.kafka.wire.OutputTopic;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.RestartStrategyOptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The memory of bandits in a process with a small heap: without the budget it would end with an OutOfMemoryError. */
@Tag("process")
class SmallHeapTest {
    private static final int WIDE = 40; // bandits of 360 features, about 12 MB each: 500 MB in all
    private static final int FEATURES = 360;
    private static final String DONE = "decisions of the small bandit: ";
    private static final int SMALL = 50;

    @TempDir
    Path folder;

    @Test
    @Timeout(300)
    void banditsOfLargeModelsAreRejectedAndOthersGoOn() throws Exception {
        Path output = folder.resolve("output");
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx256m",
                        "-XX:MaxDirectMemorySize=256m",
                        "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+ExitOnOutOfMemoryError",
                        "-cp",
                        System.getProperty("java.class.path"),
                        SmallHeapTest.class.getName(),
                        folder.resolve("checkpoints").toString())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        boolean ended = process.waitFor(280, TimeUnit.SECONDS);
        process.destroyForcibly();

        String text = Files.readString(output, StandardCharsets.UTF_8);
        assertThat(ended).as(text).isTrue();
        assertThat(process.exitValue()).as(text).isZero();
        assertThat(text).contains(DONE + SMALL).doesNotContain("rejected wide bandits: 0", "OutOfMemoryError");
        assertThat(text).contains("rejected definitions: 1");
    }

    /** Runs the operator with the budget that it takes from the heap. The argument is the folder of checkpoints. */
    public static void main(String[] arguments) throws Exception {
        StreamScene scene = new StreamScene(3);
        scene.wide("huge", 3_000); // 0.9 GB
        scene.wide("wide", FEATURES);
        scene.define("shop", "x,y", 0, false);
        for (int i = 0; i < WIDE; i++) {
            scene.ask("wide~" + i, 1);
            scene.ask("shop", 1);
        }
        scene.ask("shop", SMALL - WIDE);

        Configuration configuration = MiniStream.configuration();
        configuration.set(RestartStrategyOptions.RESTART_STRATEGY, "none"); // a failure ends the process
        configuration.setString("collect-sink.batch-size.max", "16mb"); // models
        configuration.set(CheckpointingOptions.CHECKPOINT_STORAGE, "filesystem");
        configuration.set(
                CheckpointingOptions.CHECKPOINTS_DIRECTORY,
                Path.of(arguments[0]).toUri().toString());
        List<OutputRecord> out = MiniStream.run(
                1,
                null,
                List.of(scene.records),
                "hashmap",
                new BanditFunction(StreamFoldTest.RULES, false),
                configuration);

        long small = StreamFoldTest.decisions(out).stream()
                .filter(decision -> decision.contains("\"bandit\":\"shop\""))
                .count();
        List<String> letters = StreamFoldTest.of(out, OutputTopic.DEAD_LETTERS)
                .filter(letter -> letter.contains("\"reason\":\"memory\""))
                .toList();
        System.out.println(DONE + small);
        System.out.println("rejected wide bandits: "
                + letters.stream()
                        .filter(letter -> letter.contains("\"key\":\"wide~"))
                        .count());
        System.out.println("rejected definitions: "
                + letters.stream()
                        .filter(letter -> letter.contains("\"key\":\"huge\""))
                        .count());
    }
}
