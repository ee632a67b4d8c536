package dev.attune.lab.log;

import dev.attune.encode.Arm;
import dev.attune.encode.Features;
import java.util.List;
import java.util.Map;

/**
 * A logged decision with its reward, independent of the format of the log.
 *
 * @param id the id in the log; empty if there is none
 * @param time milliseconds since 1970; {@link #NO_TIME} if unknown
 * @param context features that all arms share
 * @param arms the arms on offer, at least one
 * @param chosen position of the arm that was chosen
 * @param propensity probability with which the logging policy chose it, in (0, 1]; NaN if unknown
 * @param reward reward of the arm; NaN if unknown
 * @param weight how many events this one represents, if the log has dropped others at random; usually 1
 * @param policies probabilities of the arms under other policies whose choices are in the log, by name; the same names in all events
 */
public record LoggedEvent(
        String id,
        long time,
        Features context,
        List<Arm> arms,
        int chosen,
        double propensity,
        double reward,
        double weight,
        Map<String, double[]> policies) {
    /** The time is unknown. */
    public static final long NO_TIME = Long.MIN_VALUE;

    /** Creates an event of a log without choices of other policies. */
    public LoggedEvent(
            String id,
            long time,
            Features context,
            List<Arm> arms,
            int chosen,
            double propensity,
            double reward,
            double weight) {
        this(id, time, context, arms, chosen, propensity, reward, weight, Map.of());
    }

    /** Returns the position of an arm; -1 if it is not on offer. */
    public int place(String arm) {
        return place(arm, arms);
    }

    /** Returns the position of an arm in a list; -1 if it is not there. */
    static int place(String arm, List<Arm> arms) {
        for (int place = 0; place < arms.size(); place++) {
            if (arms.get(place).id().equals(arm)) {
                return place;
            }
        }
        return -1;
    }
}
