package dev.attune.lab.log;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import dev.attune.encode.Arm;
import dev.attune.encode.Features;
import dev.attune.lab.data.Cells;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

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
 * <p>{@code a} and {@code _label_Action} count from 1, unless there is a 0 among them: then this line counts from 0.
 */
final class DsjsonParser implements LineParser {
    private static final String CHECKPOINT_LINE = "[CHECKPOINT";
    private static final double SAME_PROBABILITY = 1e-3; // labels are written in single precision

    private static final JsonFactory JSON = JsonFactory.builder()
            .enable(JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS) // a NaN among the features need not cost the event
            .build();

    private String id = "";
    private String time = "";
    private double index;
    private double action;
    private double cost;
    private double probability;
    private double dropped;
    private boolean skip;
    private boolean reward;
    private boolean hasContext;
    private double[] order = {};
    private double[] probabilities = {};
    private Features context = Features.NONE;
    private final List<Arm> arms = new ArrayList<>();
    private final Set<String> armIds = new HashSet<>();

    @Override
    public void parse(String line, Intake intake) throws MalformedLineException, IOException {
        if (line.startsWith(CHECKPOINT_LINE)) {
            intake.aside("checkpoint line");
            return;
        }
        begin();
        try (JsonParser json = JSON.createParser(line)) {
            if (json.nextToken() != JsonToken.START_OBJECT) {
                throw new MalformedLineException("not a JSON object");
            }
            while (json.nextToken() != JsonToken.END_OBJECT) {
                String key = json.currentName();
                json.nextToken();
                field(json, key, intake);
            }
            if (json.nextToken() != null) {
                throw new MalformedLineException("more than one JSON value on a line");
            }
        } catch (JsonProcessingException e) {
            throw new MalformedLineException("not JSON");
        }
        finishEvent(intake);
    }

    private void begin() {
        id = "";
        time = "";
        index = Double.NaN;
        action = Double.NaN;
        cost = Double.NaN;
        probability = Double.NaN;
        dropped = 0;
        skip = false;
        reward = false;
        hasContext = false;
        order = new double[0];
        probabilities = new double[0];
        context = Features.NONE;
        arms.clear();
        armIds.clear();
    }

    private void field(JsonParser json, String key, Intake intake) throws IOException {
        switch (key.toLowerCase(Locale.ROOT)) { // labels come capitalised in several ways
            case "eventid", "event_id" -> id = text(json);
            case "timestamp" -> time = text(json);
            case "_labelindex" -> index = number(json);
            case "_label_action" -> action = number(json);
            case "_label_cost" -> cost = number(json);
            case "_label_probability" -> probability = number(json);
            case "pdrop" -> dropped = number(json);
            case "_skiplearn" -> skip = json.currentToken() == JsonToken.VALUE_TRUE;
            case "rewardvalue" -> {
                reward = true;
                json.skipChildren();
            }
            case "a" -> order = numbers(json);
            case "p" -> probabilities = numbers(json);
            case "c" -> context(json, intake);
            default -> json.skipChildren();
        }
    }

    private static String text(JsonParser json) throws IOException {
        json.skipChildren();
        return json.currentToken().isScalarValue() && json.currentToken() != JsonToken.VALUE_NULL ? json.getText() : "";
    }

    private static double number(JsonParser json) throws IOException {
        return json.currentToken().isNumeric() ? json.getDoubleValue() : Cells.number(text(json));
    }

    private static double[] numbers(JsonParser json) throws IOException {
        if (json.currentToken() != JsonToken.START_ARRAY) {
            json.skipChildren();
            return new double[0];
        }
        double[] numbers = new double[16];
        int many = 0;
        while (json.nextToken() != JsonToken.END_ARRAY) {
            if (many == numbers.length) {
                numbers = Arrays.copyOf(numbers, 2 * many);
            }
            numbers[many++] = number(json);
        }
        return Arrays.copyOf(numbers, many);
    }

