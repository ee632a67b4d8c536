package dev.attune.bench.service;

import dev.attune.bench.Figure;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Loss of the only machine: a service under a steady load, whose data folder is copied to another folder every second, secret and snapshots first,
 * journal last. Then service and copying stop at the same moment, as if the machine were gone, and a service is started on the copy.
 *
 * <pre>
 *   perSecond           decisions acknowledged a second, with as many rewards
 *   copySeconds         longest time of a copy; megabytes that all of them have written as copiedMegabytes
 *   acknowledged        decisions and rewards
 *   lost                of these, not in the copy
 *   lostSeconds         the load of how many seconds that is
 *   restoreSeconds      from the start of the service on the copy until it is ready
 *   restoreEvents       events in the journal of the copy
 * </pre>
 */
public final class RestoreBench {
    private static final String BENCH = "restore";
    private static final String BANDIT = "loaded";
    private static final int CONNECTIONS = 16;
    private static final long COPY_MILLIS = 1_000;
    private static final int PIECE = 1 << 20;
    private static final Duration PATIENCE = Duration.ofMinutes(5);
    private static final List<String> JVM = List.of("-XX:+UseSerialGC", "-Xmx512m");
    private static final List<String> SERVE = List.of("--segment-size", "8MB");

    private RestoreBench() {}

    /**
     * Measures.
     *
     * @param seconds of the load
     * @param perSecond decisions a second
     * @param folder for both data folders; must be empty
     */
    public static void run(int seconds, double perSecond, Path folder, Consumer<String> progress, Consumer<Figure> out)
            throws IOException, InterruptedException {
        Path data = folder.resolve("data");
        Path copy = folder.resolve("copy");
        Path log = folder.resolve("log");
        int port = ServerProcess.freePort();
        Pairs.Tally tally = new Pairs.Tally();
        Shipping shipping = new Shipping(data, copy);
        progress.accept("load, with a copy every second");
        try (ServerProcess server = ServerProcess.start(port, data, log, JVM, SERVE)) {
            server.awaitReady(PATIENCE);
            Requests requests = new Requests(server.address(), Load.NUMBERS);
            List<ByteBuffer> bodies = Load.NUMBERS.bodies(Load.NUMBERS.different()).stream()
                    .map(body -> requests.decide(BANDIT, body))
                    .toList();
            try (LoadLoop loop = new LoadLoop(server.address(), CONNECTIONS)) {
                loop.run(
                        new LoadLoop.Once(List.of(requests.create(BANDIT, "1h")).iterator()));
                shipping.start();
                long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
                loop.run(new Pairs(requests, bodies, perSecond, () -> System.nanoTime() < until, tally));
            }
            shipping.gone = true;
            server.kill();
        }
        shipping.join();
        shipping.check();
        double acknowledged = tally.decisions.count() + tally.rewards.count();
        out.accept(new Figure(BENCH, "perSecond", tally.decisions.count() / (double) seconds, "1/s"));
        out.accept(new Figure(BENCH, "copySeconds", shipping.longest, "s"));
        out.accept(new Figure(BENCH, "copiedMegabytes", shipping.bytes / 1e6, "MB"));
        out.accept(new Figure(BENCH, "acknowledged", acknowledged, ""));
        progress.accept("start on the copy");
        long began = System.nanoTime();
        try (ServerProcess server = ServerProcess.start(port, copy, log, JVM, SERVE)) {
            server.awaitReady(PATIENCE);
            double took = (System.nanoTime() - began) * 1e-9;
            server.stop();
            long lost = tally.acknowledged.lost(copy);
            out.accept(new Figure(BENCH, "lost", lost, ""));
            out.accept(new Figure(BENCH, "lostSeconds", lost / acknowledged * seconds, "s"));
            out.accept(new Figure(BENCH, "restoreSeconds", took, "s"));
            out.accept(new Figure(BENCH, "restoreEvents", Acknowledged.events(copy), ""));
        }
    }

    /** Copies what has changed, again and again, until the machine is gone, even in the middle of a file. */
    private static final class Shipping extends Thread {
        private final Path from;
        private final Path to;
        private final Map<Path, Long> copied = new HashMap<>(); // when each file was last changed
        volatile boolean gone;
        private volatile @Nullable IOException failed;
        private double longest; // read when it has ended, as is bytes
        private long bytes;

        Shipping(Path from, Path to) {
            super("attune-shipping");
            setDaemon(true);
            this.from = from;
            this.to = to;
        }

        @Override
        public void run() {
            try {
                while (!gone) {
                    long began = System.nanoTime();
                    copy(from.resolve("secret"));
                    folder("snapshots");
                    folder("journal");
                    longest = gone ? longest : Math.max(longest, (System.nanoTime() - began) * 1e-9);
                    Thread.sleep(COPY_MILLIS);
                }
            } catch (IOException e) {
                failed = e;
            } catch (UncheckedIOException e) {
                failed = e.getCause();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }

        void check() throws IOException {
            IOException failure = failed;
            if (failure != null) {
                throw new IOException("the data folder was not copied", failure);
            }
        }

        private void folder(String name) throws IOException {
            try (Stream<Path> files = Files.list(from.resolve(name))) {
                for (Path file : files.sorted().toList()) {
                    if (!file.getFileName().toString().equals("lock")
                            && !file.toString().endsWith(".tmp")) {
                        copy(file);
                    }
                }
            }
        }

        private void copy(Path file) throws IOException {
            try {
                long changed = Files.getLastModifiedTime(file).toMillis();
                if (gone || changed == copied.getOrDefault(file, -1L)) {
                    return;
                }
                Path target = to.resolve(from.relativize(file));
                Files.createDirectories(target.getParent());
                try (FileChannel in = FileChannel.open(file, StandardOpenOption.READ);
                        FileChannel out =
                                FileChannel.open(target, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
                    ByteBuffer piece = ByteBuffer.allocate(PIECE);
                    while (!gone && in.read(piece) >= 0) {
                        piece.flip();
                        bytes += piece.remaining();
                        while (piece.hasRemaining()) {
                            out.write(piece);
                        }
                        piece.clear();
                    }
                    if (!gone) {
                        out.truncate(out.position());
                    }
                }
                copied.put(file, changed);
            } catch (NoSuchFileException e) {
                copied.remove(file); // an old snapshot was deleted meanwhile
            }
        }
    }
}
