package dev.attune.lab.log;

import dev.attune.encode.Arm;
import dev.attune.encode.Features;
import java.util.List;

/**
 * A logged decision and what came of it, whatever file it was read from.
 *
 * @param id what the log calls the event; empty where it has no name
 * @param time milliseconds since 1970; {@link #NO_TIME} where the log does not say
 * @param context what all arms share
 * @param arms the arms on offer, at least one
 * @param chosen position of the arm that was chosen
 * @param propensity probability with which the logging policy chose it, in (0, 1]; NaN where the log does not say
 * @param reward what it earned; NaN where no reward is known
 * @param weight how many events this one stands for, where the log has dropped others at random; 1 mostly
 */
public record LoggedEvent(
        String id,
        long time,
        Features context,
        List<Arm> arms,
        int chosen,
        double propensity,
        double reward,
        double weight) {
    /** The log does not say when. */
    public static final long NO_TIME = Long.MIN_VALUE;
}
