package dev.attune.flink.job;

import dev.attune.kafka.KafkaConnection;
import dev.attune.kafka.wire.Topics;
import dev.attune.lab.config.YamlField;
import dev.attune.live.json.DurationText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Reads the configuration of a stream job from YAML. Every error names file, line and field. */
public final class JobConfigReader {
    private static final String GROUP = "attune";
    private static final int MOST_SUBTASKS = 32_768; // Flink's own limit

    private final YamlField root;
    private final Map<String, YamlField> fields;

    private JobConfigReader(YamlField root) {
        this.root = root;
        this.fields = root.fields(Set.of(
                "bootstrap",
                "group",
                "topics",
                "parallelism",
                "checkpoints",
                "tick",
                "disorder",
                "early",
                "remember",
                "metrics",
                "publish",
                "kafka"));
    }

    /**
     * Reads a file.
     *
     * @param file null for the default configuration
     * @param bootstrap brokers in place of the file's; null for the file's
     */
    public static JobConfig read(@Nullable Path file, @Nullable String bootstrap) throws IOException {
        return file == null
                ? read("the command line", "{}", bootstrap)
                : read(file.toString(), Files.readString(file), bootstrap);
    }

    /** Reads a text; the name is for messages. */
    public static JobConfig read(String name, String text, @Nullable String bootstrap) {
        return new JobConfigReader(YamlField.read(name, text, "a job needs at least bootstrap")).config(bootstrap);
    }

    private JobConfig config(@Nullable String given) {
        String bootstrap = given == null ? text("bootstrap", "") : given;
        if (bootstrap.isBlank()) {
            throw root.error("no broker is named: give 'bootstrap: host:port', or --bootstrap on the command line");
        }
        KafkaConnection kafka = new KafkaConnection(bootstrap, topics(), text("group", GROUP), properties());
        JobConfig defaults = JobConfig.of(kafka);
        Map<String, YamlField> checkpoints = inner("checkpoints", Set.of("every", "folder"));
        YamlField folder = checkpoints.get("folder");
        YamlField parallelism = fields.get("parallelism");
        return new JobConfig(
                kafka,
                parallelism == null
                        ? defaults.parallelism()
                        : OptionalInt.of((int) parallelism.integer(1, MOST_SUBTASKS)),
                Optional.ofNullable(checkpoints.get("every")).map(every -> atLeast(1, every, Duration.ZERO)),
                folder == null ? defaults.checkpoints() : Optional.of(folder.text()),
                tick(defaults),
                duration(fields.get("disorder"), defaults.disorder()),
                duration(fields.get("early"), defaults.early()),
                duration(fields.get("remember"), defaults.remember()),
                atLeast(1, fields.get("metrics"), defaults.metrics()),
                atLeast(1, fields.get("publish"), defaults.publish()));
    }

    private Topics topics() {
        Map<String, YamlField> names = inner(
                "topics",
                Set.of(
                        "prefix",
                        "requests",
                        "rewards",
                        "definitions",
                        "decisions",
                        "deadLetters",
                        "metrics",
                        "models"));
        YamlField prefix = names.get("prefix");
        Topics defaults = Topics.of(prefix == null ? Topics.PREFIX : prefix.text());
        return new Topics(
                name(names.get("requests"), defaults.requests()),
                name(names.get("rewards"), defaults.rewards()),
                name(names.get("definitions"), defaults.definitions()),
                name(names.get("decisions"), defaults.decisions()),
                name(names.get("deadLetters"), defaults.deadLetters()),
                name(names.get("metrics"), defaults.metrics()),
                name(names.get("models"), defaults.models()));
    }

    private Map<String, String> properties() {
        Map<String, String> properties = new TreeMap<>();
        YamlField kafka = fields.get("kafka");
        if (kafka != null) {
            kafka.fields().forEach((name, value) -> properties.put(name, value.text()));
        }
        return properties;
    }

    private Optional<Duration> tick(JobConfig defaults) {
        YamlField tick = fields.get("tick");
        if (tick == null) {
            return defaults.tick();
        }
        return tick.text().equals("off") || tick.text().equals("false") // YAML 1.1 reads off as false
                ? Optional.empty()
                : Optional.of(atLeast(1, tick, Duration.ZERO));
    }

    private Map<String, YamlField> inner(String name, Set<String> known) {
        YamlField field = fields.get(name);
        return field == null ? Map.of() : field.fields(known);
    }

    private String text(String name, String otherwise) {
        YamlField field = fields.get(name);
        return field == null ? otherwise : field.text();
    }

    private static String name(@Nullable YamlField field, String otherwise) {
        return field == null ? otherwise : field.text();
    }

    private static Duration duration(@Nullable YamlField field, Duration otherwise) {
        return atLeast(0, field, otherwise);
    }

    private static Duration atLeast(long millis, @Nullable YamlField field, Duration otherwise) {
        if (field == null) {
            return otherwise;
        }
        try {
            Duration duration = DurationText.parse(field.text());
            if (duration.toMillis() < millis) {
                throw field.error("must be at least " + millis + "ms");
            }
            return duration;
        } catch (IllegalArgumentException | ArithmeticException e) {
            throw field.error(String.valueOf(e.getMessage()));
        }
    }
}
