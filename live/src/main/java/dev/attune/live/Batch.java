package dev.attune.live;

import dev.attune.PreparedRound;
import dev.attune.api.Decision;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Decisions whose rounds are begun in a row, scored by whoever likes, and finished in the same order. */
final class Batch {
    private final BanditState state;
    private final Admission admission;
    private final List<Member> members = new ArrayList<>();

    /**
     * A request.
     *
     * @param begun its round; none if it repeats another request
     */
    private record Member(DecisionRequest request, @Nullable Begun begun) {}

    private record Begun(Admission.Round round, PreparedRound prepared) {}

    /** What is done with a decision, in its turn. */
    interface Finish {
        /** Tells of it; the answer. */
        Answer decided(DecisionRequest request, Admission.Round round, Decision made);
    }

    /** Begins the rounds of requests that have all been checked. */
    Batch(BanditState state, Admission admission, List<DecisionRequest> requests) {
        this.state = state;
        this.admission = admission;
        Set<String> named = new HashSet<>();
        for (DecisionRequest request : requests) {
            boolean repeats = admission.earlier(request.clientId(), false).isPresent()
                    || !(request.clientId().isEmpty() || named.add(request.clientId()));
            members.add(new Member(request, repeats ? null : begin(request)));
        }
    }

    private Begun begin(DecisionRequest request) {
        Admission.Round round = admission.admit(request, 1);
        return new Begun(round, round.refusing(() -> state.model.prepare(request.context(), round.arms())));
    }

    List<PreparedRound> toScore() {
        List<PreparedRound> rounds = new ArrayList<>();
        for (Member member : members) {
            if (member.begun != null) {
                rounds.add(member.begun.prepared);
            }
        }
        return rounds;
    }

    List<Answer> finish(Finish finish) {
        List<Answer> answers = new ArrayList<>();
        for (Member member : members) {
            Begun begun = member.begun;
            answers.add(
                    begun == null
                            ? admission
                                    .earlier(member.request.clientId(), false)
                                    .orElseThrow()
                            : finish.decided(member.request, begun.round, state.model.finish(begun.prepared)));
        }
        return answers;
    }
}
