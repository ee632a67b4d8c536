package dev.attune.server.follow;

import dev.attune.journal.Decided;
import dev.attune.journal.JournalEvent;
import dev.attune.live.Answer;
import dev.attune.live.DecisionRequest;
import dev.attune.live.FollowedStream.Outbox;
import dev.attune.live.LiveBandit;
import dev.attune.live.LiveDefinition;
import dev.attune.live.LiveRequest;
import dev.attune.live.Observation;
import dev.attune.live.RefusedException;
import dev.attune.live.RewardMessage;
import dev.attune.live.statistics.BanditCounters;
import dev.attune.live.statistics.ModelView;
import dev.attune.live.statistics.Published;
import dev.attune.live.statistics.Published.TunerView;
import dev.attune.server.runtime.BanditView;
import dev.attune.server.runtime.Bandits.Identified;
import dev.attune.server.runtime.RuntimeListener;
import dev.attune.state.StateFormatException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * A bandit by the last model that its stream has published. It decides and never learns: what it does between two models changes its random
 * draws, and nothing else. Thread-safe.
 */
final class FollowedBandit {
    /** Requests whose answers are remembered. */
    static final int REMEMBERED = 10_000;

    /** Number of waiting decisions at which all are released: they are rewarded in the stream. */
    private static final int MOST_WAITING = 1_000;

    /** Longest id of a request: with the checksum of its arm it must be an id that the stream accepts. */
    private static final int LONGEST_ID = 190;

    private static final long SHOWN_MILLIS = 500;

