package dev.attune.live;

import dev.attune.api.ActionSet;
import dev.attune.encode.Arm;
import dev.attune.encode.Features;
import dev.attune.engine.DefinedBandit;
import dev.attune.journal.Offer;
import dev.attune.live.RefusedException.Reason;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;

/** Decides whether a bandit takes a request, before anything changes. */
final class Admission {
    private static final long NUMBERS_OF_TERM = 3;
    private static final long LOOK_UP = 32; // multiplications that a look-up of a sparse term takes as long as

    private final BanditState state;

    Admission(BanditState state) {
        this.state = state;
    }

    /**
     * A request that is taken, but for what only the model can say.
     *
     * @param offer with the version of the catalogue in force
     * @param arms of the offer, in its order
     */
    record Round(Offer offer, List<Arm> arms) {
        /** The place of an arm. */
        int place(String id) {
            for (int k = 0; k < arms.size(); k++) {
                if (arms.get(k).id().equals(id)) {
                    return k;
                }
            }
            throw RefusedException.invalid("arm", "arm " + id + " is not one of the " + arms.size() + " on offer");
        }

        /** What the model makes of it. */
        <T> T refusing(Supplier<T> model) {
            try {
                return model.get();
            } catch (IllegalArgumentException e) {
                throw RefusedException.invalid(blamed(), String.valueOf(e.getMessage()));
            }
        }

        /** The field of the second arm with the same id, which is all that can be said of a field from here. */
        private String blamed() {
            Set<String> ids = new HashSet<>();
            for (int k = 0; k < arms.size(); k++) {
                if (!ids.add(arms.get(k).id())) {
                    return "arms[" + k + "].id";
                }
            }
            return "";
        }
    }

    /** The answer to an earlier request of the same name. */
    Optional<Answer> earlier(String clientId, boolean byCaller) {
        Optional<Answer> earlier = state.remembered.get(clientId);
        if (earlier.isPresent() && earlier.get().byCaller() != byCaller) {
            String used = byCaller ? "a decision" : "an observation";
            throw new RefusedException(Reason.CONFLICT, "id", "the id " + clientId + " was used for " + used);
        }
        return earlier;
    }

    /** Returns how many multiplications the scoring of a request takes, roughly. */
    long cost(DecisionRequest request) {
        long d = state.policy().dimension();
        if (d > 0) {
            return d * d * arms(request.offer());
        }
        long context = 1 + FeatureCount.of(request.context());
        if (!(request.offer() instanceof Offer.Inline inline)) {
            return LOOK_UP * context * arms(request.offer());
        }
        long own = 0;
        for (Arm arm : inline.arms()) {
            own += 1 + FeatureCount.of(arm.features());
        }
        return LOOK_UP * context * own;
    }

    private int arms(Offer offer) {
        if (offer instanceof Offer.Inline inline) {
            return inline.arms().size();
        }
        List<String> ids = ((Offer.FromCatalogue) offer).ids();
        return ids.isEmpty() ? state.catalogue.arms().size() : ids.size();
    }

    /** Takes a request that would be the so-many-th from now. */
    Round admit(DecisionRequest request, int nth) {
        if (state.paused) {
            throw new RefusedException(Reason.PAUSED, "", "the bandit is paused");
        }
        if (request.top() < 1) {
            throw RefusedException.invalid("top", "top = " + request.top() + " must be at least 1");
        }
        return admit(request.clientId(), request.context(), request.offer(), nth);
    }

    /** Takes an observation that would be the so-many-th from now. */
    Round admit(Observation observation, int nth) {
        double propensity = observation.propensity();
        if (!Double.isNaN(propensity) && !(propensity > 0 && propensity <= 1)) {
            throw RefusedException.invalid(
                    "probability", "probability = " + propensity + " must be above 0 and at most 1");
        }
        if (observation.reward().isPresent()) {
            state.rules.requireInRange(
                    "reward", state.learnable, observation.reward().getAsDouble());
        }
        Round round = admit(observation.clientId(), observation.context(), observation.offer(), nth);
        round.place(observation.arm());
        return round;
    }

    private Round admit(String clientId, Features context, Offer offer, int nth) {
        state.waiting.requireRoom(nth);
        EventLimits.requireId("id", clientId);
        EventLimits.requireFeatures("context", context);
        if (offer instanceof Offer.Inline inline) {
            EventLimits.requireArms("arms", inline.arms());
        }
        Offer pinned = state.catalogue.pin(offer);
        Round round = new Round(pinned, state.catalogue.arms(pinned));
        if (state.policy().dimension() == 0 && mostNumbers(context, round.arms()) > EventLimits.MOST_NUMBERS) {
            requireNumbers(context, round);
        }
        return round;
    }

    /** Returns a bound on the numbers that a sparse arm is written as: the context's features may be repeated for every interaction. */
    private long mostNumbers(Features context, List<Arm> arms) {
        long most = 0;
        for (Arm arm : arms) {
            most = Math.max(most, FeatureCount.of(arm.features()));
        }
        int interactions = state.model.encoder().definition().interactions().size();
        return NUMBERS_OF_TERM * (2 * (1 + most) + (1L + interactions) * (1 + 2 * FeatureCount.of(context)));
    }

    /** Rejects an arm that would be written as more numbers than fit an event. */
    private void requireNumbers(Features context, Round round) {
        ActionSet encoded = round.refusing(() -> state.model.encoder().encodeWithoutLearning(context, round.arms()));
        for (int k = 0; k < encoded.arms(); k++) {
            EventLimits.requireNumbers(round.arms().get(k).id(), encoded.features(k).length);
        }
    }

    /**
     * Refuses what cannot be met.
     *
     * @param named client ids of requests that come before and are not answered yet
     * @param before how many requests come before that wait for rewards afterwards
     */
    void checkDecide(List<DecisionRequest> requests, Set<String> named, int before) {
        check(
                requests,
                DecisionRequest::clientId,
                id -> named.contains(id) || earlier(id, false).isPresent(),
                (request, nth) -> admit(request, before + nth),
                DecisionRequest::context);
    }

    void checkObserve(List<Observation> observations) {
        check(
                observations,
                Observation::clientId,
                id -> earlier(id, true).isPresent(),
                this::admit,
                Observation::context);
    }

    /** How a request is taken, given how many come before it. */
    private interface Taking<R> {
        Round admit(R request, int nth);
    }

    private <R> void check(
            List<R> requests,
            Function<R, String> clientId,
            Predicate<String> answered,
            Taking<R> taking,
            Function<R, Features> context) {
        Set<String> named = new HashSet<>();
        try (DefinedBandit.Rehearsal rehearsal = state.model.rehearse()) {
            for (int i = 0; i < requests.size(); i++) {
                R request = requests.get(i);
                String id = clientId.apply(request);
                try {
                    if (!answered.test(id) && (id.isEmpty() || named.add(id))) {
                        Round round = taking.admit(request, i + 1);
                        round.refusing(() -> {
                            rehearsal.next(context.apply(request), round.arms());
                            return round;
                        });
                    }
                } catch (RefusedException e) {
                    throw e.inBatch(i);
                }
            }
        }
    }

    void checkReward(String rewardId, double value) {
        state.rules.check(state.learnable, rewardId, value);
    }

    void check(Change change) {
        EventLimits.requireId("by", change.by());
        if (change.what() == Change.What.RETIRE) {
            EventLimits.requireId("arm", change.to());
            if (!state.catalogue.has(change.to()) && !state.model.hasModelOf(change.to())) {
                throw RefusedException.invalid(
                        "arm", "arm " + change.to() + " is not in the catalogue and has no model of its own");
            }
        }
    }
}
