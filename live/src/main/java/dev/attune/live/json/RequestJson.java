package dev.attune.live.json;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.attune.api.Control;
import dev.attune.api.UniformShare;
import dev.attune.encode.Arm;
import dev.attune.encode.Features;
import dev.attune.journal.Offer;
import dev.attune.live.DecisionRequest;
import dev.attune.live.LiveRequest;
import dev.attune.live.Observation;
import dev.attune.live.RewardMessage;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/** Requests, observations and rewards of clients. */
public final class RequestJson {
    private static final int LONGEST_DECISION_ID = 700; // name, segment and id of a request, of 200 characters each

    private RequestJson() {}

    /** Reads a request for a decision. */
    public static DecisionRequest readDecision(JsonInput in) {
        Fields fields = new Fields(false);
        fields.read(in);
        return new DecisionRequest(fields.id(), fields.context(), fields.offer(in), fields.top());
    }

    /** Reads {@code {"requests": [...]}}. */
    public static List<DecisionRequest> readDecisions(JsonInput in) {
        return batch("requests", in, RequestJson::readDecision);
    }

    /** Reads a choice that the caller made. */
    public static Observation readObservation(JsonInput in) {
        Fields fields = new Fields(true);
        fields.read(in);
        String arm = in.required(fields.arm, "arm");
        Offer offer = fields.offer(in);
        if (offer instanceof Offer.Inline inline
                && inline.arms().stream().noneMatch(candidate -> candidate.id().equals(arm))) {
            throw in.refuseWithin("arm", "none of the arms has the id " + arm);
        }
        double probability = fields.probability == null ? Double.NaN : fields.probability;
        return new Observation(
                fields.id(),
                fields.context(),
                offer,
                arm,
                probability,
                fields.reward == null ? OptionalDouble.empty() : OptionalDouble.of(fields.reward));
    }

    /** Reads {@code {"observations": [...]}}. */
    public static List<Observation> readObservations(JsonInput in) {
        return batch("observations", in, RequestJson::readObservation);
    }

    /** Reads {@code {"value": 1, "id": "..."}}, the reward of a decision that the path names. */
    public static RewardMessage readReward(JsonInput in) {
        return reward(in, false);
    }

    /** Reads {@code {"rewards": [{"decision": "...", "value": 1, "id": "..."}]}}. */
    public static List<RewardMessage> readRewards(JsonInput in) {
        return batch("rewards", in, item -> reward(item, true));
    }

    /**
     * Reads {@code {"decision": "...", "value": 1, "id": "..."}}, or the same with {@code "request"}, the caller's id of the request, in place
     * of the decision.
     */
    public static RewardMessage readRequestReward(JsonInput in) {
        RewardFields fields = new RewardFields();
        fields.read(in, "decision", "request");
        if ((fields.decision == null) == (fields.request == null)) {
            throw in.refuseWithin("decision", "a reward names its decision or its request, and not both");
        }
        return fields.message(in);
    }

    /** Writes a request into an object that was started. */
    public static void writeFields(LiveRequest request, JsonGenerator out) throws IOException {
        writeUnlessEmpty("id", request.clientId(), out);
        if (request.byCaller() || !request.context().equals(Features.NONE)) {
            JsonOutput.field("context", request.context(), out);
        }
        if (request.offer() instanceof Offer.Inline inline) {
            JsonOutput.field("arms", inline.arms(), out);
        } else if (request.offer() instanceof Offer.FromCatalogue catalogue) {
            if (catalogue.version() > 0) {
                out.writeNumberField("catalogue", catalogue.version());
            }
            if (!catalogue.ids().isEmpty()) {
                JsonOutput.field("armIds", catalogue.ids(), out);
            }
        }
        if (request instanceof DecisionRequest decision && decision.top() != 1) {
            out.writeNumberField("top", decision.top());
        } else if (request instanceof Observation observation) {
            out.writeStringField("arm", observation.arm());
            if (!Double.isNaN(observation.propensity())) {
                out.writeNumberField("probability", observation.propensity());
            }
            if (observation.reward().isPresent()) {
                out.writeNumberField("reward", observation.reward().getAsDouble());
            }
        }
    }

    /** Writes a reward into an object that was started. */
    public static void writeFields(RewardMessage reward, JsonGenerator out) throws IOException {
        writeUnlessEmpty("decision", reward.decision(), out);
        writeUnlessEmpty("request", reward.request(), out);
        out.writeNumberField("value", reward.value());
        writeUnlessEmpty("id", reward.id(), out);
    }

    private static void writeUnlessEmpty(String field, String text, JsonGenerator out) throws IOException {
        if (!text.isEmpty()) {
            out.writeStringField(field, text);
        }
    }

    /** Reads {@code {"arms": [...]}}, with at least one arm. */
    public static List<Arm> readCatalogue(JsonInput in) {
        List<Arm> arms = in.onlyField("arms", FeaturesJson::readArms);
        if (arms.isEmpty()) {
            throw in.refuseWithin("arms", "there must be at least one arm");
        }
        return arms;
    }

    /** Reads {@code {"floor": 0.05}}, or with a share that decays. */
    public static UniformShare readFloor(JsonInput in) {
        return in.onlyField("floor", DefinitionJson::readShare);
    }

