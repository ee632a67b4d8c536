package dev.attune.live;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.attune.api.Control;
import dev.attune.api.UniformShare;
import dev.attune.journal.JournalEvent.Changed;

/**
 * A change of a bandit by an operator. In the journal its value is JSON, {@code {"by": user, "to": value}}, so that the changes form the audit
 * log.
 *
 * @param what the kind of change
 * @param to the new floor as a number or
 *     {@code {"decayTo":0.01}}, the id of the retired arm, the version of the catalogue, the
 *     control as {@link ControlText}, or the number of the alarm; empty for the other kinds
 * @param by the operator, such as the name of a key; may be empty
 */
public record Change(What what, String to, String by) {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String DECAY_TO = "decayTo";

    /** Kinds of changes. */
    public enum What {
        /** The bandit is created. */
        CREATE("created", false),
        /** A catalogue is registered. */
        CATALOGUE("catalogue", true),
        /** Requests for decisions are rejected; rewards are still accepted. */
        PAUSE("paused", false),
        /** Decisions are made again. */
        RESUME("resumed", false),
        /** The bandit is deleted by its owner. */
        DELETE("deleted", false),
        /** The share of rounds with a uniformly random arm. */
        FLOOR("floor", true),
        /** An arm is removed from the catalogue, and from the model if it has one of its own. */
        RETIRE("retired", true),
        /** What the bandit is compared with; the comparison begins anew. */
        CONTROL("control", true),
        /** The comparison begins anew. */
        COUNT("count", false),
        /** An operator has seen an alarm. */
        ACKNOWLEDGE("acknowledged", true);

        private final String text;
        private final boolean valued;

        What(String text, boolean valued) {
            this.text = text;
            this.valued = valued;
        }

        /** Returns its name in the journal. */
        public String text() {
            return text;
        }
    }

    /** Rejects an invalid share, an arm without an id and an alarm that is no number. */
    public Change {
        if (what == What.FLOOR) {
            share(to); // rejects an invalid one
        } else if (what == What.CONTROL) {
            ControlText.parse(to);
        } else if (what == What.ACKNOWLEDGE) {
            alarm(to);
        } else if (what.valued == to.isEmpty()) {
            throw new IllegalArgumentException(
                    what == What.RETIRE
                            ? "the arm to retire has an empty id"
                            : what.text + (what.valued ? " needs a value" : " takes no value"));
        }
    }

    /** Returns the creation of a bandit. */
    public static Change create(String by) {
        return new Change(What.CREATE, "", by);
    }

    /** Returns the registration of a catalogue. */
    public static Change catalogue(int version, String by) {
        return new Change(What.CATALOGUE, Integer.toString(version), by);
    }

    /** Returns a pause. */
    public static Change pause(String by) {
        return new Change(What.PAUSE, "", by);
    }

    /** Returns the end of a pause. */
    public static Change resume(String by) {
        return new Change(What.RESUME, "", by);
    }

    /** Returns the deletion of a bandit. */
    public static Change delete(String by) {
        return new Change(What.DELETE, "", by);
    }

    /** Returns a change of the share of rounds with a uniformly random arm. */
    public static Change floor(UniformShare share, String by) {
        return new Change(
                What.FLOOR,
                share.decays()
                        ? JSON.createObjectNode().put(DECAY_TO, share.least()).toString()
                        : Double.toString(share.least()),
                by);
    }

    /** Returns a change to a share that is the same at all times, between 0 and 1. */
    public static Change floor(double share, String by) {
        return floor(UniformShare.constant(share), by);
    }

    /** Returns the retirement of an arm. */
    public static Change retire(String arm, String by) {
        return new Change(What.RETIRE, arm, by);
    }

    /** Returns a change of what the bandit is compared with. */
    public static Change control(Control control, String by) {
        return new Change(What.CONTROL, ControlText.of(control), by);
    }

    /** Returns the beginning of a new comparison with the same control. */
    public static Change count(String by) {
        return new Change(What.COUNT, "", by);
    }

    /** Returns that an operator has seen an alarm. */
    public static Change acknowledge(long alarm, String by) {
        return new Change(What.ACKNOWLEDGE, Long.toString(alarm), by);
    }

    /** Returns the number of the alarm; only of a {@link What#ACKNOWLEDGE}. */
    long alarm() {
        return alarm(to);
    }

    /** Returns the new control; only of a {@link What#CONTROL}. */
    Control control() {
        return ControlText.parse(to);
    }

    /** Returns the new share; only of a {@link What#FLOOR}. */
    UniformShare floor() {
        return share(to);
    }

    /** Returns its event. */
    public Changed toEvent(int bandit) {
        ObjectNode value = JSON.createObjectNode().put("by", by);
        if (what == What.FLOOR) {
            UniformShare share = floor();
            if (share.decays()) {
                value.putObject("to").put(DECAY_TO, share.least());
            } else {
                value.put("to", share.least());
            }
        } else if (what == What.CONTROL) {
            value.set("to", ControlText.json(control()));
        } else if (what == What.ACKNOWLEDGE) {
            value.put("to", alarm());
        } else if (what.valued) {
            value.put("to", to);
        }
        return new Changed(bandit, what.text, value.toString());
    }

    /**
     * Returns the change of an event.
     *
     * @throws IllegalArgumentException if it is of an unknown kind or invalid
     */
    public static Change of(Changed event) {
        try {
            JsonNode value = JSON.readTree(event.value());
            JsonNode to = value.path("to");
            What what = kind(event.what());
            return new Change(
                    what,
                    to.isObject() || what == What.CONTROL ? to.toString() : to.asText(),
                    value.path("by").asText());
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException("the value of the change " + event.what() + " is not JSON", e);
        }
    }

    private static What kind(String text) {
        for (What what : What.values()) {
            if (what.text.equals(text)) {
                return what;
            }
        }
        throw new IllegalArgumentException("a change called " + text + " is not known to this program");
    }

    private static long alarm(String text) {
        try {
            long id = Long.parseLong(text);
            if (id > 0) {
                return id;
            }
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("the alarm " + text + " is not a number", e);
        }
        throw new IllegalArgumentException("alarm = " + text + " must be positive");
    }

    private static UniformShare share(String text) {
        double share;
        boolean decays = text.startsWith("{");
        try {
            share = decays ? JSON.readTree(text).path(DECAY_TO).asDouble(Double.NaN) : Double.parseDouble(text);
        } catch (JsonProcessingException | NumberFormatException e) {
            throw new IllegalArgumentException("the floor " + text + " is not a number", e);
        }
        if (!(share >= 0 && share <= 1)) {
            throw new IllegalArgumentException("floor = " + text + " must be between 0 and 1");
        }
        return new UniformShare(share, decays);
    }
}
