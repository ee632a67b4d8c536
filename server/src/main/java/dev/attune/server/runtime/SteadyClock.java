package dev.attune.server.runtime;

import java.time.Duration;
import java.time.Instant;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * The time of the bandits: that of the machine's clock, but it never goes back and never stands still. After a step back of the machine's clock, or at a
 * start with a journal that is ahead of it, time goes on from where it was, a tenth slower than the clock until both agree. So a window ends after
 * its length, at most a ninth later. A start moves time by at most {@link #FURTHEST}; what is left is made up a tenth faster than the clock. Thread-safe.
 */
final class SteadyClock implements LongSupplier {
    /** The most by which a start moves time, so that a wrong clock does not end all windows and date all events for years to come. */
    static final Duration FURTHEST = Duration.ofDays(30);

    private static final Duration WORTH_A_WARNING = Duration.ofMinutes(1);
    private static final long SLEW = 10;

    private final LongSupplier machine;
    private final Consumer<String> warnings;
    private long seen; // of the machine's clock
    private long ahead; // of the machine's clock; negative if behind
    private long owed; // milliseconds that were not used for the correction yet

    SteadyClock(LongSupplier machine, Consumer<String> warnings) {
        this.machine = machine;
        this.warnings = warnings;
        this.seen = machine.getAsLong();
    }

    /** Starts after the last event of a journal; 0 if it has none. */
    synchronized void continueFrom(long last) {
        seen = machine.getAsLong();
        if (last == 0) {
            return;
        }
        long gap = seen - last;
        if (gap < 0) {
            ahead = -gap;
            if (ahead > WORTH_A_WARNING.toMillis()) {
                warnings.accept("the journal ends at " + Instant.ofEpochMilli(last) + ", " + Duration.ofMillis(ahead)
                        + " ahead of this machine's clock, which shows " + Instant.ofEpochMilli(seen)
                        + ". Windows keep their length, but new events are dated after the last one. If the clock is wrong,"
                        + " stop the service and set it; if it was wrong before, stop the service and run 'attune journal"
                        + " repair --clock'");
            }
        } else if (gap > FURTHEST.toMillis()) {
            ahead = FURTHEST.toMillis() - gap;
            warnings.accept("the journal ends at " + Instant.ofEpochMilli(last) + ", " + Duration.ofMillis(gap)
                    + " before this machine's clock, which shows " + Instant.ofEpochMilli(seen) + ". Time goes on "
                    + FURTHEST.toDays()
                    + " days after the last event, a tenth faster than the clock, until it has caught"
                    + " up. If the clock is wrong, stop the service and set it");
        }
    }

    @Override
    public synchronized long getAsLong() {
        long now = machine.getAsLong();
        long passed = now - seen;
        seen = now;
        if (passed < 0) {
            ahead -= passed;
            if (-passed > WORTH_A_WARNING.toMillis()) {
                warnings.accept("the clock of this machine was set back by " + Duration.ofMillis(-passed)
                        + "; windows keep their length");
            }
        } else if (ahead != 0) {
            owed += passed;
            long correction = Math.min(Math.abs(ahead), owed / SLEW);
            owed -= correction * SLEW;
            ahead -= Long.signum(ahead) * correction;
        }
        return now + ahead;
    }
}
