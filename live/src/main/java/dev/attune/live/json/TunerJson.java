package dev.attune.live.json;

import static dev.attune.live.json.AnswerJson.number;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.attune.api.Hyperparameter;
import dev.attune.api.ModelExplanation;
import dev.attune.api.Setting;
import dev.attune.api.TunerMap;
import dev.attune.live.statistics.Coefficient;
import dev.attune.live.statistics.ModelView;
import dev.attune.live.statistics.PathView;
import dev.attune.live.statistics.Published;
import dev.attune.live.statistics.Published.TunerView;
import dev.attune.live.statistics.RecentDecision;
import dev.attune.live.statistics.Span;
import dev.attune.live.statistics.TimeRange;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Tuners and models for the dashboard. Unknown values are null. */
public final class TunerJson {
    private TunerJson() {}

    /** Writes the state of a tuner, by its kind. */
    public static void write(Published bandit, long now, JsonGenerator out) throws IOException {
        TunerView view = bandit.tunerView();
        TunerMap map = view.map();
        out.writeStartObject();
        out.writeStringField("kind", kind(bandit));
        out.writeFieldName("setting");
        AnswerJson.write(view.inForce(), out);
        parameters(view.inForce(), out);
        number("exploringShare", bandit.statistics().exploringShare(TimeRange.last(Span.TWELVE_HOURS, now)), out);
        StatisticsJson.time("lastDecisionAt", bandit.statistics().lastDecision(), out);
        List<RecentDecision> recent = bandit.statistics().recent();
        out.writeStringField("why", recent.isEmpty() ? "" : recent.get(0).why());
        if (map instanceof TunerMap.Zoomed zoomed) {
            write(zoomed, view.inForce(), out);
        } else if (map instanceof TunerMap.Weighed weighed) {
            write(weighed, out);
        } else if (map instanceof TunerMap.OnPath) {
            path(view.path(), out);
        }
        out.writeEndObject();
    }

    private static String kind(Published bandit) {
        TunerMap map = bandit.tunerView().map();
        if (map instanceof TunerMap.Zoomed) {
            return "zooming";
        }
        if (map instanceof TunerMap.OnPath) {
            return "path";
        }
        return map instanceof TunerMap.Blank && bandit.tuner().equals("Fixed") ? "fixed" : "other";
    }

    private static void parameters(Setting setting, JsonGenerator out) throws IOException {
        out.writeArrayFieldStart("parameters");
        for (Hyperparameter parameter : setting.space().parameters()) {
            out.writeStartObject();
            out.writeStringField("name", parameter.name());
            number("low", parameter.low(), out);
            number("high", parameter.high(), out);
            out.writeStringField("scale", parameter.scale().name().toLowerCase(Locale.ROOT));
            out.writeEndObject();
        }
        out.writeEndArray();
    }

    private static void write(TunerMap.Zoomed map, Setting inForce, JsonGenerator out) throws IOException {
        out.writeArrayFieldStart("balls");
        for (TunerMap.Ball ball : map.balls()) {
            out.writeStartObject();
            values("center", ball.center(), out);
            values("low", ball.low(), out);
            values("high", ball.high(), out);
            out.writeNumberField("pulls", ball.pulls());
            number("mean", ball.pulls() == 0 ? Double.NaN : ball.mean(), out);
            out.writeEndObject();
        }
        out.writeEndArray();
        out.writeNumberField("epoch", map.epoch());
        out.writeFieldName("settingsInForce");
        AnswerJson.write(inForce, out);
    }

    private static void values(String name, Setting setting, JsonGenerator out) throws IOException {
        out.writeArrayFieldStart(name);
        for (double value : setting.toArray()) {
            out.writeNumber(value);
        }
        out.writeEndArray();
    }

    private static void write(TunerMap.Weighed map, JsonGenerator out) throws IOException {
        out.writeArrayFieldStart("weights");
        for (TunerMap.Candidate candidate : map.candidates()) {
            out.writeStartObject();
            out.writeFieldName("setting");
            AnswerJson.write(candidate.setting(), out);
            number("probability", candidate.probability(), out);
            number("mean", candidate.mean(), out);
            out.writeEndObject();
        }
        out.writeEndArray();
    }

    private static void path(Optional<PathView> path, JsonGenerator out) throws IOException {
        out.writeFieldName("envelope");
        AnswerJson.write(path.map(PathView::envelope).orElse(List.of()), out);
        out.writeArrayFieldStart("arms");
        for (PathView.ArmScore arm : path.map(PathView::arms).orElse(List.of())) {
            out.writeStartObject();
            out.writeStringField("id", arm.id());
            number("mean", arm.mean(), out);
            number("width", arm.width(), out);
            out.writeEndObject();
        }
        out.writeEndArray();
        out.writeStringField("chosen", path.map(PathView::chosen).orElse(null));
        out.writeStringField("greedy", path.map(PathView::greedy).orElse(null));
    }

    /** Writes the coefficients of a model. */
    public static void write(ModelView model, JsonGenerator out) throws IOException {
        out.writeStartObject();
        out.writeArrayFieldStart("coefficients");
        for (Coefficient coefficient : model.coefficients()) {
            out.writeStartObject();
            out.writeStringField("feature", coefficient.feature());
            number("value", coefficient.value(), out);
            number("low", coefficient.low(), out);
            number("high", coefficient.high(), out);
            out.writeNumberField("sharedWith", coefficient.sharedWith());
            out.writeEndObject();
        }
        out.writeEndArray();
        out.writeNumberField("count", model.count());
        out.writeNumberField("features", model.features());
        number("collisionRate", model.collisionRate(), out);
        number("prior", model.prior(), out);
        out.writeFieldName("explanation");
        write(model.explanation(), out);
        out.writeEndObject();
    }

    /** Writes which model decides, and why. */
    public static void write(ModelExplanation model, JsonGenerator out) throws IOException {
        out.writeStartObject();
        out.writeStringField("summary", model.summary());
        out.writeStringField("leader", model.leader());
        number("lead", model.runnerUp().isPresent() ? model.lead() : Double.NaN, out);
        out.writeNumberField("leadingSince", model.leadingSince());
        out.writeArrayFieldStart("candidates");
        for (ModelExplanation.Candidate candidate : model.candidates()) {
            out.writeStartObject();
            out.writeStringField("name", candidate.name());
            number("evidence", candidate.evidence(), out);
            out.writeStringField("rejected", candidate.rejected());
            out.writeEndObject();
        }
        out.writeEndArray();
        out.writeNumberField("rewards", model.rewards());
        out.writeNumberField("changes", model.changes());
        out.writeNumberField("lastChange", model.lastChange());
        out.writeNumberField("coefficients", model.coefficients());
        out.writeNumberField("budget", model.budget());
        out.writeNumberField("evicted", model.evicted());
        out.writeNumberField("bytes", model.bytes());
        out.writeEndObject();
    }
}
