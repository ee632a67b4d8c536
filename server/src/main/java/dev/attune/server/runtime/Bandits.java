package dev.attune.server.runtime;

import dev.attune.live.Answer;
import dev.attune.live.DecisionRequest;
import dev.attune.live.Observation;
import dev.attune.live.RewardMessage;
import dev.attune.live.RewardOutcome;
import dev.attune.live.statistics.ModelView;
import dev.attune.live.statistics.Published;
import dev.attune.live.statistics.RecentDecision;
import dev.attune.live.statistics.Row;
import java.io.Closeable;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/**
 * Bandits that learn here or in a stream. Thread-safe. A stage completes when its result is durable. Failures complete the stage, with a {@link
 * ServiceException}, a {@link dev.attune.live.RefusedException} if the request is invalid, or a {@link
 * dev.attune.journal.JournalFailedException} if the disk has failed and the service must be restarted.
 */
public interface Bandits extends Closeable {
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

    /**
     * Accepts rewards of any mix of bandits, all or none: one invalid value rejects all.
     *
     * @return the outcome of each, in their order
     */
    CompletionStage<List<RewardOutcome>> reward(List<RewardMessage> rewards);

    /** Returns the bandit that made the decision with an id; empty if the id is not one of this service. */
    Optional<String> banditOf(String id);

    /** Returns the id of a recent decision. */
    String id(String bandit, RecentDecision decision);

    /**
     * Returns bandits in the order of their names.
     *
     * @param after the name before the first one; empty for the beginning
     */
    List<BanditView.Summary> list(String after, int limit);

    /**
     * Requires a bandit to exist.
     *
     * @throws ServiceException if there is none
     */
    default void require(String name) {
        if (!has(name)) {
            throw ServiceException.noBandit(name);
        }
    }

    /** Returns whether a bandit exists. */
    boolean has(String name);

    /** Returns a bandit in detail. */
    CompletionStage<BanditView> inspect(String name);

    /** Returns what can be shown of a bandit. */
    CompletionStage<Published> published(String name);

    /** Returns what can be shown of a bandit without loading it; the same object as long as nothing has changed. */
    Optional<Published> seen(String name);

    /** Returns a line for each bandit, by name. */
    List<Row> rows();

    /** Returns the line of a bandit. */
    Row row(String name, Published bandit);

    /** Returns the model of a bandit as a file that {@link dev.attune.Bandit#load} reads. */
    CompletionStage<byte[]> model(String name);

    /**
     * Returns the coefficients of the model of a bandit.
     *
     * @param search part of the names of coefficients, ignoring case; empty for any
     * @param most number of coefficients
     */
    CompletionStage<ModelView> coefficients(String name, String search, int most);

    /** Returns the time of the bandits' clock, in milliseconds since 1970. */
    long now();

    /** Returns the number of waiting decisions of all bandits. */
    long waiting();

    /** Returns the number of bandits. */
    int bandits();

    /** Returns the number of bandits in memory. */
    int residents();

    /** Returns why the service has failed; empty while it works. */
    Optional<String> failure();
}
