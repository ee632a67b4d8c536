package dev.attune.server.http;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonGenerator;
import dev.attune.catalog.Catalog;
import dev.attune.journal.Decided;
import dev.attune.journal.Offer;
import dev.attune.live.LiveDefinition;
import dev.attune.server.runtime.DecisionRecord;
import java.io.IOException;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A decision in the journal as JSON.
 *
 * @param id of the decision
 * @param found in the journal
 * @param definition of the bandit, with the names of its hyperparameters
 * @param why the arm was chosen; empty if unknown
 */
record DecisionRecordJson(String id, DecisionRecord found, LiveDefinition definition, String why) {
    Reply reply() {
        return Reply.json(out -> {
            Decided decided = found.decided();
            out.writeStartObject();
            out.writeStringField("decision", id);
            out.writeStringField("bandit", found.bandit());
            out.writeNumberField("position", found.position());
            out.writeStringField("time", time(found.time()));
            out.writeNumberField("number", decided.decision());
            out.writeNumberField("round", decided.round());
            out.writeNumberField("learnt", decided.learnt());
            if (!decided.clientId().isEmpty()) {
                out.writeStringField("id", decided.clientId());
            }
            out.writeBooleanField("byCaller", decided.byCaller());
            out.writeStringField("arm", found.arm());
            out.writeStringField("why", why);
            out.writeObjectField("probability", decided.propensity());
            out.writeObjectField(
                    "setting",
                    Catalog.policy(definition.bandit().policy()).space().setting(decided.setting()));
            out.writeObjectField("ranking", found.ranking());
            out.writeObjectField("context", decided.context());
            offer(decided.offer(), out);
            out.writeObjectField(
                    "rewards",
                    found.rewards().stream()
                            .map(each ->
                                    new RewardJson(each.rewardId(), each.value(), time(each.time()), each.position()))
                            .toList());
            end(found.end(), out);
            out.writeEndObject();
        });
    }

    private static void offer(Offer offer, JsonGenerator out) throws IOException {
        if (offer instanceof Offer.Inline inline) {
            out.writeObjectField("arms", inline.arms());
        } else if (offer instanceof Offer.FromCatalogue catalogue) {
            out.writeNumberField("catalogue", catalogue.version());
            if (!catalogue.ids().isEmpty()) {
                out.writeObjectField("armIds", catalogue.ids());
            }
        }
    }

    private record RewardJson(
            @JsonInclude(JsonInclude.Include.NON_EMPTY) String id, double value, String time, long position) {}

    private record EndJson(@Nullable Double learnt, String time, long position) {}

    private static void end(DecisionRecord.@Nullable End end, JsonGenerator out) throws IOException {
        if (end == null) {
            out.writeStringField("state", "waiting");
        } else {
            Double learnt =
                    end.learnt().isPresent() ? Double.valueOf(end.learnt().getAsDouble()) : null;
            out.writeStringField("state", learnt == null ? "expired" : "learnt");
            out.writeObjectField("end", new EndJson(learnt, time(end.time()), end.position()));
        }
    }

    private static String time(long millis) {
        return Instant.ofEpochMilli(millis).toString();
    }
}
