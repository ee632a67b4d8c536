package dev.attune.spring;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;

/**
 * The properties of the starter. Those that are not given are the defaults of {@link dev.attune.Attune#bandit()}.
 *
 * @param bandit a bandit in this process
 * @param service the decision service; if its address is given, the application has a client in place of a bandit
 */
@ConfigurationProperties("attune")
public record AttuneProperties(
        @Nullable InProcess bandit, @Nullable Service service) {
    /**
     * A bandit in this process.
     *
     * @param file where the bandit is kept: read when the application starts, if it exists, and written when it stops
     * @param saveEvery time between writes of the file while the application runs; only at the end if it is not given
     * @param policy name of the policy
     * @param tuner name of the tuner
     * @param seed of the random numbers
     * @param lowestReward smallest reward
     * @param highestReward largest reward
     * @param uniformShare share of rounds with a random arm
     * @param warmup number of random rounds at the beginning
     */
    public record InProcess(
            @Nullable Path file,
            @Nullable Duration saveEvery,
            @Nullable String policy,
            @Nullable String tuner,
            @Nullable Long seed,
            @Nullable Double lowestReward,
            @Nullable Double highestReward,
            @Nullable Double uniformShare,
            @Nullable Long warmup) {
        static final InProcess DEFAULTS = new InProcess(null, null, null, null, null, null, null, null, null);
    }

    /**
     * The decision service.
     *
     * @param url address of the service
     * @param key with at least the scopes {@code decide} and {@code reward}
     * @param timeout of one call
     * @param retryFor how long a call that failed is tried again
     */
    public record Service(
            @Nullable URI url,
            @Nullable String key,
            @Nullable Duration timeout,
            @Nullable Duration retryFor) {}

    /** Returns the properties of the bandit, or none of them. */
    InProcess inProcess() {
        return bandit == null ? InProcess.DEFAULTS : bandit;
    }
}
