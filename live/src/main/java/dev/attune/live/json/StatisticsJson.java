package dev.attune.live.json;

import static dev.attune.live.json.AnswerJson.number;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.attune.live.statistics.Alarm;
import dev.attune.live.statistics.BanditVerdict;
import dev.attune.live.statistics.BucketView;
import dev.attune.live.statistics.Health;
import dev.attune.live.statistics.IntervalEstimate;
import dev.attune.live.statistics.Published;
import dev.attune.live.statistics.RecentDecision;
import dev.attune.live.statistics.Row;
import dev.attune.live.statistics.SegmentView;
import dev.attune.live.statistics.StatisticsSnapshot;
import dev.attune.live.statistics.StatisticsSnapshot.ArmShare;
import dev.attune.live.statistics.StatisticsSnapshot.ExplorationCost;
import dev.attune.live.statistics.TimeRange;
import java.io.IOException;
import java.util.List;
import java.util.Locale;

/** Statistics of bandits for the dashboard. Unknown values are null; times are milliseconds since 1970; intervals have level 95 %. */
public final class StatisticsJson {
    private static final String REFERENCE = "a random arm";

    private StatisticsJson() {}

    /** Makes the ids of decisions. */
    @FunctionalInterface
    public interface DecisionName {
        /** Returns the id of a decision of the bandit. */
        String of(RecentDecision decision);
    }

    /** Writes a bandit in one line. */
    public static void write(Row row, JsonGenerator out) throws IOException {
        out.writeStartObject();
        out.writeStringField("name", row.name());
        out.writeStringField("policy", row.policy());
        out.writeStringField("tuner", row.tuner());
        out.writeBooleanField("paused", row.paused());
        out.writeNumberField("decisions", row.decisions());
        number("decisionsPerSecond", row.activity().decisionsPerSecond(), out);
        mean("reward", row.activity().reward(), out);
        mean("random", row.activity().random(), out);
        uplift(row.activity().uplift(), out);
        out.writeNumberField("waiting", row.waiting());
        out.writeNumberField("expired", row.expired());
        number("exploringShare", row.activity().exploringShare(), out);
        cost(row.activity().cost(), out);
        time("lastDecisionAt", row.activity().lastDecision(), out);
        Health health = row.health();
        out.writeStringField("health", health.state().text());
        if (!health.reason().isEmpty()) {
            out.writeStringField("attention", health.reason());
        }
        verdict(row.verdict(), out);
        out.writeObjectFieldStart("trend");
        out.writeStringField("span", row.activity().trendSpan().text());
        out.writeArrayFieldStart("rewards");
        for (IntervalEstimate point : row.activity().trend()) {
            out.writeStartObject();
            number("mean", point.value(), out);
            ends(point, out);
            out.writeEndObject();
        }
        out.writeEndArray();
        out.writeEndObject();
        out.writeEndObject();
    }

    private static void verdict(BanditVerdict verdict, JsonGenerator out) throws IOException {
        out.writeObjectFieldStart("verdict");
        out.writeStringField("state", verdict.state().text());
        out.writeStringField("text", verdict.text());
        out.writeStringField("action", verdict.action());
        out.writeStringField("basis", verdict.basis());
        out.writeEndObject();
    }

    private static void cost(ExplorationCost cost, JsonGenerator out) throws IOException {
        out.writeObjectFieldStart("explorationCost");
        number("perDay", cost.perDay().value(), out);
        ends(cost.perDay(), out);
        number("decisionsPerDay", cost.decisionsPerDay(), out);
        estimate("perDecision", cost.perDecision(), out);
        estimate("share", cost.share(), out);
        out.writeEndObject();
    }

    private static void estimate(String name, IntervalEstimate estimate, JsonGenerator out) throws IOException {
        out.writeObjectFieldStart(name);
        number("value", estimate.value(), out);
        ends(estimate, out);
        out.writeEndObject();
    }

    /** Writes the statistics of a range of time. */
    public static void write(Published bandit, Row row, TimeRange time, JsonGenerator out) throws IOException {
        StatisticsSnapshot seen = bandit.statistics();
        List<ArmShare> arms = seen.arms(time);
        out.writeStartObject();
        out.writeStringField("span", time.span().text());
        out.writeNumberField("bucketSeconds", time.span().bucketMillis() / 1000);
        out.writeNumberField("from", time.from());
        out.writeNumberField("to", time.to());
        out.writeArrayFieldStart("buckets");
        for (BucketView bucket : seen.buckets(time, arms)) {
            write(bucket, out);
        }
        out.writeEndArray();
        out.writeArrayFieldStart("arms");
        for (ArmShare arm : arms) {
            out.writeStartObject();
            out.writeStringField("id", arm.id());
            number("share", arm.share(), out);
            out.writeNumberField("decisions", arm.decisions());
            mean("reward", arm.reward(), out);
            mean("always", arm.always(), out);
            time("firstAt", arm.first(), out);
            time("lastAt", arm.last(), out);
            out.writeEndObject();
        }
        out.writeEndArray();
        number("uniformShare", bandit.uniformShare(), out);
        out.writeNumberField("decisions", seen.decisions(time));
        mean("reward", seen.reward(time), out);
        mean("random", seen.random(time), out);
        number("exploringShare", seen.exploringShare(time), out);
        verdict(BanditVerdict.of(bandit, row.health(), time), out);
        out.writeArrayFieldStart("whatIf");
        for (StatisticsSnapshot.OtherShare other : seen.otherShares(time, bandit.uniformShare())) {
            out.writeStartObject();
            number("share", other.share(), out);
            mean("reward", other.reward(), out);
            estimate("cost", other.cost(), out);
            number("costShare", other.costShare(), out);
            out.writeEndObject();
        }
        out.writeEndArray();
        propensity(seen, out);
        cost(seen.cost(time), out);
        uplift(seen.uplift(time), out);
        out.writeArrayFieldStart("alarms");
        for (Alarm alarm : seen.alarms()) {
            out.writeStartObject();
            out.writeNumberField("time", alarm.time());
            out.writeStringField("kind", alarm.kind().text());
            out.writeNumberField("since", alarm.since());
            out.writeStringField("message", alarm.message());
            out.writeEndObject();
        }
        out.writeEndArray();
        out.writeFieldName("row");
        write(row, out);
        out.writeEndObject();
    }