    private final String key;
    private final long seed;
    private final RuntimeListener listener;
    private final Map<String, Promise> remembered = new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Promise> eldest) {
            return size() > REMEMBERED;
        }
    };
    private byte[] shared;
    private LiveBandit live;
    private BanditView view;
    private long rounds;
    private boolean published;
    private @Nullable Published shown;
    private long shownAt;
    private boolean decided; // since it was shown
    private @Nullable Decided captured; // event of the last choice

    /**
     * Creates a bandit.
     *
     * @param seed of its random draws; another one in every service
     * @param published whether the stream has published the model; otherwise it is what its definition begins with
     * @throws StateFormatException if the model cannot be read
     */
    FollowedBandit(String key, long seed, byte[] shared, boolean published, RuntimeListener listener) {
        this.key = key;
        this.seed = seed;
        this.listener = listener;
        this.shared = shared;
        this.published = published;
        LiveBandit first = LiveBandit.follow(shared, seed, 0);
        this.view = view(key, first);
        this.rounds = first.counters().decisions();
        this.live = LiveBandit.follow(shared, seed, rounds);
    }

    private static BanditView view(String key, LiveBandit fresh) {
        BanditCounters counters = fresh.counters();
        long waiting =
                counters.decisions() - counters.learnt() - counters.expired(); // in the stream, not in a shared model
        return BanditView.of(key, fresh, counters.withWaiting(Math.max(0, waiting)));
    }

    /**
     * Replaces the model by another one that the stream has published.
     *
     * @throws StateFormatException if it cannot be read; the one before stays in force
     */
    synchronized void renew(byte[] newer) {
        LiveBandit fresh = LiveBandit.follow(newer, seed, rounds);
        view = view(key, fresh);
        // A draw is never repeated, and a warm-up or a horizon goes by the decisions of all who follow.
        rounds = Math.max(rounds, fresh.counters().decisions());
        shared = newer;
        published = true;
        live = LiveBandit.follow(newer, seed, rounds);
        shown = null;
    }

    /** A choice, and whether it was made for an earlier request with the same id. */
    record Choice(Promise promise, boolean repeated) {
        /** Returns the answer with the id of the decision. */
        Identified answer() {
            Answer answer = promise.answer;
            return new Identified(repeated ? answer.again() : answer, promise::id);
        }
    }

    /**
     * A choice that is answered once the stream has it. If sending fails, it may have arrived nevertheless: so it is never made again,
     * only sent again, and the stream takes the first of the same id.
     */
    final class Promise {
        private final String inStream;
        private final Answer answer;
        private final boolean byCaller;
        private @Nullable Observation
                record; // until it is sent: the answer is remembered for long, and the arms need not be
        private @Nullable CompletableFuture<Void> sent;

        private Promise(Observation record, Answer answer, boolean byCaller) {
            this.inStream = record.clientId();
            this.answer = answer;
            this.byCaller = byCaller;
            this.record = record;
        }

        private String id() {
            return FollowedId.ofRequest(key, inStream);
        }

        /** Sends it, unless it is under way or has arrived. */
        synchronized CompletionStage<Void> send(Outbox outbox) {
            if (record != null && (sent == null || sent.isCompletedExceptionally())) {
                sent = FollowedBandits.acknowledged(outbox.observed(key, record))
                        .thenRun(this::forgetRecord)
                        .toCompletableFuture();
            }
            return sent == null ? CompletableFuture.completedFuture(null) : sent;
        }

        private synchronized void forgetRecord() {
            record = null;
        }
    }

    /** Makes a choice under an id. */
    private interface Making<R> {
        Promise make(String id, R request);
    }

    /**
     * Decides, all or none.
     *
     * @throws RefusedException with the index of the invalid request
     */
    synchronized List<Choice> decide(List<DecisionRequest> requests, long now) {
        makeRoom(requests.size());
        BanditCounters before = live.counters();
        List<Choice> choices = choose(requests, false, (id, request) -> {
            Answer answer = live.decide(request, now, this::capture);
            rounds = answer.round();
            decided = true;
            String inStream = request.clientId().isEmpty() ? id : signed(id, answer.arm());
            return promise(id, inStream, answer, OptionalDouble.empty());
        });
        listener.counted(key, before, live.counters());
        return choices;
    }

    /**
     * Records choices of the caller, all or none.
     *
     * @throws RefusedException with the index of the invalid observation
     */
    synchronized List<Choice> observe(List<Observation> observations, long now) {
        makeRoom(observations.size());
        return choose(observations, true, (id, made) -> {
            Observation alone = new Observation( // the reward is learnt in the stream
                    made.clientId(),
                    made.context(),
                    made.offer(),
                    made.arm(),
                    made.propensity(),
                    OptionalDouble.empty());
            return promise(id, id, live.observe(alone, now, this::capture), made.reward());
        });
    }

    private void makeRoom(int choices) {
        if (live.counters().waiting() + choices > MOST_WAITING) {
            live.release();
        }
    }

    /** Captures the event of a choice, in place of a journal. */
    private long capture(JournalEvent event, long time) {
        if (event instanceof Decided choice) {
            captured = choice;
        }
        return 0;
    }

    private <R extends LiveRequest> List<Choice> choose(List<R> requests, boolean byCaller, Making<R> making) {
        List<R> fresh = new ArrayList<>();
        List<Integer> places = new ArrayList<>();
        Set<String> named = new HashSet<>();
        for (int i = 0; i < requests.size(); i++) {
            String id = requests.get(i).clientId();
            if (!byCaller && id.length() > LONGEST_ID) {
                throw new RefusedException(
                                RefusedException.Reason.INVALID,
                                "id",
                                "an id of " + id.length() + " characters is too long: at most " + LONGEST_ID)
                        .inBatch(i);
            }
            if (id.isEmpty() || (!isRemembered(id, byCaller, i) && named.add(id))) {
                fresh.add(requests.get(i));
                places.add(i);
            }
        }
        if (fresh.size() > 1 || byCaller) { // a decision alone is refused before it has any effect
            try {
                live.check(fresh);
            } catch (RefusedException e) {
                throw e.inBatch(places.get(e.index()));
            }
        }
        List<Choice> choices = new ArrayList<>();
        for (int i = 0; i < requests.size(); i++) {
            String id = requests.get(i).clientId();
            Promise earlier = remembered.get(id);
            choices.add(
                    earlier == null
                            ? new Choice(made(id, requests.get(i), making, i), false)
                            : new Choice(earlier, true));
        }
        return choices;
    }

    private static <R> Promise made(String id, R request, Making<R> making, int place) {
        try {
            return making.make(id.isEmpty() ? UUID.randomUUID().toString() : id, request);
        } catch (RefusedException e) {
            throw e.inBatch(place);
        }
    }

    private boolean isRemembered(String id, boolean byCaller, int place) {
        Promise earlier = remembered.get(id);
        if (earlier != null && earlier.byCaller != byCaller) {
            String used = byCaller ? "a decision" : "an observation";
            throw new RefusedException(RefusedException.Reason.CONFLICT, "id", "the id " + id + " was used for " + used)
                    .inBatch(place);
        }
        return earlier != null;
    }

    /**
     * Returns the id of a decision in the stream: the id of the request, and a checksum of the arm. A request that is repeated at another service may
     * get another arm, and the stream takes only the first decision with an id. Without the checksum it would drop the decision that was acknowledged
     * and credit its reward to the other arm.
     */
    private static String signed(String id, String arm) {
        CRC32C checksum = new CRC32C();
        checksum.update(arm.getBytes(StandardCharsets.UTF_8));
        return id + "." + Long.toHexString(checksum.getValue());
    }

    private Promise promise(String id, String inStream, Answer answer, OptionalDouble reward) {
        Decided event = Objects.requireNonNull(captured, "a choice was made and not captured");
        Observation record =
                new Observation(inStream, event.context(), event.offer(), answer.arm(), answer.probability(), reward);
        Promise promise = new Promise(record, answer, event.byCaller());
        if (!event.clientId().isEmpty()) {
            remembered.put(id, promise);
        }
        return promise;
    }

    /**
     * Rejects an invalid reward.
     *
     * @throws RefusedException with the invalid field
     */
    synchronized void checkReward(RewardMessage reward) {
        LiveDefinition definition = view.summary().definition();
        definition.rules().check(definition.bandit().learnableRewards(), reward.id(), reward.value());
    }

    /** Returns the bandit as the stream last published it. */
    synchronized BanditView view() {
        return view;
    }

    /** Returns whether it has a model that the stream has published. */
    synchronized boolean isPublished() {
        return published;
    }

    /** Returns its model as a file. */
    synchronized byte[] model() {
        return LiveBandit.follow(shared, seed, rounds).model();
    }

    /** Returns coefficients of its model. */
    synchronized ModelView coefficients(String search, int most) {
        return live.modelView(search, most);
    }

    /** Returns what can be shown: statistics as the stream published them, the tuner as it works here; the same object if nothing is new. */
    synchronized Published shown(long now) {
        Published before = shown;
        if (before == null) {
            before = LiveBandit.follow(shared, seed, rounds).publish();
        } else if (!decided || Math.abs(now - shownAt) < SHOWN_MILLIS) {
            return before;
        }
        TunerView tuner = live.publish().tunerView();
        Published after = new Published(
                before.policy(),
                before.tuner(),
                before.statistics(),
                tuner,
                before.collisions(),
                before.paused(),
                view.summary().counters().waiting(),
                before.defaultReward(),
                before.uniformShare());
        shown = after;
        shownAt = now;
        decided = false;
        return after;
    }
}
