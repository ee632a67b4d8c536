package dev.attune.server.follow;

import dev.attune.live.DecisionRequest;
import dev.attune.live.FollowedStream;
import dev.attune.live.FollowedStream.ModelListener;
import dev.attune.live.Observation;
import dev.attune.live.RefusedException;
import dev.attune.live.RewardMessage;
import dev.attune.live.RewardOutcome;
import dev.attune.live.statistics.ModelView;
import dev.attune.live.statistics.Published;
import dev.attune.live.statistics.RecentDecision;
import dev.attune.live.statistics.Row;
import dev.attune.server.follow.FollowedBandit.Choice;
import dev.attune.server.runtime.BanditView;
import dev.attune.server.runtime.Bandits;
import dev.attune.server.runtime.RuntimeListener;
import dev.attune.server.runtime.ServiceException;
import dev.attune.server.runtime.ServiceException.Reason;
import dev.attune.server.runtime.WorkerPool;
import dev.attune.state.StateFormatException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentNavigableMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.Function;
import java.util.function.LongSupplier;

/**
 * Bandits that decide here and learn in a stream. A decision is answered once the stream has it; a reward is passed on.
 *
 * <pre>
 *   model feed -> the last model of each bandit
 *   request    -> a choice by that model -> outbox -> answer
 *   reward     -> outbox -> answer
 * </pre>
 */
public final class FollowedBandits implements Bandits {
    private static final int QUEUE = 10_000;
    private static final int RETRY_SECONDS = 1;
    private static final char SEGMENT = '~';
    private static final char AFTER_SEGMENT = SEGMENT + 1;

    private final FollowedStream following;
    private final RuntimeListener listener;
    private final LongSupplier seeds;
    private final ConcurrentNavigableMap<String, FollowedBandit> bandits = new ConcurrentSkipListMap<>();
    private volatile long lastModel = System.nanoTime();
    private final CompletableFuture<Void> caughtUp = new CompletableFuture<>();
    private final WorkerPool threads = new WorkerPool(
            "attune-decide",
            Runtime.getRuntime().availableProcessors(),
            QUEUE,
            "too many requests wait",
            RETRY_SECONDS);

    private FollowedBandits(FollowedStream following, RuntimeListener listener, LongSupplier seeds) {
        this.following = following;
        this.listener = listener;
        this.seeds = seeds;
    }

    /**
     * Starts to follow.
     *
     * @param listener for warnings and counts of decisions
     * @param seeds seeds of the bandits' random draws; every service that follows must have its own
     */
    public static FollowedBandits start(FollowedStream following, RuntimeListener listener, LongSupplier seeds) {
        FollowedBandits bandits = new FollowedBandits(following, listener, seeds);
        following.feed().start(bandits.new Updates());
        return bandits;
    }

    /** Completes when all models that were there at the start are in force. */
    public CompletionStage<Void> caughtUp() {
        return caughtUp;
    }

    /** Returns the seconds since the last model arrived, of any bandit, or since the start. */
    public double secondsSinceModel() {
        return (System.nanoTime() - lastModel) / 1e9;
    }

    private final class Updates implements ModelListener {
        @Override
        public void model(String key, byte[] shared) {
            lastModel = System.nanoTime();
            try {
                FollowedBandit there = bandits.get(key);
                if (there == null) {
                    bandits.put(key, new FollowedBandit(key, seeds.getAsLong(), shared, true, listener));
                } else {
                    there.renew(shared);
                }
            } catch (StateFormatException e) {
                listener.warning(
                        "a model of " + key + " cannot be read, so the one before stays in force: " + e.getMessage());
            }
        }

        @Override
        public void deleted(String key) {
            bandits.remove(key);
        }

        @Override
        public void undefined(String name) {
            bandits.computeIfPresent(name, (key, bandit) -> bandit.isPublished() ? bandit : null);
            bandits.subMap(name + SEGMENT, name + AFTER_SEGMENT).values().removeIf(bandit -> !bandit.isPublished());
        }

        @Override
        public void caughtUp() {
            caughtUp.complete(null);
        }

        @Override
        public void warning(String message) {
            listener.warning(message);
        }
    }

    private Optional<FollowedBandit> find(String key) {
        FollowedBandit there = bandits.get(key);
        if (there != null) {
            return Optional.of(there);
        }
        return following.feed().fresh(key).map(shared -> {
            FollowedBandit fresh = new FollowedBandit(key, seeds.getAsLong(), shared, false, listener);
            FollowedBandit other = bandits.putIfAbsent(key, fresh);
            return other == null ? fresh : other;
        });
    }

    private FollowedBandit existing(String key) {
        return find(key).orElseThrow(() -> ServiceException.noBandit(key));
    }

