package dev.attune.live.json;

import static dev.attune.live.json.JsonOutput.field;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.attune.live.statistics.Choice;
import dev.attune.live.statistics.Period;
import dev.attune.live.statistics.Period.ArmShare;
import dev.attune.live.statistics.Published;
import dev.attune.live.statistics.RecentDecision;
import dev.attune.live.statistics.Row;
import dev.attune.live.statistics.StatisticsSnapshot;
import dev.attune.live.statistics.TimeRange;
import java.io.IOException;
import java.util.List;
import java.util.function.Function;

/** Statistics of bandits for the dashboard. Unknown values are null; times are milliseconds since 1970; intervals have level 95 %. */
public final class StatisticsJson {
    private StatisticsJson() {}

    /** Writes the statistics of a range of time. */
    public static void write(Published bandit, Row row, TimeRange time, JsonGenerator out) throws IOException {
        StatisticsSnapshot seen = bandit.statistics();
        Period period = seen.during(time);
        List<ArmShare> arms = period.arms();
        out.writeStartObject();
        field("span", time.span().text(), out);
        field("bucketSeconds", time.span().bucketMillis() / 1000, out);
        field("from", time.from(), out);
        field("to", time.to(), out);
        field("firstDecisionAt", seen.decisions() == 0 ? null : seen.firstDecision(), out);
        field("buckets", period.steps(arms), out);
        field("arms", arms, out);
        field("uniformShare", bandit.uniformShare(), out);
        field("decisions", period.decisions(), out);
        field("reward", period.reward(), out);
        field("random", period.random(), out);
        field("exploringShare", period.exploringShare(), out);
        field("verdict", row.verdict(), out);
        field("whatIf", period.otherShares(bandit.uniformShare()), out);
        out.writeObjectFieldStart("propensity");
        field("edges", seen.propensities().edges(), out);
        field("counts", seen.propensities().counts(), out);
        field("unknown", seen.propensities().unknown(), out);
        field("effectiveSampleSize", seen.effectiveSampleSize(), out);
        field("of", seen.weighted(), out);
        out.writeEndObject();
        field("explorationCost", period.cost(), out);
        field("uplift", period.uplift(), out);
        field("alarms", seen.alarms(), out);
        field("row", row, out);
        out.writeEndObject();
    }

    /**
     * Writes the last decisions, newest first.
     *
     * @param ids returns the id of a decision for the caller
     */
    public static void writeRecent(List<RecentDecision> recent, Function<RecentDecision, String> ids, JsonGenerator out)
            throws IOException {
        out.writeStartObject();
        out.writeArrayFieldStart("decisions");
        for (RecentDecision decision : recent) {
            Choice choice = decision.choice();
            out.writeStartObject();
            field("decision", ids.apply(decision), out);
            field("time", choice.time(), out);
            field("arm", choice.arm(), out);
            field("probability", choice.propensity(), out);
            field("exploring", choice.exploring(), out);
            field("why", choice.why(), out);
            field("setting", choice.setting(), out);
            field("reward", decision.reward(), out);
            field("ended", decision.end(), out);
            out.writeEndObject();
        }
        out.writeEndArray();
        out.writeEndObject();
    }
}
