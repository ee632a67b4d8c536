package dev.attune.live;

import dev.attune.engine.DefinedBandit;
import dev.attune.state.Checkpoint;
import dev.attune.state.StateFormatException;
import dev.attune.state.StateReader;
import dev.attune.state.StateWriter;
import java.time.Duration;
import java.util.function.Function;

/** A live bandit as bytes; {@code docs/format/live.md} tells what is where. */
final class SavedBandit {
    private static final String STATE_NAME = "live bandit/1";

    private SavedBandit() {}

    /**
     * All of it, sealed.
     *
     * @param whole false without what callers have under way, which is of use to nobody else
     */
    static byte[] write(BanditState state, boolean whole) {
        return Checkpoint.seal(STATE_NAME, out -> write(state, whole, out));
    }

    static BanditState read(int number, byte[] bytes) {
        return open(bytes, in -> {
            int saved = in.readInt();
            if (saved != number) {
                throw new StateFormatException("the saved state is of bandit " + saved + ", not of " + number);
            }
            return read(number, in);
        });
    }

    /** Whatever its number, with random numbers of its own. */
    static BanditState follow(byte[] bytes, long seed, long round) {
        BanditState state = open(bytes, in -> read(in.readInt(), in));
        state.reseed(seed, round);
        return state;
    }

    private static BanditState open(byte[] bytes, Function<StateReader, BanditState> reader) {
        try {
            return Checkpoint.open(bytes, STATE_NAME, reader);
        } catch (StateFormatException e) {
            throw e;
        } catch (RuntimeException e) { // a checksum keeps accidents out, not people: any check below may find the lie
            throw new StateFormatException("the saved bandit is invalid: " + e.getMessage());
        }
    }

    private static void write(BanditState state, boolean whole, StateWriter out) {
        out.writeInt(state.number);
        out.writeLong(state.rules.window().toMillis());
        out.writeString(state.rules.learning().name());
        out.writeString(state.rules.aggregation().name());
        Saved.writeOptional(state.rules.defaultReward(), out);
        if (whole) {
            state.model.write(out);
        } else {
            state.model.writePublished(out);
        }
        out.writeLong(state.time);
        out.writeLong(state.decisions);
        out.writeLong(state.learnt);
        out.writeLong(state.expired);
        out.writeLong(state.explored);
        out.writeDouble(state.regretProxy);
        out.writeFlag(state.paused);
        state.catalogue.write(out);
        (whole ? state.waiting : new WaitingDecisions(state.policy().dimension())).write(out);
        (whole ? state.remembered : new RememberedAnswers()).write(out);
        (whole ? state.closed : new ClosedDecisions()).write(out);
        state.chronicle.statistics().writeState(out);
    }

    private static BanditState read(int number, StateReader in) {
        RewardRules rules = new RewardRules(
                Duration.ofMillis(in.readTally()),
                Learning.valueOf(in.readString()),
                Aggregation.valueOf(in.readString()),
                Saved.readOptional(in));
        DefinedBandit model = DefinedBandit.read(in);
        BanditState state = new BanditState(number, rules, model);
        readLearnt(state, in);
        return state;
    }

    private static void readLearnt(BanditState state, StateReader in) {
        state.time = in.readTally();
        state.decisions = in.readTally();
        state.learnt = in.readTally();
        state.expired = in.readTally();
        state.explored = in.readTally();
        state.regretProxy = in.readDouble();
        state.paused = in.readFlag();
        state.catalogue = Catalogue.read(in);
        state.waiting.read(state.policy(), state.decisions, in);
        state.remembered.read(state.policy().space(), state.waiting, in);
        state.closed.read(in);
        state.chronicle.statistics().readState(in);
    }
}
