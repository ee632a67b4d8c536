package dev.attune;

import dev.attune.api.SettingSpace;
import dev.attune.api.Suggestion;
import dev.attune.engine.Pull;
import dev.attune.state.Checkpoint;
import dev.attune.state.StateFormatException;
import dev.attune.state.StateReader;
import dev.attune.state.StateWriter;
import java.util.Locale;
import java.util.OptionalDouble;

/**
 * A choice of a {@link Bandit}, with everything that its reward will need. The reward may arrive late, in any order, or never; a bandit keeps
 * no list of open decisions. Immutable.
 *
 * <p>{@link #toBytes()} keeps a decision across a restart, beside {@link Bandit#save()}.
 */
public final class Decision {
    private static final String NAME = "decision/1";

    private final long bandit;
    private final String arm;
    private final long round;
    private final int index;
    private final int arms; // on offer
    private final double probability; // NaN where it is not known
    private final boolean tuned;
    private final double[] x;
    private final double[] setting;
    private final double[] memo;

    Decision(long bandit, String arm, Pull pull) {
        this(
                bandit,
                arm,
                pull.t(),
                pull.arm(),
                pull.arms(),
                pull.propensity(),
                pull.tuned(),
                pull.x(),
                pull.suggestion().setting().toArray(),
                pull.suggestion().memo());
    }

    private Decision(
            long bandit,
            String arm,
            long round,
            int index,
            int arms,
            double probability,
            boolean tuned,
            double[] x,
            double[] setting,
            double[] memo) {
        this.bandit = bandit;
        this.arm = arm;
        this.round = round;
        this.index = index;
        this.arms = arms;
        this.probability = probability;
        this.tuned = tuned;
        this.x = x;
        this.setting = setting;
        this.memo = memo;
    }

    /** Returns the caller's id of the chosen arm; for a bandit on vectors, {@link #index()} as text. */
    public String arm() {
        return arm;
    }

    /** Returns the position of the chosen arm among those that were offered, from 0. */
    public int index() {
        return index;
    }

    /**
     * Returns the probability with which this arm was chosen, for evaluation from logged decisions; empty where it is not known, as with
     * Thompson policies.
     *
     * <p>For the default tuner (VOI) the probability is conditional on the imagined worlds that it drew in this and earlier rounds: it is the
     * probability over the remaining randomness of the round, which is what inverse propensity weighting needs.
     */
    public OptionalDouble probability() {
        return Double.isNaN(probability) ? OptionalDouble.empty() : OptionalDouble.of(probability);
    }

    /** Returns the number of the round, from 1. */
    public long round() {
        return round;
    }

    /** Returns the number of the bandit that made it. */
    long bandit() {
        return bandit;
    }

    /** Returns what the engine needs to learn its reward. */
    Pull pull(SettingSpace space) {
        return new Pull(round, index, arms, x, probability, new Suggestion(space.setting(setting), memo), tuned);
    }

    /** Returns all of it as bytes, sealed with a version and a checksum. */
    public byte[] toBytes() {
        return Checkpoint.seal(NAME, this::write);
    }

    private void write(StateWriter out) {
        out.writeLong(bandit);
        out.writeString(arm);
        out.writeLong(round);
        out.writeInt(index);
        out.writeInt(arms);
        out.writeFlag(Double.isNaN(probability));
        out.writeDouble(Double.isNaN(probability) ? 0 : probability);
        out.writeFlag(tuned);
        out.writeDoubles(x);
        out.writeDoubles(setting);
        out.writeDoubles(memo);
    }

    /**
     * Returns the decision that {@link #toBytes()} wrote, in this or another process.
     *
     * @throws StateFormatException if the bytes are damaged or foreign
     */
    public static Decision fromBytes(byte[] bytes) {
        return Checkpoint.open(bytes, NAME, Decision::read);
    }

    private static Decision read(StateReader in) {
        long bandit = in.readLong();
        String arm = in.readText();
        long round = in.readTally();
        int index = in.readCount(Integer.MAX_VALUE);
        int arms = in.readCount(Integer.MAX_VALUE);
        boolean unknown = in.readFlag();
        double probability = in.readDouble();
        return new Decision(
                bandit,
                arm,
                round,
                index,
                arms,
                unknown ? Double.NaN : probability,
                in.readFlag(),
                in.readVector(),
                in.readVector(),
                in.readVector());
    }

    /** Returns arm, round and probability, for logs: {@code coffee (round 7, probability 0.2500)}. */
    @Override
    public String toString() {
        String text = Double.isNaN(probability) ? "unknown" : String.format(Locale.ROOT, "%.4g", probability);
        return arm + " (round " + round + ", probability " + text + ")";
    }
}
