package dev.attune.server.runtime;

import dev.attune.live.Answer;
import dev.attune.live.LiveBandit;
import dev.attune.live.Observation;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Choices of a caller, all recorded or none. */
record ObserveWork(List<Observation> observations) implements Work<List<Answer>> {
    @Override
    public List<Answer> perform(Turn turn) throws IOException {
        LiveBandit bandit = turn.bandit();
        if (observations.size() > 1) {
            bandit.checkObserve(observations);
        }
        List<Answer> answers = new ArrayList<>(observations.size());
        for (Observation observation : observations) {
            answers.add(bandit.observe(observation, turn.now(), turn));
        }
        return answers;
    }
}
