package dev.attune.live.json;

import static dev.attune.live.json.JsonOutput.field;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.attune.live.Answer;
import dev.attune.live.Explanation;
import java.io.IOException;

/** Answers to requests and explanations. */
public final class AnswerJson {
    private AnswerJson() {}

    /**
     * Writes the answer to a request for a decision.
     *
     * @param id of the decision for the caller
     */
    public static void write(Answer answer, String id, JsonGenerator out) throws IOException {
        out.writeStartObject();
        out.writeStringField("decision", id);
        out.writeStringField("arm", answer.arm());
        field("probability", answer.probability(), out);
        field("setting", answer.setting(), out);
        out.writeNumberField("round", answer.round());
        field("ranking", answer.ranking(), out);
        out.writeBooleanField("repeated", answer.repeated());
        out.writeEndObject();
    }

    /** Writes an explanation into an object that was started. */
    public static void writeFields(Explanation explanation, JsonGenerator out) throws IOException {
        field("arm", explanation.chosen(), out);
        field("greedy", explanation.greedy(), out);
        field("exploring", explanation.exploring(), out);
        field("why", explanation.why(), out);
        field("setting", explanation.setting(), out);
        field("arms", explanation.arms(), out);
        field("envelope", explanation.envelope(), out);
    }
}
