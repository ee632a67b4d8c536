package dev.attune.live;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.attune.journal.JournalEvent.Changed;

/**
 * Something that an operator changes about a bandit. In the journal its value is JSON: {@code {"by": who, "to": what}}, so that the
 * changes are the audit log.
 *
 * @param what the kind of change
 * @param to the new floor as a number, the id of the retired arm, or the version of the catalogue; empty for the other kinds
 * @param by who did it, such as the name of a key; may be empty
 */
public record Change(What what, String to, String by) {
    private static final ObjectMapper JSON = new ObjectMapper();

    /** What can be changed. */
    public enum What {
        /** The bandit begins; says who began it. */
        CREATE("created", false),
        /** Another catalogue is in force; says whose. */
        CATALOGUE("catalogue", true),
        /** Decisions are refused; rewards are still taken. */
        PAUSE("paused", false),
        /** Decisions are made again. */
        RESUME("resumed", false),
        /** The bandit ends; what that means is its owner's concern. */
        DELETE("deleted", false),
        /** Another share of rounds with a uniformly random arm. */
        FLOOR("floor", true),
        /** An arm leaves the catalogue, and the model forgets it if it has a model of its own. */
        RETIRE("retired", true);

        private final String told;
        private final boolean valued;

        What(String told, boolean valued) {
            this.told = told;
            this.valued = valued;
        }

        /** What the journal calls it. */
        public String told() {
            return told;
        }
    }

    /** Refuses a floor that is no share, and an arm without a name. */
    public Change {
        if (what == What.FLOOR) {
            requireShare(to);
        } else if (what.valued == to.isEmpty()) {
            throw new IllegalArgumentException(
                    what == What.RETIRE
                            ? "the arm to retire has an empty id"
                            : what.told() + (what.valued ? " needs a value" : " takes no value"));
        }
    }

    /** The bandit begins. */
    public static Change create(String by) {
        return new Change(What.CREATE, "", by);
    }

    /** A catalogue was registered. */
    public static Change catalogue(int version, String by) {
        return new Change(What.CATALOGUE, Integer.toString(version), by);
    }

    /** Decisions are refused from now on. */
    public static Change pause(String by) {
        return new Change(What.PAUSE, "", by);
    }

    /** Decisions are made again. */
    public static Change resume(String by) {
        return new Change(What.RESUME, "", by);
    }

    /** The bandit ends. */
    public static Change delete(String by) {
        return new Change(What.DELETE, "", by);
    }

    /** Another share of rounds with a uniformly random arm, between 0 and 1. */
    public static Change floor(double share, String by) {
        return new Change(What.FLOOR, Double.toString(share), by);
    }

    /** An arm will not be offered again. */
    public static Change retire(String arm, String by) {
        return new Change(What.RETIRE, arm, by);
    }

    /** The new floor; only of a change of the floor. */
    double floor() {
        return Double.parseDouble(to);
    }

    /** The event that tells of it. */
    public Changed toEvent(int bandit) {
        ObjectNode value = JSON.createObjectNode().put("by", by);
        if (what == What.FLOOR) {
            value.put("to", floor());
        } else if (what.valued) {
            value.put("to", to);
        }
        return new Changed(bandit, what.told(), value.toString());
    }

    /**
     * The change that an event tells of.
     *
     * @throws IllegalArgumentException if it is of a kind that is not known here, or makes no sense
     */
    public static Change of(Changed event) {
        try {
            JsonNode value = JSON.readTree(event.value());
            return new Change(
                    kind(event.what()),
                    value.path("to").asText(),
                    value.path("by").asText());
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException("the value of the change " + event.what() + " is not JSON", e);
        }
    }

    private static What kind(String told) {
        for (What what : What.values()) {
            if (what.told.equals(told)) {
                return what;
            }
        }
        throw new IllegalArgumentException("a change called " + told + " is not known to this program");
    }

    private static void requireShare(String text) {
        double share;
        try {
            share = Double.parseDouble(text);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("the floor " + text + " is not a number", e);
        }
        if (!(share >= 0 && share <= 1)) {
            throw new IllegalArgumentException("floor = " + text + " must be between 0 and 1");
        }
    }
}
