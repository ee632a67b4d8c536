package dev.attune.server.follow;

import dev.attune.journal.Decided;
import dev.attune.live.Answer;
import dev.attune.live.DecisionRequest;
import dev.attune.live.LiveBandit;
import dev.attune.live.LiveDefinition;
import dev.attune.live.LiveRequest;
import dev.attune.live.Observation;
import dev.attune.live.RefusedException;
import dev.attune.live.json.RewardMessage;
import dev.attune.live.statistics.BanditCounters;
import dev.attune.live.statistics.ModelView;
import dev.attune.live.statistics.Published;
import dev.attune.live.statistics.Published.TunerView;
import dev.attune.server.runtime.BanditView;
import dev.attune.state.StateFormatException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.UUID;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * A bandit by the last model that its stream has published. It decides and never learns: what it does between two models changes its random
 * draws, and nothing else. For any number of threads.
 */
final class FollowedBandit {
    /** Requests whose answers are remembered. */
    static final int REMEMBERED = 10_000;

    /** Decisions after which those before are given up, so that they do not pile up: they are rewarded in the stream. */
    private static final int GIVEN_UP = 1_000;

    /** Longest id of a request: with the sign of its arm it must be an id that the stream accepts. */
    private static final int LONGEST_ID = 190;

    private static final long SHOWN_MILLIS = 500;

    private final String key;
    private final long seed;
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

    /**
     * A bandit.
     *
     * @param seed of its random draws; another one in every service
     * @param published whether the stream has published the model; otherwise it is what its definition begins with
     * @throws StateFormatException if the model cannot be read
     */
    FollowedBandit(String key, long seed, byte[] shared, boolean published) {
        this.key = key;
        this.seed = seed;
        this.shared = shared;
        this.published = published;
        this.live = read(shared, seed, 0);
        this.rounds = live.counters().decisions();
        this.view = view(key, live);
        this.live = read(shared, seed, rounds);
    }

    private static LiveBandit read(byte[] shared, long seed, long rounds) {
        return LiveBandit.follow(shared, seed, rounds);
    }

    private static BanditView view(String key, LiveBandit fresh) {
        BanditCounters counters = fresh.counters();
        long waiting =
                counters.decisions() - counters.learnt() - counters.expired(); // in the stream, not in a shared model
        return BanditView.of(key, fresh, counters.withWaiting(Math.max(0, waiting)));
    }

    /**
     * The stream has published another model.
     *
     * @throws StateFormatException if it cannot be read; the one before stays in force
     */
    synchronized void renew(byte[] newer) {
        LiveBandit fresh = read(newer, seed, rounds);
        view = view(key, fresh);
        // A draw is never repeated, and a warm-up or a horizon goes by the decisions of all who follow.
        rounds = Math.max(rounds, fresh.counters().decisions());
        shared = newer;
        published = true;
        live = read(newer, seed, rounds);
        shown = null;
    }

    private void makeRoom(int requests) {
        if (live.counters().waiting() + requests > GIVEN_UP) {
            live.release();
        }
    }

    /**
     * Choices that were made, or made before.
     *
     * @param before counters before the new ones
     * @param after counters after them
     */
    record Choices(List<Choice> all, BanditCounters before, BanditCounters after) {}

    /** A choice, and whether it was made for an earlier request with the same id. */
    record Choice(Promise promise, boolean repeated) {}

    /** Makes a choice under an id. */
    private interface Making<R> {
        Promise make(String id, R request);
    }

    /**
     * Decides, all or none.
     *
     * @throws RefusedException with the place of the request that cannot be met
     */
    synchronized Choices decide(List<DecisionRequest> requests, long now) {
        return choose(requests, false, (id, request) -> {
            CapturedChoice captured = new CapturedChoice();
            Answer answer = live.decide(request, now, captured);
            rounds = answer.round();
            decided = true;
            return promise(
                    id,
                    request.clientId().isEmpty() ? id : signed(id, answer.arm()),
                    captured,
                    answer,
                    OptionalDouble.empty());
        });
    }

    /**
     * Takes note of choices of the caller, all or none.
     *
     * @throws RefusedException with the place of the invalid observation
     */
    synchronized Choices observe(List<Observation> observations, long now) {
        return choose(observations, true, (id, made) -> {
            CapturedChoice captured = new CapturedChoice();
            Observation alone = new Observation( // the reward is learnt in the stream
                    made.clientId(),
                    made.context(),
                    made.offer(),
                    made.arm(),
                    made.propensity(),
                    OptionalDouble.empty());
            Answer answer = live.observe(alone, now, captured);
            return promise(id, id, captured, answer, made.reward());
        });
    }

    private <R extends LiveRequest> Choices choose(List<R> requests, boolean byCaller, Making<R> making) {
        makeRoom(requests.size());
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
        BanditCounters before = live.counters();
        List<Choice> choices = new ArrayList<>();
        for (int i = 0; i < requests.size(); i++) {
            String id = requests.get(i).clientId();
            Promise earlier = remembered.get(id);
            choices.add(
                    earlier == null
                            ? new Choice(made(id, requests.get(i), making, i), false)
                            : new Choice(earlier, true));
        }
        return new Choices(choices, before, live.counters());
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
        if (earlier != null && earlier.byCaller() != byCaller) {
            String used = byCaller ? "a decision" : "an observation";
            throw new RefusedException(RefusedException.Reason.CONFLICT, "id", "the id " + id + " was used for " + used)
                    .inBatch(place);
        }
        return earlier != null;
    }

    /**
     * Returns the id of a decision in the stream: the id of the request, and a sign of the arm. A request that is repeated at another service may
     * get another arm, and the stream takes only the first decision with an id. Without the sign it would drop the decision that was acknowledged
     * and credit its reward to the other arm.
     */
    private static String signed(String id, String arm) {
        CRC32C sign = new CRC32C();
        sign.update(arm.getBytes(StandardCharsets.UTF_8));
        return id + "." + Long.toHexString(sign.getValue());
    }

    private Promise promise(String id, String inStream, CapturedChoice captured, Answer answer, OptionalDouble reward) {
        Decided event = captured.event();
        Observation record =
                new Observation(inStream, event.context(), event.offer(), answer.arm(), answer.probability(), reward);
        Promise promise = new Promise(key, record, answer, event.byCaller());
        if (!event.clientId().isEmpty()) {
            remembered.put(id, promise);
        }
        return promise;
    }

    /**
     * Refuses what can be no reward of this bandit.
     *
     * @throws RefusedException saying which field is to blame
     */
    synchronized void checkReward(RewardMessage reward) {
        LiveDefinition definition = view.summary().definition();
        definition.rules().check(definition.bandit().learnableRewards(), reward.id(), reward.value());
    }

    /** Returns the bandit as the stream last published it. */
    synchronized BanditView view() {
        return view;
    }

    /** Whether it has a model that the stream has published. */
    synchronized boolean isPublished() {
        return published;
    }

    /** Its model as a file. */
    synchronized byte[] model() {
        return read(shared, seed, rounds).model();
    }

    /** Looks at what its model believes. */
    synchronized ModelView coefficients(String search, int most) {
        return live.modelView(search, most);
    }

    /** What can be seen: statistics as the stream published them, the tuner as it works here; the same object if nothing is new. */
    synchronized Published shown(long now) {
        Published before = shown;
        if (before == null) {
            before = read(shared, seed, rounds).publish();
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
