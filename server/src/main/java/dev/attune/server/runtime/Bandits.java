package dev.attune.server.runtime;

import dev.attune.live.statistics.ModelView;
import dev.attune.live.statistics.Published;
import dev.attune.live.statistics.Row;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/** Read access to bandits, which learn here or in a stream. Thread-safe. */
public interface Bandits {
    /**
     * Returns bandits in the order of their names.
     *
     * @param after the name before the first one; empty for the beginning
     */
    List<BanditOverview> list(String after, int limit);

    /**
     * Requires a bandit to exist.
     *
     * @throws NoSuchBanditException if there is none
     */
    default void require(String name) {
        if (!has(name)) {
            throw new NoSuchBanditException("there is no bandit called " + name);
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
