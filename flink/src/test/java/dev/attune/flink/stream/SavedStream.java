package dev.attune.flink.stream;

import dev.attune.flink.fold.FoldDriver;
import dev.attune.flink.fold.InputRecord;
import dev.attune.flink.fold.KeyedBandit;
import dev.attune.flink.fold.StreamFoldTest;
import dev.attune.flink.fold.StreamScene;
import dev.attune.kafka.wire.InputTopic;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.flink.api.connector.source.util.ratelimit.RateLimiterStrategy;
import org.apache.flink.connector.datagen.source.DataGeneratorSource;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.core.execution.SavepointFormatType;
import org.apache.flink.core.memory.DataOutputSerializer;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.sink.v2.DiscardingSink;

/**
 * Writes what tests of evolution read: a bandit as its serializer writes it, and a savepoint in the middle of a stream. To be run with the
 * program of a format version before it changes; the folder of the version then stays as it is.
 */
final class SavedStream {
    static final int REQUESTS = 40;
    static final int SAVED = 60; // records before the savepoint

    /** Ticks behind the last record before the savepoint is made: the barrier follows them, so all records are in the state. */
    private static final int TICKS = 100;

    /** Counts down by every record that the source makes; in a field of the class, since the source runs in the same process. */
    private static final CountDownLatch MADE = new CountDownLatch(SAVED + TICKS);

    private SavedStream() {}

    /** A small stream in which nothing goes wrong. */
    static List<InputRecord> records() {
        StreamScene scene = new StreamScene(5);
        scene.calm(REQUESTS);
        return scene.records;
    }

    private static InputRecord record(long index) {
        MADE.countDown();
        List<InputRecord> records = records();
        InputRecord last = records.get(SAVED - 1);
        return index < SAVED
                ? records.get((int) index)
                : new InputRecord(InputTopic.REQUESTS, "attune-tick", 0, 0, last.time(), null);
    }

    /** A bandit in the middle of the stream. */
    static KeyedBandit bandit() {
        FoldDriver driver = new FoldDriver(records().subList(0, SAVED), StreamFoldTest.RULES);
        return driver.bandits.values().iterator().next();
    }

    /** Arguments: the folder to write to, which must not be there. */
    public static void main(String[] arguments) throws Exception {
        Path folder = Files.createDirectories(Path.of(arguments[0]));
        writeBandit(folder.resolve("bandit"));
        StreamExecutionEnvironment env =
                StreamExecutionEnvironment.createLocalEnvironment(1, MiniStream.configuration());
        env.getConfig().setAutoWatermarkInterval(1);
        DataGeneratorSource<InputRecord> source = new DataGeneratorSource<>(
                SavedStream::record, Long.MAX_VALUE, RateLimiterStrategy.perSecond(100), StreamTypes.INPUT);
        MiniStream.bandits(
                        env.fromSource(source, MiniStream.watermarks(), "records"),
                        new BanditFunction(StreamFoldTest.RULES, false))
                .sinkTo(new DiscardingSink<>());
        JobClient job = env.executeAsync();
        if (!MADE.await(1, TimeUnit.MINUTES)) {
            throw new IllegalStateException("the source made fewer than " + (SAVED + TICKS) + " records in a minute");
        }
        String written = job.triggerSavepoint(folder.toUri().toString(), SavepointFormatType.CANONICAL)
                .get();
        job.cancel().get();
        Files.move(Path.of(URI.create(written)), folder.resolve("savepoint"));
    }

    private static void writeBandit(Path file) throws IOException {
        DataOutputSerializer out = new DataOutputSerializer(1024);
        new KeyedBanditSerializer().serialize(bandit(), out);
        Files.write(file, out.getCopyOfBuffer());
    }
}
