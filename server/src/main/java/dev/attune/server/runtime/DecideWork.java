package dev.attune.server.runtime;

import dev.attune.journal.Offer;
import dev.attune.live.Answer;
import dev.attune.live.DecisionRequest;
import dev.attune.live.LiveBandit;
import dev.attune.live.RefusedException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Requests for decisions, all met or none. Where scoring takes long, the requests of several callers are met together, so that several
 * threads can score; the decisions are the same as one after the other.
 */
final class DecideWork implements Work<List<Answer>> {
    private final List<DecisionRequest> requests;
    private @Nullable List<Answer> ready;
    private @Nullable Throwable trouble;

    DecideWork(List<DecisionRequest> requests) {
        this.requests = List.copyOf(requests);
    }

    @Override
    public List<Answer> perform(Turn turn) throws IOException {
        if (trouble != null) {
            throw new IllegalStateException("a decision failed that was made together with this one", trouble);
        }
        if (ready != null) {
            return ready;
        }
        return requests.size() == 1
                ? List.of(turn.bandit().decide(requests.get(0), turn.now(), turn))
                : turn.bandit().decideAll(requests, turn.now(), turn, turn.scoring());
    }

    /** Meets the requests of several callers together if that is worth it; otherwise leaves them as they are. */
    static boolean together(List<DecideWork> works, Turn turn) throws IOException {
        if (works.size() < 2 || !turn.scoring().isWorth(cost(works, turn.bandit()))) {
            return false;
        }
        List<DecisionRequest> all = new ArrayList<>();
        works.forEach(work -> all.addAll(work.requests));
        try {
            List<Answer> answers = turn.bandit().decideAll(all, turn.now(), turn, turn.scoring());
            int from = 0;
            for (DecideWork work : works) {
                int to = from + work.requests.size();
                work.ready = List.copyOf(answers.subList(from, to));
                from = to;
            }
        } catch (RefusedException e) { // nothing has changed; each caller gets an answer of its own
            works.forEach(work -> work.ready = null);
        } catch (Throwable e) {
            works.forEach(work -> work.trouble = e);
            turn.spoil();
        }
        return true;
    }

    /** Multiplications for scoring, roughly. */
    private static long cost(List<DecideWork> works, LiveBandit bandit) {
        long d = bandit.definition().bandit().encoder().dimension();
        long arms = 0;
        for (DecideWork work : works) {
            for (DecisionRequest request : work.requests) {
                arms += arms(request.offer(), bandit);
            }
        }
        return arms * d * d;
    }

    private static long arms(Offer offer, LiveBandit bandit) {
        if (offer instanceof Offer.Inline inline) {
            return inline.arms().size();
        }
        List<String> ids = ((Offer.FromCatalogue) offer).ids();
        return ids.isEmpty() ? bandit.catalogueArms().size() : ids.size();
    }
}
