package dev.attune.server.runtime;

import dev.attune.live.Answer;
import dev.attune.live.DecisionBatch;
import dev.attune.live.DecisionRequest;
import dev.attune.live.LiveBandit;
import dev.attune.live.RefusedException;
import dev.attune.server.runtime.Writers.Turn;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Requests of a caller for decisions, all or none. Those of several callers are decided together if that lets several threads score; the
 * decisions are the same as one after the other.
 */
final class DecideWork implements Task.Work<List<Answer>> {
    private final List<DecisionRequest> requests;
    private @Nullable List<Answer> answers;
    private @Nullable RefusedException refusal;

    DecideWork(List<DecisionRequest> requests) {
        this.requests = List.copyOf(requests);
    }

    /** Decides, unless that was done together with other requests. */
    @Override
    public List<Answer> perform(Turn turn) throws IOException {
        if (answers == null && refusal == null) {
            if (requests.size() == 1) {
                return List.of(turn.bandit().decide(requests.get(0), turn.now(), turn));
            }
            together(List.of(this), turn);
        }
        if (answers == null) {
            throw refusal == null ? new IllegalStateException("a decision has neither answer nor refusal") : refusal;
        }
        return answers;
    }

    /** Decides the requests of several callers if other threads should help to score them; returns whether it did. */
    static boolean togetherIfWorthHelp(List<DecideWork> works, Turn turn) throws IOException {
        LiveBandit bandit = turn.bandit();
        long cost = works.stream()
                .flatMap(work -> work.requests.stream())
                .mapToLong(bandit::cost)
                .sum();
        boolean worth = turn.scoring().isWorthHelp(cost);
        if (worth) {
            together(works, turn);
        }
        return worth;
    }

    private static void together(List<DecideWork> works, Turn turn) throws IOException {
        DecisionBatch batch = turn.bandit().batch();
        List<DecideWork> added = new ArrayList<>(works.size());
        for (DecideWork work : works) {
            try {
                batch.add(work.requests);
                added.add(work);
            } catch (RefusedException e) {
                work.refusal = e;
            }
        }
        turn.scoring().score(batch.rounds());
        List<List<Answer>> answers = batch.finish(turn.now(), turn);
        for (int i = 0; i < added.size(); i++) {
            added.get(i).answers = answers.get(i);
        }
    }
}
