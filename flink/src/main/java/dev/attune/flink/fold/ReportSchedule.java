package dev.attune.flink.fold;

import dev.attune.state.StateReader;
import dev.attune.state.StateWriter;

/**
 * When a bandit reports its counters and publishes its model. Counters are reported at whole multiples of their interval; a model is published at
 * once if the interval since the last one is over, and otherwise at its end.
 */
final class ReportSchedule {
    static final long NEVER = Long.MAX_VALUE;

    private boolean active; // counters may have changed since the last call
    private boolean redefined; // since the last model
    private long metricsAt = NEVER;
    private long modelAt = NEVER;
    private long lastModel = Long.MIN_VALUE;
    private long learntByModel;
    private long timer = NEVER;

    /** Notes an event that counters report. */
    void happened() {
        active = true;
    }

    /** Notes a changed definition. */
    void redefined() {
        active = true;
        redefined = true;
    }

    /** Returns whether counters are to be reported now. */
    boolean metricsDue(long now, StreamRules rules) {
        boolean due = metricsAt <= now;
        if (due) {
            metricsAt = NEVER;
        } else if (active && metricsAt == NEVER) {
            metricsAt = after(
                    now - Math.floorMod(now, rules.metrics().toMillis()),
                    rules.metrics().toMillis());
        }
        active = false;
        return due;
    }

    /** Returns whether the model is to be published now. */
    boolean modelDue(long now, long learnt, StreamRules rules) {
        if (learnt == learntByModel && !redefined) {
            return false;
        }
        if (lastModel != Long.MIN_VALUE
                && now < after(lastModel, rules.publish().toMillis())) {
            modelAt = after(lastModel, rules.publish().toMillis());
            return false;
        }
        modelAt = NEVER;
        redefined = false;
        lastModel = now;
        learntByModel = learnt;
        return true;
    }

    private static long after(long time, long wait) {
        return time > NEVER - wait ? NEVER : time + wait;
    }

    long next() {
        return Math.min(metricsAt, modelAt);
    }

    /** Returns the time for which a timer must be set; {@link #NEVER} if none is necessary or an earlier one is set. */
    long timer(long now, long next) {
        if (timer > now && next >= timer) {
            return NEVER;
        }
        timer = next;
        return next;
    }

    void write(StateWriter out) {
        out.writeFlag(redefined);
        out.writeLong(metricsAt);
        out.writeLong(modelAt);
        out.writeLong(lastModel);
        out.writeLong(learntByModel);
        out.writeLong(timer);
    }

    static ReportSchedule read(StateReader in) {
        ReportSchedule schedule = new ReportSchedule();
        schedule.redefined = in.readFlag();
        schedule.metricsAt = in.readLong();
        schedule.modelAt = in.readLong();
        schedule.lastModel = in.readLong();
        schedule.learntByModel = in.readTally();
        schedule.timer = in.readLong();
        return schedule;
    }
}
