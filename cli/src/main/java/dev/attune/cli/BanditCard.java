package dev.attune.cli;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import dev.attune.api.ModelExplanation;
import dev.attune.api.Options;
import dev.attune.api.RewardRange;
import dev.attune.catalog.BanditDefinition;
import dev.attune.catalog.Catalog;
import dev.attune.engine.DefinedBandit;
import dev.attune.live.LiveBandit;
import dev.attune.live.json.AnswerJson;
import dev.attune.live.json.TunerJson;
import dev.attune.live.statistics.Alarm;
import dev.attune.live.statistics.Coefficient;
import dev.attune.live.statistics.ModelView;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * A bandit on one page.
 *
 * @param name of the bandit in a service, or of the file
 * @param rounds number of decisions
 * @param explanation which model decides, and why
 * @param coefficients those that differ most clearly from zero
 * @param bytes size of the bandit as a file
 * @param service what a service knows beside; empty for a file
 */
record BanditCard(
        String name,
        BanditDefinition definition,
        long rounds,
        ModelExplanation explanation,
        List<Coefficient> coefficients,
        long bytes,
        Optional<Service> service) {
    /** Counts and alarms of a bandit in a service. */
    record Service(long learnt, long expired, long waiting, boolean paused, List<Alarm> alarms) {}

    private static final int LABEL = 13;

    /** Returns the card of a saved bandit. */
    static BanditCard of(String name, DefinedBandit bandit, long bytes, int most) {
        return new BanditCard(
                name,
                bandit.definition(),
                bandit.bandit().rounds(),
                bandit.explain(),
                bandit.coefficients("", most).stream().map(Coefficient::of).toList(),
                bytes,
                Optional.empty());
    }

    /** Returns the card of a bandit in a service. */
    static BanditCard of(String name, LiveBandit live, int most) {
        Service service = new Service(
                live.learnt(),
                live.expired(),
                live.waiting(),
                live.paused(),
                live.publish().statistics().alarms());
        ModelView model = live.modelView("", most);
        return new BanditCard(
                name,
                live.definition().bandit(),
                live.decisions(),
                model.explanation(),
                model.coefficients(),
                live.model().length,
                Optional.of(service));
    }

    /** Returns the card as one JSON object. */
    String toJson() {
        StringWriter text = new StringWriter();
        try (JsonGenerator out = new JsonFactory().createGenerator(text)) {
            out.writeStartObject();
            out.writeStringField("name", name);
            out.writeStringField("policy", definition.policy());
            out.writeStringField("tuner", definition.tuner());
            out.writeStringField("features", features());
            writeOptions(definition.options(), out);
            out.writeNumberField("rounds", rounds);
            if (service.isPresent()) {
                write(service.get(), out);
            }
            out.writeFieldName("model");
            TunerJson.write(explanation, out);
            out.writeArrayFieldStart("coefficients");
            for (Coefficient one : coefficients) {
                out.writeStartObject();
                out.writeStringField("feature", one.feature());
                AnswerJson.number("value", one.value(), out);
                AnswerJson.number("low", one.low(), out);
                AnswerJson.number("high", one.high(), out);
                out.writeEndObject();
            }
            out.writeEndArray();
            out.writeNumberField("bytes", bytes);
            out.writeEndObject();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return text.toString();
    }

    private static void writeOptions(Options options, JsonGenerator out) throws IOException {
        out.writeObjectFieldStart("options");
        out.writeNumberField("seed", options.seed());
        AnswerJson.number("lowestReward", options.rewards().low(), out);
        AnswerJson.number("highestReward", options.rewards().high(), out);
        out.writeNumberField("uniformShare", options.uniformShare());
        out.writeNumberField("warmup", options.warmup());
        out.writeNumberField("horizon", options.horizon());
        out.writeEndObject();
    }

    private static void write(Service service, JsonGenerator out) throws IOException {
        out.writeObjectFieldStart("service");
        out.writeNumberField("learnt", service.learnt());
        out.writeNumberField("expired", service.expired());
        out.writeNumberField("waiting", service.waiting());
        out.writeBooleanField("paused", service.paused());
        out.writeArrayFieldStart("alarms");
        for (Alarm alarm : service.alarms()) {
            out.writeStartObject();
            out.writeNumberField("time", alarm.time());
            out.writeStringField("kind", alarm.kind().text());
            out.writeStringField("message", alarm.message());
            out.writeEndObject();
        }
        out.writeEndArray();
        out.writeEndObject();
    }

    /** Returns the card as text. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder(name).append(System.lineSeparator());
        line(
                text,
                "policy",
                definition.policy() + ": " + Catalog.policy(definition.policy()).summary());
        line(
                text,
                "tuner",
                definition.tuner() + ": " + Catalog.tuner(definition.tuner()).summary());
        line(text, "features", features());
        line(text, "options", options());
        line(text, "rounds", format("%,d", rounds));
        line(text, "rewards", rewards());
        line(text, "model", explanation.toString());
        line(text, "coefficients", strongest());
        service.filter(of -> !of.alarms().isEmpty()).ifPresent(of -> line(text, "alarms", alarms(of)));
        line(
                text,
                "memory",
                "model about " + size(explanation.bytes()) + ", the whole bandit as a file " + size(bytes));
        return text.toString().stripTrailing();
    }

    /** Adds a label and what it is about; further lines are indented. */
    private static void line(StringBuilder text, String label, String content) {
        String indent = " ".repeat(LABEL);
        text.append(format("%-" + LABEL + "s", label))
                .append(content.lines()
                        .reduce((a, b) -> a + System.lineSeparator() + indent + b)
                        .orElse(""))
                .append(System.lineSeparator());
    }

    private String features() {
        return definition.encoder().isEmpty()
                ? "vectors of " + definition.dimension() + " numbers"
                : definition.sparse()
                        ? "named, any number of them"
                        : "named, hashed into " + definition.dimension() + " slots";
    }

    private String options() {
        Options options = definition.options();
        RewardRange range = options.rewards();
        return "seed " + options.seed()
                + (range.equals(RewardRange.REALS)
                        ? ", any reward"
                        : format(", rewards from %s to %s", range.low(), range.high()))
                + (options.uniformShare() == 0
                        ? ""
                        : format(", %.3g %% of rounds with a random arm", 100 * options.uniformShare()))
                + (options.warmup() == 0 ? "" : format(", %,d random rounds first", options.warmup()))
                + (options.horizon() == 0 ? ", unknown horizon" : format(", horizon %,d", options.horizon()));
    }

    private String rewards() {
        return service.map(of -> format(
                        "%,d learnt, %,d expired, %,d decisions wait%s",
                        of.learnt(), of.expired(), of.waiting(), of.paused() ? "; paused" : ""))
                .orElseGet(() -> explanation.rewards() == 0 && rounds > 0
                        ? "none learnt, or the policy does not report it"
                        : format("%,d learnt by the model in force", explanation.rewards()));
    }

    private String strongest() {
        if (coefficients.isEmpty()) {
            boolean named = definition.encoder().isPresent() && definition.sparse();
            return named || rounds == 0 ? "none yet" : "none that have names in this model";
        }
        int width = coefficients.stream()
                .mapToInt(one -> one.feature().length())
                .max()
                .orElse(0);
        StringBuilder text = new StringBuilder("those that differ most clearly from zero, with 95 % intervals");
        for (Coefficient one : coefficients) {
            text.append(format(
                    "%n%-" + width + "s  %+.4g  (%+.4g to %+.4g)", one.feature(), one.value(), one.low(), one.high()));
        }
        return text.toString();
    }

    private static String alarms(Service service) {
        StringBuilder text = new StringBuilder();
        for (Alarm alarm : service.alarms()) {
            text.append(format("%s  %s%n", Instant.ofEpochMilli(alarm.time()), alarm.message()));
        }
        return text.toString();
    }

    private static String size(long bytes) {
        return bytes < 1_000
                ? bytes + " bytes"
                : bytes < 1_000_000 ? format("%.1f kB", bytes / 1e3) : format("%.1f MB", bytes / 1e6);
    }

    private static String format(String text, Object... values) {
        return String.format(Locale.ROOT, text, values);
    }
}