    private static void write(BucketView bucket, JsonGenerator out) throws IOException {
        out.writeStartObject();
        out.writeNumberField("time", bucket.time());
        out.writeNumberField("decisions", bucket.decisions());
        out.writeNumberField("exploring", bucket.exploring());
        mean("rewards", bucket.rewards(), out);
        out.writeObjectFieldStart("setting");
        for (BucketView.SettingRange setting : bucket.settings()) {
            out.writeObjectFieldStart(setting.name());
            number("mean", setting.mean(), out);
            number("min", setting.min(), out);
            number("low", setting.low(), out);
            number("median", setting.median(), out);
            number("high", setting.high(), out);
            number("max", setting.max(), out);
            out.writeEndObject();
        }
        out.writeEndObject();
        counts("arms", bucket.arms(), out);
        out.writeNumberField("otherArms", bucket.otherArms());
        number("regret", bucket.regret(), out);
        out.writeNumberField("expired", bucket.expired());
        out.writeBooleanField("complete", bucket.complete());
        out.writeEndObject();
    }

    private static void propensity(StatisticsSnapshot seen, JsonGenerator out) throws IOException {
        out.writeObjectFieldStart("propensity");
        numbers("edges", seen.propensities().edges(), out);
        counts("counts", seen.propensities().counts(), out);
        out.writeNumberField("unknown", seen.propensities().unknown());
        number("effectiveSampleSize", seen.effectiveSampleSize(), out);
        out.writeNumberField("of", seen.weighted());
        out.writeEndObject();
    }

    /** Writes the last decisions, newest first. */
    public static void writeRecent(List<RecentDecision> recent, DecisionName names, JsonGenerator out)
            throws IOException {
        out.writeStartObject();
        out.writeArrayFieldStart("decisions");
        for (RecentDecision decision : recent) {
            out.writeStartObject();
            out.writeStringField("decision", names.of(decision));
            out.writeNumberField("time", decision.time());
            out.writeStringField("arm", decision.arm());
            number("probability", decision.propensity(), out);
            out.writeBooleanField("exploring", decision.exploring());
            out.writeStringField("why", decision.why());
            out.writeFieldName("setting");
            AnswerJson.write(decision.setting(), out);
            number("reward", decision.reward(), out);
            out.writeStringField("ended", decision.end().name().toLowerCase(Locale.ROOT));
            out.writeEndObject();
        }
        out.writeEndArray();
        out.writeEndObject();
    }

    /** Writes rewards and arms by the values of context features. */
    public static void writeSegments(List<SegmentView> segments, JsonGenerator out) throws IOException {
        out.writeStartObject();
        out.writeArrayFieldStart("features");
        for (SegmentView segment : segments) {
            out.writeStartObject();
            out.writeStringField("feature", segment.feature());
            out.writeArrayFieldStart("values");
            for (SegmentView.ValueView value : segment.values()) {
                out.writeStartObject();
                out.writeStringField("value", value.value());
                out.writeNumberField("decisions", value.decisions());
                out.writeNumberField("exploring", value.exploring());
                mean("reward", value.reward(), out);
                mean("random", value.random(), out);
                uplift(value.uplift(), out);
                out.writeArrayFieldStart("arms");
                for (SegmentView.ArmCount arm : value.arms()) {
                    out.writeStartObject();
                    out.writeStringField("id", arm.id());
                    out.writeNumberField("decisions", arm.decisions());
                    out.writeEndObject();
                }
                out.writeEndArray();
                out.writeNumberField("otherArms", value.otherArms());
                out.writeEndObject();
            }
            out.writeEndArray();
            out.writeEndObject();
        }
        out.writeEndArray();
        out.writeEndObject();
    }

    private static void mean(String name, IntervalEstimate estimate, JsonGenerator out) throws IOException {
        out.writeObjectFieldStart(name);
        number("mean", estimate.value(), out);
        ends(estimate, out);
        out.writeNumberField("n", estimate.n());
        out.writeEndObject();
    }

    private static void uplift(IntervalEstimate estimate, JsonGenerator out) throws IOException {
        out.writeObjectFieldStart("uplift");
        number("value", estimate.value(), out);
        ends(estimate, out);
        out.writeStringField("reference", REFERENCE);
        out.writeEndObject();
    }

    private static void ends(IntervalEstimate estimate, JsonGenerator out) throws IOException {
        number("low", estimate.low(), out);
        number("high", estimate.high(), out);
    }

    /** Writes a time, null if it is 0. */
    static void time(String name, long millis, JsonGenerator out) throws IOException {
        if (millis == 0) {
            out.writeNullField(name);
        } else {
            out.writeNumberField(name, millis);
        }
    }

    private static void counts(String name, List<Long> values, JsonGenerator out) throws IOException {
        out.writeArrayFieldStart(name);
        for (long value : values) {
            out.writeNumber(value);
        }
        out.writeEndArray();
    }

    private static void numbers(String name, List<Double> values, JsonGenerator out) throws IOException {
        out.writeArrayFieldStart(name);
        for (double value : values) {
            AnswerJson.number(value, out);
        }
        out.writeEndArray();
    }
}