    @Override
    public CompletionStage<List<Identified>> decide(String key, List<DecisionRequest> requests) {
        return choose(key, bandit -> bandit.decide(requests, now()));
    }

    @Override
    public CompletionStage<List<Identified>> observe(String key, List<Observation> observations) {
        return choose(key, bandit -> bandit.observe(observations, now()));
    }

    private CompletionStage<List<Identified>> choose(String key, Function<FollowedBandit, List<Choice>> choosing) {
        return threads.submit(() -> choosing.apply(existing(key)))
                .thenCompose(choices -> all(choices.stream()
                                .map(choice -> choice.promise().send(following.outbox()))
                                .toList())
                        .thenApply(sent -> choices.stream().map(Choice::answer).toList()));
    }

    private static CompletableFuture<Void> all(List<? extends CompletionStage<Void>> stages) {
        return CompletableFuture.allOf(
                stages.stream().map(CompletionStage::toCompletableFuture).toArray(CompletableFuture[]::new));
    }

    /** Returns the stage with a {@link ServiceException} in place of whatever prevents that the stream takes a record. */
    static CompletionStage<Void> acknowledged(CompletionStage<Void> stage) {
        return stage.exceptionally(failed -> {
            Throwable cause =
                    failed instanceof CompletionException && failed.getCause() != null ? failed.getCause() : failed;
            throw new ServiceException(
                    Reason.UNSENT,
                    "the stream did not take it, so nothing is acknowledged; ask again with the same id",
                    cause);
        });
    }

    @Override
    public Optional<String> banditOf(String id) {
        return FollowedId.parse(id).map(FollowedId::key).filter(key -> find(key).isPresent());
    }

    @Override
    public CompletionStage<List<RewardOutcome>> reward(List<RewardMessage> rewards) {
        return threads.submit(() -> addressed(rewards))
                .thenCompose(ids -> {
                    List<CompletionStage<Void>> sent = new ArrayList<>();
                    for (int i = 0; i < ids.size(); i++) {
                        FollowedId id = ids.get(i);
                        sent.add(acknowledged(following.outbox().rewarded(id.key(), id.reward(rewards.get(i)))));
                    }
                    return all(sent);
                })
                .thenApply(done -> Collections.nCopies(rewards.size(), RewardOutcome.SENT));
    }

    /** Returns the decisions of rewards; rejects invalid rewards. */
    private List<FollowedId> addressed(List<RewardMessage> rewards) {
        List<FollowedId> ids = new ArrayList<>();
        for (int i = 0; i < rewards.size(); i++) {
            FollowedId id = FollowedId.parse(rewards.get(i).decision())
                    .orElseThrow(() -> new ServiceException(Reason.NOT_FOUND, "there is no decision with this id"));
            try {
                existing(id.key()).checkReward(rewards.get(i));
            } catch (RefusedException e) {
                throw e.inBatch(i);
            }
            ids.add(id);
        }
        return ids;
    }

    @Override
    public String id(String key, RecentDecision decision) {
        return FollowedId.ofNumber(key, decision.choice().decision());
    }

    @Override
    public List<BanditView.Summary> list(String after, int limit) {
        return bandits.tailMap(after, false).values().stream()
                .limit(limit)
                .map(bandit -> bandit.view().summary())
                .toList();
    }

    @Override
    public boolean has(String key) {
        return find(key).isPresent();
    }

    @Override
    public CompletionStage<BanditView> inspect(String key) {
        return threads.submit(() -> existing(key).view());
    }

    @Override
    public CompletionStage<Published> published(String key) {
        return threads.submit(() -> existing(key).shown(now()));
    }

    @Override
    public Optional<Published> seen(String key) {
        return find(key).map(bandit -> bandit.shown(now()));
    }

    @Override
    public List<Row> rows() {
        List<Row> rows = new ArrayList<>();
        bandits.forEach((key, bandit) -> rows.add(row(key, bandit.shown(now()))));
        return rows;
    }

    @Override
    public Row row(String key, Published bandit) {
        return Row.of(key, bandit, now(), false);
    }

    @Override
    public CompletionStage<byte[]> model(String key) {
        return threads.submit(() -> existing(key).model());
    }

    @Override
    public CompletionStage<ModelView> coefficients(String key, String search, int most) {
        return threads.submit(() -> existing(key).coefficients(search, most));
    }

    @Override
    public long now() {
        return System.currentTimeMillis();
    }

    @Override
    public long waiting() {
        return 0; // they wait in the stream
    }

    @Override
    public int bandits() {
        return bandits.size();
    }

    @Override
    public int residents() {
        return bandits.size();
    }

    @Override
    public Optional<String> failure() {
        return Optional.empty();
    }

    /** Stops following, and waits a limited time for records on their way to the stream. */
    @Override
    public void close() {
        threads.close();
        following.close();
    }
}
