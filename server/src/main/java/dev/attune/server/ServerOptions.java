package dev.attune.server;

import dev.attune.live.json.JsonLimits;
import dev.attune.server.follow.Following;
import dev.attune.server.http.DoorOptions;
import dev.attune.server.runtime.RuntimeOptions;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * How the service runs.
 *
 * @param runtime the data folder, and how bandits are run; of no account if it follows a stream
 * @param following the stream that it follows; null if its bandits learn in its own data folder
 * @param door where requests come in
 * @param keys file of keys; null for none, and then only this machine is served
 * @param limits how much a request may hold
 * @param warmup whether the machine code for requests is made before it says that it is ready
 * @param metricsPerBandit whether metrics tell bandits apart
 * @param drain how long a stop waits for requests that are under way
 */
public record ServerOptions(
        RuntimeOptions runtime,
        @Nullable Following following,
        DoorOptions door,
        @Nullable Path keys,
        JsonLimits limits,
        boolean warmup,
        boolean metricsPerBandit,
        Duration drain) {
    /** Refuses to serve strangers without keys. */
    public ServerOptions {
        if (keys == null && !isLoopback(door.host())) {
            throw new IllegalArgumentException("without keys only this machine is served, but " + door.host()
                    + " is not an address of it alone; make a key with 'attune keys new --file keys.txt' and give --keys"
                    + " keys.txt");
        }
    }

    /** A data folder, served to this machine alone. */
    public static ServerOptions of(Path folder, int port) {
        return new ServerOptions(
                RuntimeOptions.of(folder),
                null,
                DoorOptions.local(port),
                null,
                JsonLimits.DEFAULT,
                true,
                false,
                Duration.ofSeconds(10));
    }

    /** The same with bandits run in another way. */
    public ServerOptions withRuntime(RuntimeOptions other) {
        return new ServerOptions(other, following, door, keys, limits, warmup, metricsPerBandit, drain);
    }

    /** The same without a data folder, following a stream. */
    public ServerOptions withFollowing(Following stream) {
        return new ServerOptions(runtime, stream, door, keys, limits, warmup, metricsPerBandit, drain);
    }

    /** The same with another door, and keys for whoever comes; null for none. */
    public ServerOptions withDoor(DoorOptions other, @Nullable Path keyFile) {
        return new ServerOptions(runtime, following, other, keyFile, limits, warmup, metricsPerBandit, drain);
    }

    /** The same with other limits. */
    public ServerOptions withLimits(JsonLimits other) {
        return new ServerOptions(runtime, following, door, keys, other, warmup, metricsPerBandit, drain);
    }

    /** The same with or without warm-up. */
    public ServerOptions withWarmup(boolean wanted) {
        return new ServerOptions(runtime, following, door, keys, limits, wanted, metricsPerBandit, drain);
    }

    /** The same with or without the names of bandits in metrics. */
    public ServerOptions withMetricsPerBandit(boolean wanted) {
        return new ServerOptions(runtime, following, door, keys, limits, warmup, wanted, drain);
    }

    private static boolean isLoopback(String host) {
        try {
            return InetAddress.getByName(host).isLoopbackAddress();
        } catch (UnknownHostException e) {
            throw new IllegalArgumentException("there is no host called " + host, e);
        }
    }
}
