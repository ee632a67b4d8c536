package dev.attune.server.http;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.attune.catalog.Catalog;
import dev.attune.journal.Decided;
import dev.attune.journal.Offer;
import dev.attune.live.LiveDefinition;
import dev.attune.live.json.AnswerJson;
import dev.attune.live.json.FeaturesJson;
import dev.attune.server.runtime.DecisionRecord;
import java.io.IOException;
import java.time.Instant;

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
        return Reply.json(200, out -> {
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
            AnswerJson.number("probability", decided.propensity(), out);
            out.writeFieldName("setting");
            AnswerJson.write(
                    Catalog.policy(definition.bandit().policy()).space().setting(decided.setting()), out);
            out.writeFieldName("ranking");
            FeaturesJson.writeTexts(found.ranking(), out);
            out.writeFieldName("context");
            FeaturesJson.write(decided.context(), out);
            offer(decided.offer(), out);
            rewards(found, out);
            end(found, out);
            out.writeEndObject();
        });
    }

    private static void offer(Offer offer, JsonGenerator out) throws IOException {
        if (offer instanceof Offer.Inline inline) {
            out.writeFieldName("arms");
            FeaturesJson.writeArms(inline.arms(), out);
        } else if (offer instanceof Offer.FromCatalogue catalogue) {
            out.writeNumberField("catalogue", catalogue.version());
            if (!catalogue.ids().isEmpty()) {
                out.writeFieldName("armIds");
                FeaturesJson.writeTexts(catalogue.ids(), out);
            }
        }
    }

    private static void rewards(DecisionRecord found, JsonGenerator out) throws IOException {
        out.writeArrayFieldStart("rewards");
        for (DecisionRecord.Received reward : found.rewards()) {
            out.writeStartObject();
            if (!reward.rewardId().isEmpty()) {
                out.writeStringField("id", reward.rewardId());
            }
            out.writeNumberField("value", reward.value());
            out.writeStringField("time", time(reward.time()));
            out.writeNumberField("position", reward.position());
            out.writeEndObject();
        }
        out.writeEndArray();
    }

    private static void end(DecisionRecord found, JsonGenerator out) throws IOException {
        DecisionRecord.End end = found.end();
        out.writeStringField("state", end == null ? "waiting" : end.learnt().isPresent() ? "learnt" : "expired");
        if (end != null) {
            out.writeObjectFieldStart("end");
            AnswerJson.number("learnt", end.learnt().orElse(Double.NaN), out);
            out.writeStringField("time", time(end.time()));
            out.writeNumberField("position", end.position());
            out.writeEndObject();
        }
    }

    private static String time(long millis) {
        return Instant.ofEpochMilli(millis).toString();
    }
}