    /** Reads {@code {"control": "random"}}, or with a named arm or the share of an old system. */
    public static Control readControl(JsonInput in) {
        return in.onlyField("control", DefinitionJson::readControl);
    }

    private static RewardMessage reward(JsonInput in, boolean named) {
        RewardFields fields = new RewardFields();
        if (named) {
            fields.read(in, "decision");
            in.required(fields.decision, "decision");
        } else {
            fields.read(in);
        }
        return fields.message(in);
    }

    /** The fields of a reward. */
    private static final class RewardFields {
        private @Nullable String decision;
        private @Nullable String request;
        private @Nullable String id;
        private @Nullable Double value;

        /** Reads value, id, and the allowed ones of the other fields. */
        void read(JsonInput in, String... names) {
            in.beginObject();
            for (String field = in.nextField(); field != null; field = in.nextField()) {
                if (field.equals("value")) {
                    value = in.first(value, in.number());
                } else if (field.equals("id")) {
                    id = in.first(id, in.id());
                } else if (!Arrays.asList(names).contains(field)) {
                    throw in.unknown((names.length == 0 ? "" : String.join(", ", names) + ", ") + "value and id");
                } else if (field.equals("decision")) {
                    decision = in.first(decision, in.text(LONGEST_DECISION_ID));
                } else {
                    request = in.first(request, in.id());
                }
            }
        }

        RewardMessage message(JsonInput in) {
            return new RewardMessage(
                    decision == null ? "" : decision,
                    request == null ? "" : request,
                    id == null ? "" : id,
                    in.required(value, "value"));
        }
    }

    private static <T> List<T> batch(String name, JsonInput in, JsonInput.ValueReader<T> reader) {
        List<T> items = in.onlyField(name, list -> {
            List<T> read = new ArrayList<>();
            list.beginArray();
            while (list.nextItem()) {
                if (read.size() == list.limits().batch()) {
                    throw list.refuse("a batch has at most " + list.limits().batch() + " entries");
                }
                read.add(reader.read(list));
            }
            return read;
        });
        if (items.isEmpty()) {
            throw in.refuseWithin(name, "the batch is empty");
        }
        return items;
    }

    /** The fields of requests and observations. */
    private static final class Fields {
        private final boolean observed;
        private @Nullable String id;
        private @Nullable Features context;
        private @Nullable List<Arm> arms;
        private @Nullable List<String> armIds;
        private @Nullable Integer catalogue;
        private @Nullable Integer top;
        private @Nullable String arm;
        private @Nullable Double probability;
        private @Nullable Double reward;

        Fields(boolean observed) {
            this.observed = observed;
        }

        void read(JsonInput in) {
            in.beginObject();
            for (String field = in.nextField(); field != null; field = in.nextField()) {
                switch (field) {
                    case "id" -> id = in.first(id, in.id());
                    case "context" -> context = in.first(context, FeaturesJson.read(in));
                    case "arms" -> arms = in.first(arms, FeaturesJson.readArms(in));
                    case "armIds" -> armIds = in.first(armIds, FeaturesJson.readIds(in));
                    case "catalogue" -> catalogue = in.first(catalogue, (int) in.whole(1, Integer.MAX_VALUE));
                    default -> readOwn(field, in);
                }
            }
        }

        private void readOwn(String field, JsonInput in) {
            if (observed && field.equals("arm")) {
                arm = in.first(arm, in.id());
            } else if (observed && field.equals("probability")) {
                in.once(probability);
                double share = in.number();
                if (!(share > 0 && share <= 1)) {
                    throw in.refuse("must be above 0 and at most 1");
                }
                probability = share;
            } else if (observed && field.equals("reward")) {
                reward = in.first(reward, in.number());
            } else if (!observed && field.equals("top")) {
                top = in.first(top, (int) in.whole(1, in.limits().arms()));
            } else {
                throw in.unknown("id, context, arms, armIds, catalogue"
                        + (observed ? ", arm, probability and reward" : " and top"));
            }
        }

        String id() {
            return id == null ? "" : id;
        }

        Features context() {
            return context == null ? Features.NONE : context;
        }

        int top() {
            return top == null ? 1 : top;
        }

        Offer offer(JsonInput in) {
            if (arms == null) {
                if (armIds != null && armIds.isEmpty()) {
                    throw in.refuseWithin("armIds", "there must be at least one arm");
                }
                return new Offer.FromCatalogue(catalogue == null ? 0 : catalogue, armIds == null ? List.of() : armIds);
            }
            if (armIds != null || catalogue != null) {
                throw in.refuseWithin("arms", "arms come with the request or from the catalogue, not both");
            }
            if (arms.isEmpty()) {
                throw in.refuseWithin("arms", "there must be at least one arm");
            }
            long pairs = 0;
            long alongside = context().valueCount();
            for (Arm candidate : arms) {
                pairs += alongside * candidate.features().valueCount();
            }
            if (pairs > in.limits().pairs()) {
                throw in.refuseWithin(
                        "arms",
                        "context and arms make " + pairs + " pairs of features; at most "
                                + in.limits().pairs() + " are allowed");
            }
            return new Offer.Inline(arms);
        }
    }
}
