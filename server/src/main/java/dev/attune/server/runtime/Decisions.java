package dev.attune.server.runtime;

import dev.attune.live.Answer;
import dev.attune.live.DecisionRequest;
import dev.attune.live.Observation;
import dev.attune.live.RewardOutcome;
import dev.attune.live.json.RewardMessage;
import dev.attune.live.statistics.RecentDecision;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/**
 * Decisions and rewards by the ids that callers know. A stage completes when whoever is asked again will find the same; failures come with
 * the stage, as {@link BanditRuntime} lists them.
 */
public interface Decisions {
    /**
     * A decision as its caller is told it.
     *
     * @param name makes the id, on the thread of whoever wants it
     */
    record Told(Answer answer, Supplier<String> name) {
        /** What the caller is to call the decision. */
        public String id() {
            return name.get();
        }
    }

    /** Decides, all or none: the requests are checked as a whole before any of them is met. */
    CompletionStage<List<Told>> decide(String bandit, List<DecisionRequest> requests);

    /** Takes note of choices that the caller made, all or none. */
    CompletionStage<List<Told>> observe(String bandit, List<Observation> observations);

    /** The bandit that made the decision with an id; empty if nobody here can have told the id. */
    Optional<String> bandit(String id);

    /**
     * Takes rewards, of any mix of bandits, all or none: a value that can be no reward of its bandit refuses them all.
     *
     * @return what became of each, in their order
     */
    CompletionStage<List<RewardOutcome>> reward(List<RewardMessage> rewards);

    /** The id of a decision that statistics tell of. */
    String id(String bandit, RecentDecision decision);
}
