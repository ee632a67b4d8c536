package dev.attune.server.runtime;

import dev.attune.live.statistics.ModelView;
import dev.attune.live.statistics.Published;
import dev.attune.live.statistics.Row;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/** Bandits to look at, whether they learn here or elsewhere. For any number of threads. */
public interface Bandits {
    /**
     * Bandits in the order of their names.
     *
     * @param after the name before the first one wanted; empty for the beginning
     */
    List<BanditSummary> list(String after, int limit);

    /**
     * Does nothing if there is such a bandit.
     *
     * @throws NoSuchBanditException if there is none
     */
    default void require(String name) {
        if (!has(name)) {
            throw new NoSuchBanditException("there is no bandit called " + name);
        }
    }

    /** Whether there is such a bandit. */
    boolean has(String name);

    /** Looks at a bandit. */
    CompletionStage<BanditView> inspect(String name);

    /** What can be seen of a bandit. */
    CompletionStage<Published> published(String name);

    /** What can be seen of a bandit without any effort; the same object as long as nothing is new. */
    Optional<Published> seen(String name);

    /** All bandits, a line for each, by name. */
    List<Row> rows();

    /** The line of a bandit that can be seen. */
    Row row(String name, Published bandit);

    /** The model of a bandit as a file that {@link dev.attune.Bandit#load} reads. */
    CompletionStage<byte[]> model(String name);

    /**
     * Looks at what the model of a bandit believes.
     *
     * @param search part of the names of coefficients, ignoring case; empty for any
     * @param most number of coefficients
     */
    CompletionStage<ModelView> coefficients(String name, String search, int most);

    /** The time by which bandits go, in milliseconds since 1970. */
    long now();

    /** Decisions that wait for rewards, in all bandits together. */
    long waiting();

    /** Bandits that there are. */
    int bandits();

    /** Bandits that are in memory. */
    int residents();

    /** Why nothing works any more; empty while all is well. */
    Optional<String> failure();
}
