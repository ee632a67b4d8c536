package dev.attune.cli;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.util.TokenBuffer;
import dev.attune.api.ModelExplanation;
import dev.attune.api.Options;
import dev.attune.api.RewardRange;
import dev.attune.api.UniformShare;
import dev.attune.catalog.BanditDefinition;
import dev.attune.catalog.Catalog;
import dev.attune.engine.DefinedBandit;
import dev.attune.lab.report.Sheet;
import dev.attune.live.LiveBandit;
import dev.attune.live.json.DefinitionJson;
import dev.attune.live.json.JsonOutput;
import dev.attune.live.statistics.Alarm;
import dev.attune.live.statistics.BanditCounters;
import dev.attune.live.statistics.BanditVerdict;
import dev.attune.live.statistics.ModelView;
import dev.attune.live.statistics.ModelView.Coefficient;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.ArrayList;
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
 * @param service counts and alarms of the service; empty for a file
 */
record BanditCard(
        String name,
        BanditDefinition definition,
        long rounds,
        ModelExplanation explanation,
        List<Coefficient> coefficients,
        long bytes,
        Optional<Service> service) {
    /** Counts, verdict and alarms of a bandit in a service. */
    record Service(
            long learnt, long expired, long waiting, boolean paused, BanditVerdict verdict, List<Alarm> alarms) {}

    private static final int LABEL = 13;
    private static final long FEW = 100;

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
        BanditCounters counters = live.counters();
        Service service = new Service(
                counters.learnt(),
                counters.expired(),
                counters.waiting(),
                live.paused(),
                BanditVerdict.of(live.publish()),
                live.publish().statistics().alarms());
        ModelView model = live.modelView("", most);
        return new BanditCard(
                name,
                live.definition().bandit(),
                counters.decisions(),
                model.explanation(),
                model.coefficients(),
                live.model().length,
                Optional.of(service));
    }

    /** Returns the card as one JSON object. */
    String toJson() {
        JsonLine line = new JsonLine()
                .put("name", name)
                .put("policy", definition.policy())
                .put("tuner", definition.tuner())
                .put("features", features())
                .put("options", optionsJson(definition.options()))
                .put("rounds", rounds);
        service.ifPresent(of -> line.put("service", serviceJson(of)));
        return line.put("model", model())
                .put(
                        "coefficients",
                        coefficients.stream()
                                .map(one -> new JsonLine()
                                        .put("feature", one.feature())
                                        .put("value", one.value())
                                        .put("low", one.low())
                                        .put("high", one.high()))
                                .toList())
                .put("level", level())
                .put(
                        "limits",
                        limits().stream()
                                .map(limit -> new JsonLine().put("limit", limit))
                                .toList())
                .put("bytes", bytes)
                .toString();
    }

    private TokenBuffer model() {
        TokenBuffer tokens = new TokenBuffer(new ObjectMapper(), false);
        try {
            JsonOutput.write(explanation, tokens);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return tokens;
    }

    private JsonLine optionsJson(Options options) {
        return new JsonLine()
                .put("seed", options.seed())
                .put("lowestReward", options.rewards().low())
                .put("highestReward", options.rewards().high())
                .put("uniformShare", options.uniformShare().at(rounds + 1))
                .put("uniformShareDecays", options.uniformShare().decays())
                .put("warmup", options.warmup())
                .put("horizon", options.horizon());
    }

    private static JsonLine serviceJson(Service service) {
        return new JsonLine()
                .put("learnt", service.learnt())
                .put("expired", service.expired())
                .put("waiting", service.waiting())
                .put("paused", service.paused())
                .put("verdict", StoredVerdict.json(service.verdict()))
                .put(
                        "alarms",
                        service.alarms().stream()
                                .map(alarm -> new JsonLine()
                                        .put("id", alarm.id())
                                        .put("time", alarm.time())
                                        .put("kind", DefinitionJson.word(alarm.kind()))
                                        .put("message", alarm.message())
                                        .put("action", alarm.action())
                                        .put("attention", alarm.needsAttention()))
                                .toList());
    }

    /** Returns the card as text of at most {@code width} columns, coefficients excepted. */
    String toText(int width) {
        StringBuilder text = new StringBuilder(name).append(System.lineSeparator());
        String policy = definition.policy();
        String tuner = definition.tuner();
        section(text, "policy", policy + ": " + Catalog.policy(policy).summary(), width);
        section(text, "tuner", tuner + ": " + Catalog.tuner(tuner).summary(), width);
        section(text, "features", features(), width);
        section(text, "options", options(), width);
        section(text, "rounds", format("%,d", rounds), width);
        section(text, "rewards", rewards(), width);
        service.ifPresent(of -> section(text, "verdict", StoredVerdict.text(of.verdict()), width));
        section(text, "model", explanation.toString(), width);
        section(text, "level", level(), width);
        section(text, "coefficients", strongest(), Integer.MAX_VALUE);
        service.filter(of -> !of.alarms().isEmpty()).ifPresent(of -> section(text, "alarms", alarms(of), width));
        String memory = "model about " + size(explanation.bytes()) + ", the whole bandit as a file " + size(bytes);
        section(text, "memory", memory, width);
        section(text, "limits", String.join("\n", limits()), width);
        return text.toString().stripTrailing();
    }

    /** Adds a label and its content; further lines are indented. */
    private static void section(StringBuilder text, String label, String content, int width) {
        String first = format("%-" + LABEL + "s", label);
        for (String line : content.lines().toList()) {
            int indent = line.length() - line.stripLeading().length();
            String begin = first + " ".repeat(indent);
            String rest = " ".repeat(LABEL + indent);
            List<String> lines = LABEL + line.length() <= width
                    ? List.of(first + line) // with its own columns
                    : Sheet.wrapped(line, begin, rest, width);
            lines.forEach(one -> text.append(one).append(System.lineSeparator()));
            first = " ".repeat(LABEL);
        }
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
                + random(options.uniformShare())
                + (options.warmup() == 0 ? "" : format(", %,d random rounds first", options.warmup()))
                + (options.horizon() == 0 ? ", unknown horizon" : format(", horizon %,d", options.horizon()));
    }

    private String random(UniformShare share) {
        double now = share.at(rounds + 1);
        String falling = now > share.least() ? format(" now, falling to %.3g %%", 100 * share.least()) : "";
        return now == 0 ? "" : format(", %.3g %% of rounds with a random arm", 100 * now) + falling;
    }

    private String rewards() {
        return service.map(of -> format(
                        "%,d learnt, %,d expired, %,d decisions wait%s",
                        of.learnt(), of.expired(), of.waiting(), of.paused() ? "; paused" : ""))
                .orElseGet(() -> explanation.rewards() == 0 && rounds > 0
                        ? "none learnt, or the policy does not report it"
                        : format("%,d learnt by the model in force", explanation.rewards()));
    }

    /** Returns whether rewards fell or models were replaced often. */
    private String level() {
        return service.map(of -> {
                    long alarms = of.alarms().stream()
                            .filter(alarm -> alarm.kind().isForAttention())
                            .count();
                    return alarms == 0
                            ? format("no alarm: %,d rewards have not fallen", of.learnt())
                            : format("%,d alarms, see below", alarms);
                })
                .orElse("not recorded in a file; a service compares rewards with those before them");
    }

    /** Returns what this bandit cannot be relied on for, by its definition and by what it has learnt. */
    private List<String> limits() {
        List<String> limits = new ArrayList<>();
        long learnt = service.map(Service::learnt).orElse(explanation.rewards());
        if (learnt < FEW) {
            limits.add(format("%,d rewards are few: most choices still explore.", learnt));
        }
        if (definition.options().uniformShare().equals(UniformShare.NONE)) {
            limits.add(
                    "No uniform share: whether it beats a random arm cannot be told, and arms that are never chosen cannot be evaluated.");
        }
        if (definition.options().rewards().equals(RewardRange.REALS)) {
            limits.add("Any reward is accepted: a wrong unit or sign is learnt like any other.");
        }
        if (explanation.evicted() > 0) {
            limits.add(format(
                    "%,d coefficients gave their place to others: features beyond the budget are forgotten.",
                    explanation.evicted()));
        }
        if (explanation.changes() > 0) {
            limits.add(format(
                    "The world has changed %,d times: rewards before the last change count little.",
                    explanation.changes()));
        }
        service.filter(of -> of.expired() > of.learnt())
                .ifPresent(of -> limits.add(
                        format("%,d decisions expired without a reward, more than were learnt.", of.expired())));
        limits.add(
                "It learns what is rewarded, in contexts like those it has seen; whether that is the goal, it cannot know.");
        return limits;
    }

    private String strongest() {
        if (coefficients.isEmpty()) {
            boolean named = definition.encoder().isPresent() && definition.sparse();
            boolean none = explanation.coefficients() == 0 && (named || rounds == 0);
            return none ? "none yet" : "none that have names in this model";
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
