package dev.attune.live.json;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.attune.api.Setting;
import dev.attune.api.SettingSpace;
import dev.attune.live.Answer;
import dev.attune.live.Explanation;
import dev.attune.live.statistics.PathView;
import java.io.IOException;
import java.util.List;

/** Answers to requests and explanations. Infinities and NaN become null. */
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
        number("probability", answer.probability(), out);
        out.writeFieldName("setting");
        write(answer.setting(), out);
        out.writeNumberField("round", answer.round());
        out.writeFieldName("ranking");
        FeaturesJson.writeTexts(answer.ranking(), out);
        out.writeBooleanField("repeated", answer.repeated());
        out.writeEndObject();
    }

    /** Writes an explanation into an object that was started. */
    public static void writeFields(Explanation explanation, JsonGenerator out) throws IOException {
        out.writeStringField("arm", explanation.chosen());
        out.writeStringField("greedy", explanation.greedy());
        out.writeBooleanField("exploring", explanation.exploring());
        out.writeStringField("why", explanation.why());
        out.writeFieldName("setting");
        write(explanation.setting(), out);
        out.writeArrayFieldStart("arms");
        for (Explanation.ArmExplanation arm : explanation.arms()) {
            out.writeStartObject();
            out.writeStringField("id", arm.id());
            number("mean", arm.mean(), out);
            number("width", arm.width(), out);
            number("index", arm.index(), out);
            number("probability", arm.probability(), out);
            out.writeEndObject();
        }
        out.writeEndArray();
        out.writeFieldName("envelope");
        write(explanation.envelope(), out);
    }

    /** Writes the envelope of an exploration path. */
    static void write(List<PathView.Segment> envelope, JsonGenerator out) throws IOException {
        out.writeStartArray();
        for (PathView.Segment segment : envelope) {
            out.writeStartObject();
            number("from", segment.from(), out);
            number("to", segment.to(), out);
            out.writeStringField("arm", segment.arm());
            out.writeEndObject();
        }
        out.writeEndArray();
    }

    /** Writes a setting: {@code {"explore": 1.2}}. */
    public static void write(Setting setting, JsonGenerator out) throws IOException {
        SettingSpace space = setting.space();
        out.writeStartObject();
        for (int i = 0; i < space.size(); i++) {
            number(space.parameters().get(i).name(), setting.get(i), out);
        }
        out.writeEndObject();
    }

    /** Writes a number, null if it is not finite. */
    public static void number(String name, double value, JsonGenerator out) throws IOException {
        out.writeFieldName(name);
        number(value, out);
    }

    static void number(double value, JsonGenerator out) throws IOException {
        if (Double.isFinite(value)) {
            out.writeNumber(value);
        } else {
            out.writeNull();
        }
    }
}
