package dev.attune.flink.stream;

import dev.attune.state.StateReader;
import dev.attune.state.StateWriter;

/**
 * When a bandit tells its counters and publishes its model. Counters come at whole multiples of their interval; a model at once, if the last
 * one is long enough ago, and else as soon as it is.
 */
final class Schedule {
    private static final long NEVER = Long.MAX_VALUE;

    private boolean happened; // since the last look
    private boolean changed; // its definition, since the last model
    private long metricsAt = NEVER;
    private long modelAt = NEVER;
    private long lastModel = Long.MIN_VALUE;
    private long learntByModel;

    /** When its timer goes off; kept here so that there is one at a time. */
    long wake = NEVER;

    /** Something happened that counters tell. */
    void happened() {
        happened = true;
    }

    /** The definition changed. */
    void changed() {
        happened = true;
        changed = true;
    }

    /** Whether counters are to be told now. */
    boolean metricsDue(long now, StreamRules rules) {
        boolean due = metricsAt <= now;
        if (due) {
            metricsAt = NEVER;
        } else if (happened && metricsAt == NEVER) {
            metricsAt = after(
                    now - Math.floorMod(now, rules.metrics().toMillis()),
                    rules.metrics().toMillis());
        }
        happened = false;
        return due;
    }

    /** Whether the model is to be published now. */
    boolean modelDue(long now, long learnt, StreamRules rules) {
        if (learnt == learntByModel && !changed) {
            return false;
        }
        if (lastModel != Long.MIN_VALUE
                && now < after(lastModel, rules.publish().toMillis())) {
            modelAt = after(lastModel, rules.publish().toMillis());
            return false;
        }
        modelAt = NEVER;
        changed = false;
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

    void write(StateWriter out) {
        out.writeFlag(changed);
        out.writeLong(metricsAt);
        out.writeLong(modelAt);
        out.writeLong(lastModel);
        out.writeLong(learntByModel);
        out.writeLong(wake);
    }

    static Schedule read(StateReader in) {
        Schedule schedule = new Schedule();
        schedule.changed = in.readFlag();
        schedule.metricsAt = in.readLong();
        schedule.modelAt = in.readLong();
        schedule.lastModel = in.readLong();
        schedule.learntByModel = in.readTally();
        schedule.wake = in.readLong();
        return schedule;
    }
}
