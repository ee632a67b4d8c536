package dev.attune.live;

import dev.attune.engine.DefinedBandit;
import dev.attune.engine.PreparedRound;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Decisions whose rounds are prepared in order, scored by any number of threads, and finished in the same order. Answers, events and state are
 * those of one decision after the other.
 *
 * <pre>{@code
 * DecisionBatch batch = bandit.batch();
 * batch.add(requests);                                   // once for each caller
 * batch.rounds().parallelStream().forEach(PreparedRound::score); // optional
 * List<List<Answer>> answers = batch.finish(now, log);
 * }</pre>
 *
 * <p>A batch must be finished, and until then the bandit must not be used otherwise.
 */
public final class DecisionBatch {
    private final LiveBandit bandit;
    private final DefinedBandit model;
    private final Admission admission;
    private final DecisionLedger ledger;
    private final List<List<Member>> groups = new ArrayList<>();
    private final Set<String> named = new HashSet<>();
    private final List<PreparedRound> rounds = new ArrayList<>();

    /**
     * A request.
     *
     * @param prepared its round; null if it repeats another request
     */
    private record Member(DecisionRequest request, @Nullable Prepared prepared) {}

    private record Prepared(Admission.Round admitted, PreparedRound round) {}

    DecisionBatch(LiveBandit bandit, DefinedBandit model, Admission admission, DecisionLedger ledger) {
        this.bandit = bandit;
        this.model = model;
        this.admission = admission;
        this.ledger = ledger;
    }

    /**
     * Adds requests, all or none.
     *
     * @throws RefusedException if one of them is rejected, with its index; none has been added then
     */
    public void add(List<DecisionRequest> requests) {
        if (requests.size() > 1) { // a single one is rejected before it has any effect
            admission.check(requests, named, rounds.size());
        }
        List<Member> members = new ArrayList<>(requests.size());
        for (DecisionRequest request : requests) {
            boolean repeats = named.contains(request.clientId())
                    || ledger.answered(request).isPresent();
            members.add(new Member(request, repeats ? null : prepare(request)));
        }
        groups.add(members);
    }

    private Prepared prepare(DecisionRequest request) {
        Admission.Round admitted = admission.admit(request, rounds.size() + 1);
        PreparedRound round = admitted.refusing(model::prepare);
        rounds.add(round);
        if (!request.clientId().isEmpty()) {
            named.add(request.clientId());
        }
        return new Prepared(admitted, round);
    }

    /** Returns the rounds, which may be scored in any order, each by one thread. */
    public List<PreparedRound> rounds() {
        return List.copyOf(rounds);
    }

    /**
     * Makes the decisions, after all threads that score are done.
     *
     * @return the answers to each call of {@link #add}
     */
    public List<List<Answer>> finish(long now, EventAppender log) {
        List<List<Answer>> answers = new ArrayList<>(groups.size());
        for (List<Member> members : groups) {
            List<Answer> group = new ArrayList<>(members.size());
            for (Member member : members) {
                Prepared prepared = member.prepared;
                group.add(
                        prepared == null
                                ? ledger.answered(member.request).orElseThrow()
                                : bandit.record(prepared.admitted, prepared.round.finish(), now, log));
            }
            answers.add(group);
        }
        return answers;
    }
}