    private void context(JsonParser json, Intake intake) throws IOException {
        if (json.currentToken() != JsonToken.START_OBJECT) {
            json.skipChildren();
            return;
        }
        hasContext = true;
        JsonFeatures shared = new JsonFeatures(intake);
        while (json.nextToken() != JsonToken.END_OBJECT) {
            String key = json.currentName();
            JsonToken token = json.nextToken();
            if (key.equals("_multi") && token == JsonToken.START_ARRAY) {
                actions(json, intake);
            } else {
                shared.value(json, key);
            }
        }
        context = shared.build();
    }

    private void actions(JsonParser json, Intake intake) throws IOException {
        JsonFeatures features = new JsonFeatures(intake);
        JsonToken token;
        while ((token = json.nextToken()) != JsonToken.END_ARRAY) {
            features.begin();
            if (token == JsonToken.START_OBJECT) {
                features.object(json);
            } else {
                json.skipChildren();
            }
            String name = features.id().isEmpty() ? Integer.toString(arms.size() + 1) : features.id();
            while (!armIds.add(name)) {
                intake.odd("action whose id another action of the event has; numbered");
                name += "#" + (arms.size() + 1);
            }
            arms.add(new Arm(name, features.build()));
        }
    }

    private void finishEvent(Intake intake) throws MalformedLineException {
        if (!hasContext) {
            if (reward) {
                intake.aside(Reason.DANGLING_REWARD);
                return;
            }
            throw new MalformedLineException("no context: c is missing");
        }
        if (arms.isEmpty()) {
            throw new MalformedLineException("no actions: c._multi is missing or empty");
        }
        if (skip) {
            intake.lost("event marked _skipLearn");
            return;
        }
        if (!(dropped >= 0 && dropped < 1)) {
            intake.lost("pdrop outside [0, 1)");
            return;
        }
        double chosen = chosen(intake);
        if (!(chosen >= 0 && chosen < arms.size())) {
            intake.lost(
                    Double.isNaN(chosen)
                            ? "event that does not say which action was chosen"
                            : "event whose chosen action is not on the list");
            return;
        }
        intake.event(new LoggedEvent(
                id,
                EventCells.time(time, intake),
                context,
                List.copyOf(arms),
                (int) chosen,
                propensity((int) chosen, intake),
                reward(intake),
                1 / (1 - dropped)));
    }

    private double reward(Intake intake) {
        if (Double.isInfinite(cost)) {
            intake.odd("reward that is not a finite number; taken as unknown");
            return Double.NaN;
        }
        return 0 - cost; // not -cost, which makes a cost of 0 a reward of -0
    }

    private int base() {
        return action == 0 || Arrays.stream(order).anyMatch(number -> number == 0) ? 0 : 1;
    }

    private double chosen(Intake intake) {
        double named = action - base();
        if (index >= 0) {
            if (!Double.isNaN(named) && named != index) {
                intake.odd("_labelIndex and _label_Action differ; _labelIndex holds");
            }
            return index;
        }
        if (!Double.isNaN(named)) {
            return named;
        }
        return order.length == 0 ? Double.NaN : order[0] - base();
    }

    private double propensity(int chosen, Intake intake) {
        double listed = Double.NaN;
        if (order.length == 0 && probabilities.length == arms.size()) {
            listed = probabilities[chosen];
        } else if (order.length == probabilities.length) {
            for (int i = 0; i < order.length; i++) {
                if (order[i] - base() == chosen) {
                    listed = probabilities[i];
                }
            }
        } else if (probabilities.length > 0) {
            intake.odd("a and p differ in length; p is not used");
        }
        double propensity = Double.isNaN(probability) ? listed : probability;
        if (Math.abs(listed - propensity) > SAME_PROBABILITY * propensity) {
            intake.odd("_label_probability and p differ; _label_probability holds");
        }
        if (propensity > 0 && propensity <= 1) {
            return propensity;
        }
        if (!Double.isNaN(propensity)) {
            intake.odd(Reason.BAD_PROPENSITY);
        }
        return Double.NaN;
    }
}
