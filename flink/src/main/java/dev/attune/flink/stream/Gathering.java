package dev.attune.flink.stream;

import dev.attune.api.Increment;
import dev.attune.flink.wire.BanditKey;
import dev.attune.live.LiveBandit;
import dev.attune.state.StateReader;
import dev.attune.state.StateWriter;

/** What a replica has besides its bandit: what it has gathered and not handed on, and which model it decides by. */
final class Gathering {
    private static final long NEVER = Long.MAX_VALUE;
    private static final Place NO_MODEL = new Place(Long.MIN_VALUE, 0, 0);

    private Increment gathered;
    private int replicas;
    private long handedOn; // how often
    private long dueAt = NEVER;
    private Place model = NO_MODEL;

    private Gathering(Increment gathered, int replicas) {
        this.gathered = gathered;
        this.replicas = replicas;
    }

    /**
     * Makes a bandit one of several.
     *
     * @throws IllegalArgumentException if that cannot be
     */
    static Gathering begin(LiveBandit bandit, int replicas) {
        Gathering gathering = new Gathering(bandit.replication().increment(), replicas);
        bandit.replication().gatherInto(gathering.gathered, replicas);
        return gathering;
    }

    /** Hands on what was gathered, if it is time. */
    void report(long now, String key, LiveBandit bandit, Replicas rules, StreamOutput out) {
        if (gathered.isEmpty()) {
            return;
        }
        long every = rules.every().toMillis();
        if (gathered.count() >= rules.rewards() || dueAt <= now) {
            out.gathered(key, ++handedOn, gathered.write(), now);
            dueAt = NEVER;
            gathered = bandit.replication().increment();
            String name = BanditKey.name(key);
            replicas = rules.has(name) ? rules.of(name) : replicas;
            bandit.replication().gatherInto(gathered, replicas);
        } else if (dueAt == NEVER) {
            dueAt = now - Math.floorMod(now, every) + every;
        }
    }

    /** Decides by another model from now on, unless that is of bandits before these, or of another kind. */
    void adopt(Place place, LiveBandit merged, Place began, LiveBandit bandit) {
        if (place.equals(model)) {
            return;
        }
        model = place;
        if (merged.time() >= began.time()) {
            try {
                bandit.replication().adopt(merged);
            } catch (IllegalArgumentException e) {
                return; // of a bandit that had the name before, to the millisecond
            }
        }
    }

    /** When it hands on next at the latest; {@link Long#MAX_VALUE} if there is nothing to hand on. */
    long next() {
        return dueAt;
    }

    /** What it has gathered, sealed. */
    byte[] increment() {
        return gathered.write();
    }

    void write(StateWriter out) {
        out.writeInt(replicas);
        out.writeLong(handedOn);
        out.writeLong(dueAt);
        model.write(out);
    }

    /** What was saved goes on with a bandit that was saved with it. */
    static Gathering read(StateReader in, byte[] increment, LiveBandit bandit) {
        int replicas = in.readCount(Integer.MAX_VALUE);
        Gathering gathering = new Gathering(Increment.read(increment), replicas);
        gathering.handedOn = in.readTally();
        gathering.dueAt = in.readLong();
        gathering.model = Place.read(in);
        bandit.replication().gatherInto(gathering.gathered, replicas);
        return gathering;
    }
}
