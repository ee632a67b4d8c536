package dev.attune.lab.log;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.attune.encode.Arm;
import dev.attune.encode.Features;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.StreamSupport;

/**
 * Decision Service JSON: one object a line. The actions are the objects of {@code c._multi}; every other key of {@code c} is context.
 *
 * <pre>
 *   chosen      _labelIndex, from 0; else _label_Action, from 1; else the first of a
 *   propensity  _label_probability; else the entry of p beside the chosen action in a
 *   reward      - _label_cost
 *   weight      1 / (1 - pdrop)
 * </pre>
 *
 * <p>{@code a} counts from 1, unless there is a 0 in it. So does {@code _label_Action}, unless it is 0, or is the first of an {@code a} that
 * counts from 0: the first of {@code a} is the action that was chosen.
 */
final class DsjsonParser implements LineParser {
    private static final String CHECKPOINT_LINE = "[CHECKPOINT";
    private static final double SAME_PROBABILITY = 1e-3; // labels are written in single precision

    @Override
    public void parse(String line, EventSink sink) throws MalformedLineException {
        if (line.startsWith(CHECKPOINT_LINE)) {
            sink.notEvent("checkpoint line");
            return;
        }
        new Event(JsonFeatures.readLine(line, sink), sink).pass();
    }

    /** The event of one line. */
    private static final class Event {
        private final Map<String, JsonNode> fields =
                new TreeMap<>(String.CASE_INSENSITIVE_ORDER); // labels come capitalised in several ways
        private final EventSink sink;
        private final double index;
        private final double action;
        private final double[] order;
        private final List<Arm> arms = new ArrayList<>();
        private final Set<String> armIds = new HashSet<>();

        Event(JsonNode line, EventSink sink) {
            this.sink = sink;
            line.properties().forEach(field -> fields.put(field.getKey(), field.getValue()));
            index = number("_labelIndex");
            action = number("_label_Action");
            order = numbers("a");
        }

        private JsonNode field(String name) {
            return fields.getOrDefault(name, MissingNode.getInstance());
        }

        private double number(String name) {
            return JsonFeatures.number(field(name));
        }

        private double[] numbers(String name) {
            return StreamSupport.stream(field(name).spliterator(), false)
                    .mapToDouble(JsonFeatures::number)
                    .toArray();
        }

        /** Returns the features of the context, and adds the actions to the arms. */
        private Features context(JsonNode object) {
            JsonFeatures shared = new JsonFeatures(sink);
            object.properties().forEach(field -> {
                if (field.getKey().equals("_multi") && field.getValue().isArray()) {
                    field.getValue().forEach(this::action);
                } else {
                    shared.value(field.getKey(), field.getValue());
                }
            });
            return shared.build();
        }

        private void action(JsonNode value) {
            JsonFeatures features = new JsonFeatures(sink);
            if (value.isObject()) {
                features.object(value);
            }
            String name = features.id().isEmpty() ? Integer.toString(arms.size() + 1) : features.id();
            arms.add(new Arm(sink.unusedId(name, arms.size(), armIds), features.build()));
        }

        void pass() throws MalformedLineException {
            if (!field("c").isObject()) {
                if (fields.containsKey("RewardValue")) {
                    sink.notEvent(EventSink.DANGLING_REWARD);
                    return;
                }
                throw new MalformedLineException("no context: c is missing");
            }
            Features context = context(field("c"));
            if (arms.isEmpty()) {
                throw new MalformedLineException("no actions: c._multi is missing or empty");
            }
            if (field("_skipLearn").booleanValue()) {
                sink.lost("event marked _skipLearn");
                return;
            }
            double dropped = fields.containsKey("pdrop") ? number("pdrop") : 0;
            if (!(dropped >= 0 && dropped < 1)) {
                sink.lost("pdrop outside [0, 1)");
                return;
            }
            double chosen = chosen();
            if (!(chosen >= 0 && chosen < arms.size())) {
                sink.lost(
                        Double.isNaN(chosen)
                                ? "event that does not say which action was chosen"
                                : "event whose chosen action is not on the list");
                return;
            }
            String id = JsonFeatures.text(field(fields.containsKey("EventId") ? "EventId" : "event_id"));
            sink.event(new LoggedEvent(
                    id,
                    sink.time(JsonFeatures.text(field("Timestamp"))),
                    context,
                    List.copyOf(arms),
                    (int) chosen,
                    propensity((int) chosen),
                    reward(),
                    1 / (1 - dropped)));
        }

        private double reward() {
            double cost = number("_label_cost");
            if (Double.isInfinite(cost)) {
                sink.warn("reward that is not a finite number; taken as unknown");
                return Double.NaN;
            }
            return 0 - cost; // not -cost, which makes a cost of 0 a reward of -0
        }

        private int orderBase() {
            return Arrays.stream(order).anyMatch(number -> number == 0) ? 0 : 1;
        }

        private int actionBase() {
            boolean asOrder = orderBase() == 0 && index != action - 1 && (index == action || order[0] == action);
            return action == 0 || asOrder ? 0 : 1;
        }

        private double chosen() {
            double named = action - actionBase();
            if (index >= 0) {
                if (!Double.isNaN(named) && named != index) {
                    sink.warn("_labelIndex and _label_Action differ; _labelIndex holds");
                }
                return index;
            }
            if (!Double.isNaN(named)) {
                return named;
            }
            return order.length == 0 ? Double.NaN : order[0] - orderBase();
        }

        private double propensity(int chosen) {
            double[] probabilities = numbers("p");
            double probability = number("_label_probability");
            double listed = Double.NaN;
            if (order.length == 0 && probabilities.length == arms.size()) {
                listed = probabilities[chosen];
            } else if (order.length == probabilities.length) {
                for (int i = 0; i < order.length; i++) {
                    if (order[i] - orderBase() == chosen) {
                        listed = probabilities[i];
                    }
                }
            } else if (probabilities.length > 0) {
                sink.warn("a and p differ in length; p is not used");
            }
            double propensity = Double.isNaN(probability) ? listed : probability;
            if (Math.abs(listed - propensity) > SAME_PROBABILITY * propensity) {
                sink.warn("_label_probability and p differ; _label_probability holds");
            }
            return sink.propensity(propensity);
        }
    }
}
