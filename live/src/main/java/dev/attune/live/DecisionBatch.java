package dev.attune.live;

import dev.attune.engine.PreparedRound;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Decisions whose rounds are begun in a row, scored by as many threads as one likes, and finished in the same order: the answers, the events and
 * the state are those of one decision after the other.
 *
 * <pre>{@code
 * DecisionBatch batch = bandit.batch();
 * batch.add(requests);                                   // as often as there are callers
 * batch.rounds().parallelStream().forEach(PreparedRound::score); // or not at all
 * List<List<Answer>> answers = batch.finish(now, log);
 * }</pre>
 *
 * <p>From the first request on until it is finished, nothing else may be done with the bandit, and it must be finished.
 */
public final class DecisionBatch {
    private final BanditState state;
    private final Admission admission;
    private final List<List<Member>> groups = new ArrayList<>();
    private final Set<String> named = new HashSet<>();
    private final List<PreparedRound> rounds = new ArrayList<>();

    /**
     * A request.
     *
     * @param begun its round; none if it repeats another request
     */
    private record Member(DecisionRequest request, @Nullable Begun begun) {}

    private record Begun(Admission.Round round, PreparedRound prepared) {}

    DecisionBatch(BanditState state, Admission admission) {
        this.state = state;
        this.admission = admission;
    }

    /**
     * Adds requests that are met all or none.
     *
     * @throws RefusedException if one of them cannot be met, with its place; it is then as if none had been added
     */
    public void add(List<DecisionRequest> requests) {
        if (requests.size() > 1) { // one alone is refused before it has any effect
            admission.checkDecide(requests, named, rounds.size());
        }
        List<Member> members = new ArrayList<>(requests.size());
        for (DecisionRequest request : requests) {
            String id = request.clientId();
            boolean repeats = named.contains(id) || admission.earlier(id, false).isPresent();
            members.add(new Member(request, repeats ? null : begin(request)));
        }
        groups.add(members);
    }

    private Begun begin(DecisionRequest request) {
        Admission.Round round = admission.admit(request, rounds.size() + 1);
        PreparedRound prepared = round.refusing(() -> state.model.prepare(request.context(), round.arms()));
        rounds.add(prepared);
        if (!request.clientId().isEmpty()) {
            named.add(request.clientId());
        }
        return new Begun(round, prepared);
    }

    /** The rounds that may be scored ahead, in any order, each by one thread. */
    public List<PreparedRound> rounds() {
        return List.copyOf(rounds);
    }

    /**
     * Makes the decisions. Whoever scored must be done.
     *
     * @return the answers to each call of {@link #add}
     */
    public List<List<Answer>> finish(long now, EventLog log) {
        List<List<Answer>> answers = new ArrayList<>(groups.size());
        for (List<Member> members : groups) {
            List<Answer> group = new ArrayList<>(members.size());
            for (Member member : members) {
                group.add(finish(member, now, log));
            }
            answers.add(group);
        }
        return answers;
    }

    private Answer finish(Member member, long now, EventLog log) {
        Begun begun = member.begun;
        if (begun == null) {
            return admission.earlier(member.request.clientId(), false).orElseThrow();
        }
        return state.decide(member.request, begun.round, begun.prepared.finish(), now, log);
    }
}
