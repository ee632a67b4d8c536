package dev.attune.cli;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.util.TokenBuffer;
import dev.attune.live.ReplayMismatchException;
import dev.attune.live.json.JsonOutput;
import dev.attune.live.statistics.BanditVerdict;
import dev.attune.server.runtime.ServiceException;
import dev.attune.server.runtime.StoredBandits;
import dev.attune.state.StateFormatException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The verdict of a service on one of its bandits, from its data folder: the bandit is rebuilt as the service rebuilds
 * it, so it is the same at the last
 * durable event.
 *
 * @param verdict that of the service; null if the bandit cannot be rebuilt
 * @param reason why not; empty if it can
 */
record StoredVerdict(@Nullable BanditVerdict verdict, String reason) {
    /** Returns the verdict on a bandit; on the only one if the name is null. */
    static StoredVerdict of(Path folder, @Nullable String bandit) {
        try {
            StoredBandits stored = StoredBandits.open(folder);
            List<String> names = stored.names();
            if (bandit == null && names.size() != 1) {
                return unknown("the folder has " + names.size() + " bandits; --bandit chooses one");
            }
            String name = bandit == null ? names.get(0) : bandit;
            return names.contains(name)
                    ? new StoredVerdict(BanditVerdict.of(stored.load(name).publish()), "")
                    : unknown("the service has no bandit called " + name + " any more");
        } catch (IOException
                | ReplayMismatchException
                | ServiceException
                | StateFormatException
                | IllegalArgumentException e) {
            return unknown("the bandit cannot be rebuilt: " + e.getMessage());
        }
    }

    private static StoredVerdict unknown(String reason) {
        return new StoredVerdict(null, reason);
    }

    /** Returns the sentence of the service, and what to do. */
    String toText() {
        return verdict == null ? "Unknown: " + reason + "." : text(verdict);
    }

    /** Returns the verdict as the service writes it; null if it is unknown. */
    @Nullable
    TokenBuffer toJson() {
        return verdict == null ? null : json(verdict);
    }

    /** Returns the sentence of a verdict, and what to do. */
    static String text(BanditVerdict verdict) {
        return verdict.action().isEmpty() ? verdict.text() : verdict.text() + " " + verdict.action();
    }

    /** Returns a verdict as the service writes it. */
    static TokenBuffer json(BanditVerdict verdict) {
        TokenBuffer tokens = new TokenBuffer(new ObjectMapper(), false);
        try {
            JsonOutput.write(verdict, tokens);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return tokens;
    }
}
