package dev.attune.cli;

import dev.attune.journal.Decided;
import dev.attune.journal.JournalEvent;
import dev.attune.journal.JournalRecord;
import dev.attune.journal.Offer;
import dev.attune.live.json.EventJson;
import dev.attune.live.json.JsonOutput;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;

/** Writes events as rows of one table. A column that an event does not have is empty. */
final class EventCsv {
    /** The header. {@code id} is the client's id of the decision or the reward; context and arms are JSON. */
    static final List<String> COLUMNS = List.of(
            "position",
            "time",
            "event",
            "bandit",
            "decision",
            "round",
            "id",
            "arm",
            "arm_id",
            "propensity",
            "tuned",
            "by_caller",
            "value",
            "setting",
            "x",
            "name",
            "content",
            "context",
            "arms");

    private EventCsv() {}

    static List<String> row(JournalRecord record) {
        JournalEvent event = record.event();
        List<String> row = new ArrayList<>(Collections.nCopies(COLUMNS.size(), ""));
        set(row, "position", record.position());
        set(row, "time", Instant.ofEpochMilli(record.time()));
        set(row, "event", EventJson.name(event));
        set(row, "bandit", event.bandit());
        if (event instanceof Decided decided) {
            decided(row, decided);
        } else if (event instanceof JournalEvent.Rewarded rewarded) {
            set(row, "decision", rewarded.decision());
            set(row, "id", rewarded.rewardId());
            set(row, "value", rewarded.value());
        } else if (event instanceof JournalEvent.Joined joined) {
            set(row, "decision", joined.decision());
            set(row, "value", joined.value());
            if (joined.change() != 0) {
                set(row, "name", "change " + joined.change());
            }
        } else if (event instanceof JournalEvent.Expired expired) {
            set(row, "decision", expired.decision());
        } else if (event instanceof JournalEvent.Created created) {
            set(row, "name", created.name());
            set(row, "content", created.definition());
        } else if (event instanceof JournalEvent.Changed changed) {
            set(row, "name", changed.what());
            set(row, "content", changed.value());
        } else if (event instanceof JournalEvent.Catalogued catalogued) {
            set(row, "name", catalogued.version());
            set(row, "arms", JsonOutput.text(catalogued.arms()));
        }
        return row;
    }

    private static void decided(List<String> row, Decided decided) {
        set(row, "decision", decided.decision());
        set(row, "round", decided.round());
        set(row, "id", decided.clientId());
        set(row, "arm", decided.arm());
        set(row, "arm_id", armId(decided));
        set(row, "propensity", Double.isNaN(decided.propensity()) ? "" : decided.propensity());
        set(row, "tuned", decided.tuned());
        set(row, "by_caller", decided.byCaller());
        set(row, "setting", numbers(decided.setting()));
        set(row, "x", numbers(decided.x()));
        set(row, "context", JsonOutput.text(decided.context()));
        set(row, "arms", JsonOutput.text(decided.offer()));
    }

    /** Returns the id of the chosen arm; empty if only the catalogue has it. */
    private static String armId(Decided decided) {
        int arm = decided.arm();
        if (decided.offer() instanceof Offer.Inline inline) {
            return arm >= 0 && arm < inline.arms().size()
                    ? inline.arms().get(arm).id()
                    : "";
        }
        List<String> ids = decided.offer() instanceof Offer.FromCatalogue catalogue ? catalogue.ids() : List.of();
        return arm >= 0 && arm < ids.size() ? ids.get(arm) : "";
    }

    private static String numbers(double[] values) {
        return Arrays.stream(values).mapToObj(Double::toString).collect(Collectors.joining(" "));
    }

    private static void set(List<String> row, String column, Object value) {
        row.set(COLUMNS.indexOf(column), value.toString());
    }
}
