package dev.attune.server;

import dev.attune.live.FollowedStream;
import dev.attune.live.json.JsonLimits;
import dev.attune.server.http.Evaluations;
import dev.attune.server.http.HttpOptions;
import dev.attune.server.runtime.RuntimeOptions;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Options of the service.
 *
 * @param runtime the data folder, and how bandits are run; not used if it follows a stream
 * @param following the stream that it follows; null if its bandits learn in its own data folder
 * @param http how requests are received
 * @param limits of a request's content
 * @param warmup whether code for requests is compiled before the service is ready
 * @param metricsPerBandit whether metrics have the names of bandits
 * @param evaluator of journals, for the dashboard; null for none
 */
public record ServerOptions(
        RuntimeOptions runtime,
        @Nullable FollowedStream following,
        HttpOptions http,
        JsonLimits limits,
        boolean warmup,
        boolean metricsPerBandit,
        Evaluations.@Nullable Evaluator evaluator) {
    /** Rejects other hosts than this machine without keys. */
    public ServerOptions {
        if (http.keys() == null && !isLoopback(http.host())) {
            throw new IllegalArgumentException("without keys only this machine is served, but " + http.host()
                    + " is not an address of it alone; make a key with 'attune keys new --file keys.txt' and give --keys"
                    + " keys.txt");
        }
    }

    /** Returns options for a data folder, served to this machine alone. */
    public static ServerOptions of(Path folder, int port) {
        return new ServerOptions(
                RuntimeOptions.of(folder), null, HttpOptions.local(port), JsonLimits.DEFAULT, true, false, null);
    }

    /** Returns options with other options of the runtime. */
    public ServerOptions withRuntime(RuntimeOptions other) {
        return new ServerOptions(other, following, http, limits, warmup, metricsPerBandit, evaluator);
    }

    /** Returns options to follow a stream, without a data folder. */
    public ServerOptions withFollowing(FollowedStream stream) {
        return new ServerOptions(runtime, stream, http, limits, warmup, metricsPerBandit, evaluator);
    }

    /** Returns options with other options of HTTP. */
    public ServerOptions withHttp(HttpOptions other) {
        return new ServerOptions(runtime, following, other, limits, warmup, metricsPerBandit, evaluator);
    }

    /** Returns options with other limits of a request's content. */
    public ServerOptions withLimits(JsonLimits other) {
        return new ServerOptions(runtime, following, http, other, warmup, metricsPerBandit, evaluator);
    }

    /** Returns options with or without warm-up. */
    public ServerOptions withWarmup(boolean wanted) {
        return new ServerOptions(runtime, following, http, limits, wanted, metricsPerBandit, evaluator);
    }

    /** Returns options with or without the names of bandits in metrics. */
    public ServerOptions withMetricsPerBandit(boolean wanted) {
        return new ServerOptions(runtime, following, http, limits, warmup, wanted, evaluator);
    }

    /** Returns options with an evaluator of journals. */
    public ServerOptions withEvaluator(Evaluations.Evaluator given) {
        return new ServerOptions(runtime, following, http, limits, warmup, metricsPerBandit, given);
    }

    private static boolean isLoopback(String host) {
        try {
            return InetAddress.getByName(host).isLoopbackAddress();
        } catch (UnknownHostException e) {
            throw new IllegalArgumentException("there is no host called " + host, e);
        }
    }
}
