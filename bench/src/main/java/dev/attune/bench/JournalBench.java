package dev.attune.bench;

import com.sun.management.OperatingSystemMXBean;
import dev.attune.encode.Arm;
import dev.attune.encode.Features;
import dev.attune.journal.Decided;
import dev.attune.journal.FolderLock;
import dev.attune.journal.JournalEvent;
import dev.attune.journal.JournalOptions;
import dev.attune.journal.JournalReader;
import dev.attune.journal.JournalWriter;
import dev.attune.journal.Offer;
import dev.attune.math.RoundRandom;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * What the journal costs on the disk of the working folder. {@code commit.one}: median time from append to durable for one caller alone.
 * {@code KIND.perSecond}: records that 64 threads make durable, each waiting for its own; {@code KIND.perCommit}: how many share an
 * fsync; {@code KIND.cpu}: processor time of the whole process for a record, waking the waiting thread included. {@code append}: time of
 * an append alone. {@code read}: time to read a decision back. A reward is 60 bytes, a decision has 20 arms with 20 numbers each.
 */
public final class JournalBench {
    private static final String BENCH = "journal";
    private static final int THREADS = 64;
    private static final long SECONDS = 3;
    private static final int ALONE = 500;
    private static final int APPENDS = 20_000;
    private static final int SIZE = 20;

    private JournalBench() {}

    /** Measures; {@code progress} receives what is being measured, {@code out} each figure. */
    public static void run(Consumer<String> progress, Consumer<Figure> out) {
        try {
            Path folder = Files.createTempDirectory(Path.of("").toAbsolutePath(), "attune-bench-journal");
            try {
                run(folder, progress, out);
            } finally {
                delete(folder);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void run(Path folder, Consumer<String> progress, Consumer<Figure> out)
            throws IOException, InterruptedException {
        JournalEvent reward = new JournalEvent.Rewarded(1, 1, "", 1);
        progress.accept("one caller alone");
        out.accept(new Figure(BENCH, "commit.one", alone(folder.resolve("one"), reward), "us"));
        progress.accept(THREADS + " callers with rewards");
        together(folder.resolve("rewards"), "rewards", reward, out);
        progress.accept(THREADS + " callers with decisions");
        together(folder.resolve("decisions"), "decisions", decision(), out);
        progress.accept("appending and reading decisions");
        appendAndRead(folder.resolve("read"), out);
    }

    private static double alone(Path folder, JournalEvent event) throws IOException, InterruptedException {
        double[] micros = new double[ALONE];
        try (FolderLock lock = FolderLock.acquire(folder);
                JournalWriter journal = JournalWriter.open(lock, JournalOptions.DEFAULT)) {
            for (int i = 0; i < ALONE; i++) {
                long began = System.nanoTime();
                journal.awaitDurable(journal.append(event, i));
                micros[i] = (System.nanoTime() - began) / 1e3;
            }
        }
        Arrays.sort(micros);
        return micros[ALONE / 2];
    }

    private static void together(Path folder, String kind, JournalEvent event, Consumer<Figure> out)
            throws IOException, InterruptedException {
        AtomicLong commits = new AtomicLong();
        LongAdder done = new LongAdder();
        AtomicBoolean stop = new AtomicBoolean();
        JournalOptions options =
                JournalOptions.DEFAULT.withCommits((records, bytes, nanos) -> commits.incrementAndGet());
        try (FolderLock lock = FolderLock.acquire(folder);
                JournalWriter journal = JournalWriter.open(lock, options)) {
            List<Thread> threads = new ArrayList<>();
            for (int i = 0; i < THREADS; i++) {
                Thread thread = new Thread(() -> appendUntil(stop, journal, event, done));
                threads.add(thread);
                thread.start();
            }
            Thread.sleep(SECONDS * 1000 / 3); // until the JIT compiler has seen it
            long records = done.sum();
            long before = commits.get();
            long cpu = processNanos();
            long began = System.nanoTime();
            Thread.sleep(SECONDS * 1000);
            double seconds = (System.nanoTime() - began) / 1e9;
            records = done.sum() - records;
            out.accept(new Figure(BENCH, kind + ".perSecond", records / seconds, "records/s"));
            out.accept(new Figure(BENCH, kind + ".perCommit", (double) records / (commits.get() - before), "records"));
            out.accept(new Figure(BENCH, kind + ".cpu", (processNanos() - cpu) / 1e3 / records, "us"));
            stop.set(true);
            for (Thread thread : threads) {
                thread.join();
            }
        }
    }

    private static void appendUntil(AtomicBoolean stop, JournalWriter journal, JournalEvent event, LongAdder done) {
        try {
            while (!stop.get()) {
                journal.awaitDurable(journal.append(event, 0));
                done.increment();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void appendAndRead(Path folder, Consumer<Figure> out) throws IOException {
        JournalEvent event = decision();
        try (FolderLock lock = FolderLock.acquire(folder)) {
            long nanos;
            try (JournalWriter journal = JournalWriter.open(lock, JournalOptions.DEFAULT.withBufferBytes(1 << 30))) {
                long began = CpuTime.nanos();
                for (int i = 0; i < APPENDS; i++) {
                    journal.append(event, i);
                }
                nanos = CpuTime.nanos() - began;
            }
            out.accept(new Figure(BENCH, "append", nanos / 1e3 / APPENDS, "us"));
            try (JournalReader reader = JournalReader.openAtStart(lock.folder())) {
                long began = CpuTime.nanos();
                while (reader.next() != null) {
                    // reading is all
                }
                out.accept(new Figure(BENCH, "read", (CpuTime.nanos() - began) / 1e3 / APPENDS, "us"));
            }
        }
    }

    private static Decided decision() {
        RoundRandom random = new RoundRandom(1, 1);
        List<Arm> arms = new ArrayList<>();
        for (int i = 0; i < SIZE; i++) {
            List<Double> numbers =
                    Stream.generate(random::nextGaussian).limit(SIZE).toList();
            arms.add(
                    new Arm("arm-" + i, Features.builder().numbers("x", numbers).build()));
        }
        double[] x = new double[SIZE];
        Arrays.setAll(x, i -> random.nextGaussian());
        return new Decided(
                1,
                1,
                1,
                0,
                "",
                Features.NONE,
                new Offer.Inline(arms),
                3,
                new int[0],
                x,
                new double[] {0.5},
                new double[0],
                0.25,
                true,
                false);
    }

    private static long processNanos() {
        return ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean()).getProcessCpuTime();
    }

    private static void delete(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }
}
