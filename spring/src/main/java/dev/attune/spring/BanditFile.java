package dev.attune.spring;

import dev.attune.Attune;
import dev.attune.Bandit;
import dev.attune.spring.AttuneProperties.InProcess;
import dev.attune.state.StateFormatException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

/** A bandit and the file in which it survives a restart of the application. */
final class BanditFile implements AutoCloseable {
    private static final Log LOG = LogFactory.getLog(BanditFile.class);

    private final Bandit bandit;
    private final @Nullable Path file;
    private final @Nullable ScheduledExecutorService timer;

    /** Loads the bandit from its file, if there is one, or builds it. */
    BanditFile(InProcess properties) {
        this.file = properties.file();
        this.bandit = opened(properties);
        Duration every = properties.saveEvery();
        if (file == null || every == null) {
            this.timer = null;
        } else if (every.isZero() || every.isNegative()) {
            throw new IllegalArgumentException("attune.bandit.save-every = " + every + " must be positive");
        } else {
            this.timer = Executors.newSingleThreadScheduledExecutor(run -> {
                Thread thread = new Thread(run, "attune-save");
                thread.setDaemon(true);
                return thread;
            });
            // A failure is logged, and does not end the schedule.
            var unused = timer.scheduleWithFixedDelay(
                    this::trySave, every.toMillis(), every.toMillis(), TimeUnit.MILLISECONDS);
        }
    }

    private static Bandit opened(InProcess properties) {
        Path file = properties.file();
        if (file == null || !Files.exists(file)) {
            return built(properties);
        }
        try {
            return Bandit.load(Files.readAllBytes(file));
        } catch (StateFormatException e) {
            throw new IllegalArgumentException(
                    "attune.bandit.file = " + file + " is not a saved bandit: " + e.getMessage(), e);
        } catch (IOException e) {
            throw new UncheckedIOException("attune.bandit.file = " + file + " cannot be read", e);
        }
    }

    private static Bandit built(InProcess properties) {
        Attune.Builder builder = Attune.bandit();
        if (properties.policy() != null) {
            builder.policy(properties.policy());
        }
        if (properties.tuner() != null) {
            builder.tuner(properties.tuner());
        }
        if (properties.seed() != null) {
            builder.seed(properties.seed());
        }
        if (properties.lowestReward() != null && properties.highestReward() != null) {
            builder.rewards(properties.lowestReward(), properties.highestReward());
        } else if (properties.lowestReward() != null || properties.highestReward() != null) {
            throw new IllegalArgumentException(
                    "attune.bandit.lowest-reward and attune.bandit.highest-reward must be given together");
        }
        if (properties.uniformShare() != null) {
            builder.uniformShare(properties.uniformShare());
        }
        if (properties.warmup() != null) {
            builder.warmup(properties.warmup());
        }
        return builder.build();
    }

    Bandit bandit() {
        return bandit;
    }

    private void trySave() {
        try {
            save();
        } catch (RuntimeException e) {
            LOG.error("The bandit is not saved to " + file + "; the next attempt follows", e);
        }
    }

    /** Writes the file; the old one stays until the new one is complete and on the disk. */
    synchronized void save() {
        if (file == null) {
            return;
        }
        Path next = file.resolveSibling(file.getFileName() + ".new");
        try {
            Files.write(next, bandit.save());
            try (FileChannel channel = FileChannel.open(next, StandardOpenOption.WRITE)) {
                channel.force(true);
            }
            Files.move(next, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            throw new UncheckedIOException("attune.bandit.file = " + file + " cannot be written", e);
        }
    }

    /** Stops the timer and writes the file. */
    @Override
    public void close() {
        if (timer != null) {
            timer.shutdownNow();
        }
        save();
    }
}
