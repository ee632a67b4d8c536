package dev.attune.live;

import dev.attune.api.ActionSet;
import dev.attune.api.RewardRange;
import dev.attune.encode.Arm;
import dev.attune.encode.Features;
import dev.attune.engine.DefinedBandit;
import dev.attune.journal.Offer;
import dev.attune.live.RefusedException.Reason;
import dev.attune.state.StateReader;
import dev.attune.state.StateWriter;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;

/** Checks requests before anything changes, against the catalogue in force and whether the bandit is paused. */
final class Admission {
    private static final long NUMBERS_OF_TERM = 3;
    private static final long LOOK_UP = 32; // multiplications that a look-up of a sparse term takes as long as

    private final RewardRules rules;
    private final DefinedBandit model;
    private final DecisionLedger ledger;
    private final RewardRange learnable;
    private final int dimension;
    private Catalogue catalogue = Catalogue.NONE;
    private boolean paused;

    Admission(RewardRules rules, DefinedBandit model, DecisionLedger ledger) {
        this.rules = rules;
        this.model = model;
        this.ledger = ledger;
        this.learnable = model.definition().learnableRewards();
        this.dimension = model.bandit().policy().dimension();
    }

    /** Returns the catalogue in force. */
    Catalogue catalogue() {
        return catalogue;
    }

    /** Puts other arms into force; returns the version of the catalogue. */
    int register(List<Arm> arms) {
        catalogue = catalogue.next(arms);
        return catalogue.version();
    }

    /** Removes an arm from the catalogue, if it is there. */
    void retire(String arm) {
        catalogue = catalogue.without(arm);
    }

    /** Returns the arms of an offer; rejects one of another version of the catalogue. */
    List<Arm> arms(Offer offer) {
        return catalogue.arms(catalogue.pin(offer));
    }

    boolean paused() {
        return paused;
    }

    void pause(boolean now) {
        paused = now;
    }

    /**
     * An accepted request, which only the model can still reject.
     *
     * @param offer with the version of the catalogue in force
     * @param arms of the offer, in its order
     */
    record Round(Offer offer, List<Arm> arms) {
        /** Returns the index of an arm. */
        int place(String id) {
            for (int k = 0; k < arms.size(); k++) {
                if (arms.get(k).id().equals(id)) {
                    return k;
                }
            }
            throw RefusedException.invalid("arm", "arm " + id + " is not one of the " + arms.size() + " on offer");
        }

        /** Runs the model, whose rejection becomes that of the request. */
        <T> T refusing(Supplier<T> model) {
            try {
                return model.get();
            } catch (IllegalArgumentException e) {
                throw RefusedException.invalid(blamed(), String.valueOf(e.getMessage()));
            }
        }

        /** Returns the field of the second arm with the same id, the only field that can be named from here. */
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

    /** Returns roughly how many multiplications the scoring of a request takes. */
    long cost(DecisionRequest request) {
        long d = dimension;
        if (d > 0) {
            return d * d * count(request.offer());
        }
        long context = 1 + FeatureCount.of(request.context());
        if (!(request.offer() instanceof Offer.Inline inline)) {
            return LOOK_UP * context * count(request.offer());
        }
        long own = 0;
        for (Arm arm : inline.arms()) {
            own += 1 + FeatureCount.of(arm.features());
        }
        return LOOK_UP * context * own;
    }

    private int count(Offer offer) {
        if (offer instanceof Offer.Inline inline) {
            return inline.arms().size();
        }
        List<String> ids = ((Offer.FromCatalogue) offer).ids();
        return ids.isEmpty() ? catalogue.arms().size() : ids.size();
    }

    /** Accepts a request at the nth position of a batch, from 1. */
    Round admit(DecisionRequest request, int nth) {
        if (paused) {
            throw new RefusedException(Reason.PAUSED, "", "the bandit is paused");
        }
        if (request.top() < 1) {
            throw RefusedException.invalid("top", "top = " + request.top() + " must be at least 1");
        }
        return admit(request.clientId(), request.context(), request.offer(), nth);
    }

    /** Accepts an observation at the nth position of a batch, from 1. */
    Round admit(Observation observation, int nth) {
        double propensity = observation.propensity();
        if (!Double.isNaN(propensity) && !(propensity > 0 && propensity <= 1)) {
            throw RefusedException.invalid(
                    "probability", "probability = " + propensity + " must be above 0 and at most 1");
        }
        if (observation.reward().isPresent()) {
            rules.requireInRange("reward", learnable, observation.reward().getAsDouble());
        }
        Round round = admit(observation.clientId(), observation.context(), observation.offer(), nth);
        round.place(observation.arm());
        return round;
    }

    private Round admit(String clientId, Features context, Offer offer, int nth) {
        ledger.requireRoom(nth);
        EventLimits.requireId("id", clientId);
        EventLimits.requireFeatures("context", context);
        if (offer instanceof Offer.Inline inline) {
            EventLimits.requireArms("arms", inline.arms());
        }
        Offer pinned = catalogue.pin(offer);
        Round round = new Round(pinned, catalogue.arms(pinned));
        if (dimension == 0 && mostNumbers(context, round.arms()) > EventLimits.MOST_NUMBERS) {
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
        int interactions = model.encoder().definition().interactions().size();
        return NUMBERS_OF_TERM * (2 * (1 + most) + (1L + interactions) * (1 + 2 * FeatureCount.of(context)));
    }

    /** Rejects an arm that would be written as more numbers than fit an event. */
    private void requireNumbers(Features context, Round round) {
        ActionSet encoded = round.refusing(() -> model.encoder().encodeWithoutLearning(context, round.arms()));
        for (int k = 0; k < encoded.arms(); k++) {
            EventLimits.requireNumbers(round.arms().get(k).id(), encoded.features(k).length);
        }
    }

    /**
     * Rejects a batch of requests if one of them is invalid, without any effect.
     *
     * @param named client ids of earlier requests that are not answered yet
     * @param before number of earlier requests of the batch
     */
    void checkDecide(List<DecisionRequest> requests, Set<String> named, int before) {
        check(
                requests,
                DecisionRequest::clientId,
                id -> named.contains(id) || ledger.answered(id, false).isPresent(),
                (request, nth) -> admit(request, before + nth),
                DecisionRequest::context);
    }

    void checkObserve(List<Observation> observations) {
        check(
                observations,
                Observation::clientId,
                id -> ledger.answered(id, true).isPresent(),
                this::admit,
                Observation::context);
    }

    /** Accepts a request at its position in the batch. */
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
        try (DefinedBandit.Rehearsal rehearsal = model.rehearse()) {
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
        rules.check(learnable, rewardId, value);
    }

    void check(Change change) {
        EventLimits.requireId("by", change.by());
        if (change.what() == Change.What.RETIRE) {
            EventLimits.requireId("arm", change.to());
            if (!catalogue.has(change.to()) && !model.hasModelOf(change.to())) {
                throw RefusedException.invalid(
                        "arm", "arm " + change.to() + " is not in the catalogue and has no model of its own");
            }
        }
    }

    void write(StateWriter out) {
        out.writeFlag(paused);
        catalogue.write(out);
    }

    void read(StateReader in) {
        paused = in.readFlag();
        catalogue = Catalogue.read(in);
    }
}
