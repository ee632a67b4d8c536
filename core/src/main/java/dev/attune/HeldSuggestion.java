package dev.attune;

import dev.attune.api.ActionSet;
import dev.attune.api.ContextTuner;
import dev.attune.api.Suggestion;
import dev.attune.api.Tuner;
import dev.attune.state.StateReader;
import dev.attune.state.StateWriter;
import java.util.random.RandomGenerator;

/** A tuner's suggestion, kept in force for as many rounds as a policy wants to keep a setting. */
final class HeldSuggestion {
    private final Tuner tuner;
    private final int rounds;
    private Suggestion held;
    private int roundsLeft;

    HeldSuggestion(Tuner tuner, int rounds) {
        this.tuner = tuner;
        this.rounds = rounds;
        this.held = Suggestion.of(tuner.space().preset());
    }

    /** Begins a round; asks the tuner if the last suggestion has had its rounds. */
    Suggestion next(long t, ActionSet arms, RandomGenerator rng) {
        if (roundsLeft == 0) {
            held = tuner instanceof ContextTuner context ? context.suggest(t, arms, rng) : tuner.suggest(t, rng);
            roundsLeft = rounds;
        }
        roundsLeft--;
        return held;
    }

    /** The suggestion in force. */
    Suggestion inForce() {
        return held;
    }

    void writeState(StateWriter out) {
        out.writeInt(roundsLeft);
        out.writeDoubles(held.setting().toArray());
        out.writeInt(held.memo().length);
        out.writeDoubles(held.memo());
    }

    void readState(StateReader in) {
        roundsLeft = in.readCount(rounds);
        double[] values = new double[tuner.space().size()];
        in.readDoubles(values);
        double[] memo = new double[in.readCount(in.remainingDoubles())];
        in.readDoubles(memo);
        held = new Suggestion(tuner.space().setting(values), memo);
    }
}
