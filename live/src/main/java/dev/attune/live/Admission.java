package dev.attune.live;

import dev.attune.api.ActionSet;
import dev.attune.api.Control;
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
import java.util.function.BiFunction;

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
    record Round(LiveRequest request, Offer offer, List<Arm> arms) {
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
        <T> T refusing(BiFunction<Features, List<Arm>, T> model) {
            try {
                return model.apply(request.context(), arms);
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
        long context = 1 + request.context().valueCount();
        if (!(request.offer() instanceof Offer.Inline inline)) {
            return LOOK_UP * context * count(request.offer());
        }
        long own = 0;
        for (Arm arm : inline.arms()) {
            own += 1 + arm.features().valueCount();
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
    Round admit(LiveRequest request, int nth) {
        if (request instanceof DecisionRequest decision) {
            require(decision);
        } else if (request instanceof Observation observation) {
            require(observation);
        }
        ledger.requireRoom(nth);
        EventLimits.requireId("id", request.clientId());
        EventLimits.requireFeatures("context", request.context());
        if (request.offer() instanceof Offer.Inline inline) {
            EventLimits.requireArms("arms", inline.arms());
        }
        Offer pinned = catalogue.pin(request.offer());
        Round round = new Round(request, pinned, catalogue.arms(pinned));
        if (dimension == 0 && mostNumbers(round) > EventLimits.MOST_NUMBERS) {
            requireNumbers(round);
        }
        if (request instanceof Observation observation) {
            round.place(observation.arm());
        }
        return round;
    }

    private void require(DecisionRequest request) {
        if (paused) {
            throw new RefusedException(Reason.PAUSED, "", "the bandit is paused");
        }
        if (request.top() < 1) {
            throw RefusedException.invalid("top", "top = " + request.top() + " must be at least 1");
        }
    }

    private void require(Observation observation) {
        double propensity = observation.propensity();
        if (!Double.isNaN(propensity) && !(propensity > 0 && propensity <= 1)) {
            throw RefusedException.invalid(
                    "probability", "probability = " + propensity + " must be above 0 and at most 1");
        }
        if (observation.reward().isPresent()) {
            rules.requireInRange("reward", learnable, observation.reward().getAsDouble());
        }
    }

    /** Returns a bound on the numbers that a sparse arm is written as: the context's features may be repeated for every interaction. */
    private long mostNumbers(Round round) {
        long most = 0;
        for (Arm arm : round.arms()) {
            most = Math.max(most, arm.features().valueCount());
        }
        int interactions = model.encoder().definition().interactions().size();
        long context = round.request().context().valueCount();
        return NUMBERS_OF_TERM * (2 * (1 + most) + (1L + interactions) * (1 + 2 * context));
    }

    /** Rejects an arm that would be written as more numbers than fit an event. */
    private void requireNumbers(Round round) {
        ActionSet encoded = round.refusing(model.encoder()::encodeWithoutLearning);
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
    void check(List<? extends LiveRequest> requests, Set<String> named, int before) {
        Set<String> ids = new HashSet<>(named);
        try (DefinedBandit.Rehearsal rehearsal = model.rehearse()) {
            for (int i = 0; i < requests.size(); i++) {
                LiveRequest request = requests.get(i);
                String id = request.clientId();
                try {
                    if (ledger.answered(request).isEmpty() && (id.isEmpty() || ids.add(id))) {
                        admit(request, before + i + 1).refusing((context, arms) -> {
                            rehearsal.next(context, arms);
                            return arms;
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
        if (change.what() == Change.What.CONTROL && change.control() instanceof Control.NamedArm named) {
            EventLimits.requireId("control.arm", named.arm());
        }
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
