package dev.attune.client;

import dev.attune.api.Control;
import dev.attune.encode.Arm;
import dev.attune.live.LiveDefinition;
import dev.attune.live.RewardMessage;
import dev.attune.live.RewardOutcome;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/**
 * A client of the decision service.
 *
 * <pre>{@code
 * AttuneClient attune = AttuneClient.builder(URI.create("http://localhost:8080")).build();
 * attune.create("drinks");
 *
 * Features visitor = Features.builder().category("country", "DE").number("age", 31).build();
 * DecisionAnswer decision = attune.decide("drinks",
 *         ArmRequest.among(List.of(new Arm("tea", Features.NONE), new Arm("coffee", Features.NONE))).context(visitor));
 * show(decision.arm());
 *
 * attune.reward(decision.id(), 1.0);   // later, from any machine
 * }</pre>
 *
 * <p>If the service cannot be reached, is busy or limits the rate of the key, a call is retried for a while, with growing pauses. Decisions,
 * observations and rewards carry ids, so none of them counts twice. Every method throws {@link AttuneException} if the service
 * rejects the call, or retries have ended. Thread-safe; one instance is enough. {@link #async} has the same calls for callers that do not
 * wait.
 */
public final class AttuneClient {
    private final AsyncAttuneClient async;

    private AttuneClient(Builder builder) {
        async = new AsyncAttuneClient(
                new Transport(builder.base, builder.key, builder.connectTimeout, builder.timeout, builder.retryFor));
    }

    /** Returns a builder for the address of a service, such as {@code http://localhost:8080}. */
    public static Builder builder(URI base) {
        return new Builder(base);
    }

    /** Returns a client with the same calls that returns futures. */
    public AsyncAttuneClient async() {
        return async;
    }

    /** Requests a decision. */
    public DecisionAnswer decide(String bandit, ArmRequest request) {
        return await(async.decide(bandit, request));
    }

    /** Requests many decisions; if any request is rejected, none is decided. */
    public List<DecisionAnswer> decideAll(String bandit, List<ArmRequest> requests) {
        return await(async.decideAll(bandit, requests));
    }

    /** Records a choice of the caller, from which the bandit learns. */
    public DecisionAnswer observe(String bandit, CallersChoice choice) {
        return await(async.observe(bandit, choice));
    }

    /** Records many choices; if any is rejected, none counts. */
    public List<DecisionAnswer> observeAll(String bandit, List<CallersChoice> choices) {
        return await(async.observeAll(bandit, choices));
    }

    /** Rewards a decision. A reward that is late or of an unknown decision is an outcome, not an exception. */
    public RewardOutcome reward(String decision, double value) {
        return await(async.reward(decision, value));
    }

    /**
     * Rewards a decision, with an id of the caller: it counts once, however often it is sent, also by a program that was restarted.
     */
    public RewardOutcome reward(RewardMessage reward) {
        return await(async.reward(reward));
    }

    /** Rewards many decisions, of any bandits; the outcomes are in the order of the rewards. */
    public List<RewardOutcome> rewardAll(List<RewardMessage> rewards) {
        return await(async.rewardAll(rewards));
    }

    /** Creates a bandit with the service's defaults: named features of any kind and number, tuned by itself. */
    public BanditInfo create(String name) {
        return await(async.create(name));
    }

    /**
     * Creates a bandit.
     *
     * @param arms its catalogue; empty if arms come with the requests
     */
    public BanditInfo create(String name, LiveDefinition definition, List<Arm> arms) {
        return await(async.create(name, definition, arms));
    }

    /** Returns all bandits, by name. */
    public List<BanditSummary> list() {
        return await(async.list());
    }

    /** Returns the definition and the state of a bandit. */
    public BanditInfo inspect(String bandit) {
        return await(async.inspect(bandit));
    }

    /** Pauses a bandit: requests for decisions are rejected, rewards are still accepted. */
    public void pause(String bandit) {
        await(async.pause(bandit));
    }

    /** Resumes a bandit. */
    public void resume(String bandit) {
        await(async.resume(bandit));
    }

    /** Deletes a bandit. */
    public void delete(String bandit) {
        await(async.delete(bandit));
    }

    /** Changes the share of rounds with a uniformly random arm. */
    public void floor(String bandit, double share) {
        await(async.floor(bandit, share));
    }

    /** Changes what the bandit is compared with; the comparison begins anew. */
    public void control(String bandit, Control control) {
        await(async.control(bandit, control));
    }

    /** Begins the comparison with the control anew, with decisions from now on. */
    public void count(String bandit) {
        await(async.count(bandit));
    }

    /**
     * Says that somebody has seen an alarm, which then needs no attention.
     *
     * @param alarm its {@code id} in the statistics of the bandit
     */
    public void acknowledge(String bandit, long alarm) {
        await(async.acknowledge(bandit, alarm));
    }

    /** Registers the arms that requests may refer to; returns the version of the catalogue. */
    public int catalogue(String bandit, List<Arm> arms) {
        return await(async.catalogue(bandit, arms));
    }

    /** Removes an arm from the catalogue, and from the model if it has a model for each arm. */
    public void retire(String bandit, String arm) {
        await(async.retire(bandit, arm));
    }

    /** Returns why a past decision was made. */
    public DecisionExplanation explain(String decision) {
        return await(async.explain(decision));
    }

    private static <T> T await(CompletableFuture<T> answer) {
        try {
            return answer.join();
        } catch (CompletionException e) {
            if (e.getCause() instanceof AttuneException failure) {
                failure.addSuppressed(new Throwable("called here")); // the future's own trace ends in another thread
                throw failure;
            }
            throw e;
        }
    }

    /** Builds a client. */
    public static final class Builder {
        private final URI base;
        private String key = "";
        private Duration connectTimeout = Duration.ofSeconds(2);
        private Duration timeout = Duration.ofSeconds(10);
        private Duration retryFor = Duration.ofSeconds(30);

        private Builder(URI base) {
            if (base.getScheme() == null || base.getHost() == null) {
                throw new IllegalArgumentException(
                        base + " is not the address of a service; it looks like http://localhost:8080");
            }
            this.base = base;
        }

        /** Sets the API key; none by default. */
        public Builder key(String secret) {
            key = secret;
            return this;
        }

        /** Sets the longest time for a connection; 2 seconds by default. */
        public Builder connectTimeout(Duration time) {
            connectTimeout = time;
            return this;
        }

        /** Sets the longest time for one attempt; 10 seconds by default. */
        public Builder timeout(Duration time) {
            timeout = time;
            return this;
        }

        /** Sets for how long a call is retried before it fails; 30 seconds by default, zero for no retries. */
        public Builder retryFor(Duration time) {
            retryFor = time;
            return this;
        }

        /** Returns the client. */
        public AttuneClient build() {
            return new AttuneClient(this);
        }
    }
}
