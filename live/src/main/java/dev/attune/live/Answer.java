package dev.attune.live;

import dev.attune.api.Setting;
import dev.attune.api.SettingSpace;
import dev.attune.state.StateReader;
import dev.attune.state.StateWriter;
import java.util.List;

/**
 * The answer to a request for a decision.
 *
 * @param decision its number in the bandit
 * @param position its position in the journal
 * @param round the round; 0 if the caller chose
 * @param arm id of the chosen arm
 * @param probability with which it was chosen; NaN if unknown
 * @param setting the hyperparameters in force
 * @param ranking ids of the arms to show after it, best first
 * @param repeated whether this is the answer to an earlier request with the same client id
 */
public record Answer(
        long decision,
        long position,
        long round,
        String arm,
        double probability,
        Setting setting,
        List<String> ranking,
        boolean repeated) {
    /** Copies the list. */
    public Answer {
        ranking = List.copyOf(ranking);
    }

    /** Returns whether the caller chose. */
    boolean byCaller() {
        return round == 0;
    }

    /** Returns the answer to a repeated request. */
    public Answer again() {
        return new Answer(decision, position, round, arm, probability, setting, ranking, true);
    }

    void write(StateWriter out) {
        out.writeLong(decision);
        out.writeLong(position);
        out.writeLong(round);
        out.writeString(arm);
        SavedValues.writeProbability(probability, out);
        out.writeDoubles(setting.toArray());
        SavedValues.writeTexts(ranking, out);
    }

    static Answer read(SettingSpace space, StateReader in) {
        long decision = in.readTally();
        long position = in.readLong();
        long round = in.readTally();
        String arm = in.readString();
        double probability = SavedValues.readProbability(in);
        Setting setting = SavedValues.readSetting(space, in);
        List<String> ranking = SavedValues.readTexts(Integer.MAX_VALUE, in);
        return new Answer(decision, position, round, arm, probability, setting, ranking, false);
    }
}
