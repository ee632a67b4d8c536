package dev.attune.live.json;

import static dev.attune.live.json.AnswerJson.number;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.attune.live.statistics.Alarm;
import dev.attune.live.statistics.ArmShare;
import dev.attune.live.statistics.BucketView;
import dev.attune.live.statistics.Estimate;
import dev.attune.live.statistics.ExplorationCost;
import dev.attune.live.statistics.Health;
import dev.attune.live.statistics.PropensityHistogram;
import dev.attune.live.statistics.Published;
import dev.attune.live.statistics.RecentDecision;
import dev.attune.live.statistics.Row;
import dev.attune.live.statistics.Span;
import dev.attune.live.statistics.StatisticsSnapshot;
import java.io.IOException;
import java.util.List;
import java.util.Locale;

/** What pages show of bandits. What is not known is null; times are milliseconds since 1970; intervals hold with 95 %. */
public final class StatisticsJson {
    /** What the uplift is measured against. */
    private static final String REFERENCE = "a random arm";

    private StatisticsJson() {}

    /** What callers call a decision. */
    @FunctionalInterface
    public interface DecisionName {
        /** The id of a decision of the bandit. */
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
        number("decisionsPerSecond", row.decisionsPerSecond(), out);
        mean("reward", row.reward(), out);
        uplift(row.uplift(), out);
        out.writeNumberField("waiting", row.waiting());
        out.writeNumberField("expired", row.expired());
        number("exploringShare", row.exploringShare(), out);
        number("regretPerDay", row.regretPerDay(), out);
        if (row.lastDecision() == 0) {
            out.writeNullField("lastDecisionAt");
        } else {
            out.writeNumberField("lastDecisionAt", row.lastDecision());
        }
        Health health = row.health();
        out.writeStringField("health", health.state().text());
        if (!health.reason().isEmpty()) {
            out.writeStringField("attention", health.reason());
        }
        numbers("spark", row.spark(), out);
        out.writeEndObject();
    }

    /** Writes what happened within a span. */
    public static void write(Published bandit, Row row, Span span, long now, JsonGenerator out) throws IOException {
        StatisticsSnapshot seen = bandit.statistics();
        List<ArmShare> arms = seen.arms(span, now);
        out.writeStartObject();
        out.writeStringField("span", span.text());
        out.writeNumberField("bucketSeconds", span.bucketMillis() / 1000);
        out.writeNumberField("from", StatisticsSnapshot.from(span, now));
        out.writeNumberField("to", now);
        out.writeArrayFieldStart("buckets");
        for (BucketView bucket : seen.buckets(span, now, arms)) {
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
            out.writeEndObject();
        }
        out.writeEndArray();
        propensity(seen.propensities(), out);
        ExplorationCost cost = seen.cost(span, now);
        out.writeObjectFieldStart("explorationCost");
        number("perDay", cost.perDay().value(), out);
        ends(cost.perDay(), out);
        number("decisionsPerDay", cost.decisionsPerDay(), out);
        out.writeEndObject();
        uplift(seen.uplift(span, now), out);
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
            number("max", setting.max(), out);
            out.writeEndObject();
        }
        out.writeEndObject();
        out.writeArrayFieldStart("arms");
        for (long count : bucket.arms()) {
            out.writeNumber(count);
        }
        out.writeEndArray();
        out.writeNumberField("otherArms", bucket.otherArms());
        number("regret", bucket.regret(), out);
        out.writeNumberField("expired", bucket.expired());
        out.writeEndObject();
    }

    private static void propensity(PropensityHistogram histogram, JsonGenerator out) throws IOException {
        out.writeObjectFieldStart("propensity");
        numbers("edges", histogram.edges(), out);
        out.writeArrayFieldStart("counts");
        for (long count : histogram.counts()) {
            out.writeNumber(count);
        }
        out.writeEndArray();
        out.writeNumberField("unknown", histogram.unknown());
        number("effectiveSampleSize", histogram.effectiveSampleSize(), out);
        out.writeNumberField("of", histogram.of());
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
            out.writeFieldName("setting");
            AnswerJson.write(decision.setting(), out);
            number("reward", decision.reward(), out);
            out.writeStringField("ended", decision.end().name().toLowerCase(Locale.ROOT));
            out.writeEndObject();
        }
        out.writeEndArray();
        out.writeEndObject();
    }

    private static void mean(String name, Estimate estimate, JsonGenerator out) throws IOException {
        out.writeObjectFieldStart(name);
        number("mean", estimate.value(), out);
        ends(estimate, out);
        out.writeNumberField("n", estimate.n());
        out.writeEndObject();
    }

    private static void uplift(Estimate estimate, JsonGenerator out) throws IOException {
        out.writeObjectFieldStart("uplift");
        number("value", estimate.value(), out);
        ends(estimate, out);
        out.writeStringField("reference", REFERENCE);
        out.writeEndObject();
    }

    private static void ends(Estimate estimate, JsonGenerator out) throws IOException {
        number("low", estimate.low(), out);
        number("high", estimate.high(), out);
    }

    private static void numbers(String name, List<Double> values, JsonGenerator out) throws IOException {
        out.writeArrayFieldStart(name);
        for (double value : values) {
            if (Double.isFinite(value)) {
                out.writeNumber(value);
            } else {
                out.writeNull();
            }
        }
        out.writeEndArray();
    }
}
