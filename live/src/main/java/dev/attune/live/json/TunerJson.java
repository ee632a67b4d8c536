package dev.attune.live.json;

import static dev.attune.live.json.JsonOutput.field;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.attune.api.Hyperparameter;
import dev.attune.api.ModelExplanation;
import dev.attune.api.Setting;
import dev.attune.api.TunerMap;
import dev.attune.live.statistics.PathView;
import dev.attune.live.statistics.Published;
import dev.attune.live.statistics.Published.TunerView;
import dev.attune.live.statistics.RecentDecision;
import dev.attune.live.statistics.Span;
import dev.attune.live.statistics.StatisticsSnapshot;
import dev.attune.live.statistics.TimeRange;
import java.io.IOException;
import java.util.List;

/** Tuners and models for the dashboard. Unknown values are null. */
public final class TunerJson {
    private TunerJson() {}

    /** Writes the state of a tuner, by its kind. */
    public static void write(Published bandit, long now, JsonGenerator out) throws IOException {
        TunerView view = bandit.tunerView();
        StatisticsSnapshot statistics = bandit.statistics();
        List<RecentDecision> recent = statistics.recent();
        out.writeStartObject();
        field("kind", kind(bandit), out);
        field("setting", view.inForce(), out);
        parameters(view.inForce(), out);
        field(
                "exploringShare",
                statistics.during(TimeRange.last(Span.TWELVE_HOURS, now)).exploringShare(),
                out);
        field("lastDecisionAt", statistics.lastDecision() == 0 ? null : statistics.lastDecision(), out);
        field("why", recent.isEmpty() ? "" : recent.get(0).choice().why(), out);
        if (view.map() instanceof TunerMap.Zoomed zoomed) {
            balls(zoomed, out);
            field("epoch", zoomed.epoch(), out);
            field("settingsInForce", view.inForce(), out);
        } else if (view.map() instanceof TunerMap.Weighed weighed) {
            field("weights", weighed.candidates(), out);
        } else if (view.map() instanceof TunerMap.OnPath) {
            field("envelope", view.path().map(PathView::envelope).orElse(List.of()), out);
            field("arms", view.path().map(PathView::arms).orElse(List.of()), out);
            field("chosen", view.path().map(PathView::chosen).orElse(null), out);
            field("greedy", view.path().map(PathView::greedy).orElse(null), out);
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
            field("name", parameter.name(), out);
            field("low", parameter.low(), out);
            field("high", parameter.high(), out);
            field("scale", parameter.scale(), out);
            out.writeEndObject();
        }
        out.writeEndArray();
    }

    private static void balls(TunerMap.Zoomed map, JsonGenerator out) throws IOException {
        out.writeArrayFieldStart("balls");
        for (TunerMap.Ball ball : map.balls()) {
            out.writeStartObject();
            field("center", ball.center().toArray(), out);
            field("low", ball.low().toArray(), out);
            field("high", ball.high().toArray(), out);
            field("pulls", ball.pulls(), out);
            field("mean", ball.pulls() == 0 ? Double.NaN : ball.mean(), out);
            out.writeEndObject();
        }
        out.writeEndArray();
    }

    /** Writes which model decides, and why. */
    static void write(ModelExplanation model, JsonGenerator out) throws IOException {
        out.writeStartObject();
        field("summary", model.summary(), out);
        field("leader", model.leader(), out);
        field("lead", model.runnerUp().isPresent() ? model.lead() : Double.NaN, out);
        field("leadingSince", model.leadingSince(), out);
        field("candidates", model.candidates(), out);
        field("rewards", model.rewards(), out);
        field("changes", model.changes(), out);
        field("lastChange", model.lastChange(), out);
        field("coefficients", model.coefficients(), out);
        field("budget", model.budget(), out);
        field("evicted", model.evicted(), out);
        field("bytes", model.bytes(), out);
        out.writeEndObject();
    }
}
