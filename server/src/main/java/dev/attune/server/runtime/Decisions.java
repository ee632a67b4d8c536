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
 * Decisions and rewards by ids for callers. A stage completes when its result is durable; failures complete the stage, as listed at {@link
 * BanditRuntime}.
 */
public interface Decisions {
    /**
     * An answer with the id of its decision.
     *
     * @param name makes the id, on the thread that asks for it
     */
    record Identified(Answer answer, Supplier<String> name) {
        /** Returns the id of the decision. */
        public String id() {
            return name.get();
        }
    }

    /** Decides, all or none: the requests are checked as a whole before the first decision. */
    CompletionStage<List<Identified>> decide(String bandit, List<DecisionRequest> requests);

    /** Records choices of the caller, all or none. */
    CompletionStage<List<Identified>> observe(String bandit, List<Observation> observations);

    /** Returns the bandit that made the decision with an id; empty if the id is not one of this service. */
    Optional<String> bandit(String id);

    /**
     * Accepts rewards of any mix of bandits, all or none: one invalid value rejects all.
     *
     * @return the outcome of each, in their order
     */
    CompletionStage<List<RewardOutcome>> reward(List<RewardMessage> rewards);

    /** Returns the id of a recent decision. */
    String id(String bandit, RecentDecision decision);
}
