package dev.attune.live;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.attune.api.Control;

/** Controls as JSON: {@code "random"}, {@code {"arm":"coffee"}} or {@code {"oldSystem":0.1}}. */
public final class ControlText {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String RANDOM = "random";
    private static final String ARM = "arm";
    private static final String OLD_SYSTEM = "oldSystem";

    private ControlText() {}

    /** Returns a control as JSON. */
    public static String of(Control control) {
        return json(control).toString();
    }

    /** Returns a control as JSON. */
    static JsonNode json(Control control) {
        if (control instanceof Control.NamedArm named) {
            return JSON.createObjectNode().put(ARM, named.arm());
        }
        if (control instanceof Control.OldSystem old) {
            return JSON.createObjectNode().put(OLD_SYSTEM, old.share());
        }
        return JSON.getNodeFactory().textNode(RANDOM);
    }

    /**
     * Returns the control of a text that {@link #of} writes.
     *
     * @throws IllegalArgumentException if it is not one
     */
    public static Control parse(String text) {
        JsonNode node;
        try {
            node = JSON.readTree(text);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException("the control " + text + " is not JSON", e);
        }
        if (node.isTextual() && node.textValue().equals(RANDOM)) {
            return Control.random();
        }
        if (node.isObject() && node.size() == 1 && node.path(ARM).isTextual()) {
            return new Control.NamedArm(node.path(ARM).textValue());
        }
        if (node.isObject() && node.size() == 1 && node.path(OLD_SYSTEM).isNumber()) {
            return new Control.OldSystem(node.path(OLD_SYSTEM).doubleValue());
        }
        throw new IllegalArgumentException(
                "the control " + text + " must be \"random\", {\"arm\": id} or {\"oldSystem\": share of the traffic}");
    }
}
