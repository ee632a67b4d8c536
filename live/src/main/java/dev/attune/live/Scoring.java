package dev.attune.live;

import dev.attune.PreparedRound;
import java.util.List;

/** Who scores the rounds of a batch. The decisions are the same whoever does; a service may let several threads do it. */
@FunctionalInterface
public interface Scoring {
    /** By whoever asks, one after the other. */
    Scoring IN_TURN = rounds -> rounds.forEach(PreparedRound::score);

    /** Calls {@link PreparedRound#score} of every round, and returns when all are done. */
    void score(List<PreparedRound> rounds);
}
