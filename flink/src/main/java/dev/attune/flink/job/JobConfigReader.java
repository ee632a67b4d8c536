package dev.attune.flink.job;

import dev.attune.flink.kafka.KafkaConnection;
import dev.attune.flink.kafka.Topics;
import dev.attune.lab.YamlField;
import dev.attune.live.json.DurationText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Reads what a stream job is told from YAML. Every complaint names file, line and field. */
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
                "metrics",
                "publish",
                "kafka"));
    }

    /**
     * What a file says.
     *
     * @param file null if there is none, and all but the broker is as usual
     * @param bootstrap in place of the file's; null to take the file's
     */
    public static JobConfig read(@Nullable Path file, @Nullable String bootstrap) throws IOException {
        return file == null
                ? read("the command line", "{}", bootstrap)
                : read(file.toString(), Files.readString(file), bootstrap);
    }

    /** What a text says; the name is for messages. */
    public static JobConfig read(String name, String text, @Nullable String bootstrap) {
        return new JobConfigReader(YamlField.read(name, text, "a job needs at least bootstrap")).config(bootstrap);
    }

    private JobConfig config(@Nullable String given) {
        String bootstrap = given == null ? text("bootstrap", "") : given;
        if (bootstrap.isBlank()) {
            throw root.error("no broker is named: give 'bootstrap: host:port', or --bootstrap on the command line");
        }
        KafkaConnection kafka = new KafkaConnection(bootstrap, topics(), text("group", GROUP), properties());
        JobConfig usual = JobConfig.of(kafka);
        Map<String, YamlField> checkpoints = inner("checkpoints", Set.of("every", "folder"));
        YamlField folder = checkpoints.get("folder");
        YamlField parallelism = fields.get("parallelism");
        return new JobConfig(
                kafka,
                parallelism == null ? usual.parallelism() : (int) parallelism.integer(1, MOST_SUBTASKS),
                atLeast(1, checkpoints.get("every"), usual.checkpointEvery()),
                folder == null ? usual.checkpoints() : Optional.of(folder.text()),
                tick(usual),
                duration(fields.get("disorder"), usual.disorder()),
                duration(fields.get("early"), usual.early()),
                atLeast(1, fields.get("metrics"), usual.metrics()),
                atLeast(1, fields.get("publish"), usual.publish()));
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
        Topics usual = Topics.of(prefix == null ? Topics.PREFIX : prefix.text());
        return new Topics(
                name(names.get("requests"), usual.requests()),
                name(names.get("rewards"), usual.rewards()),
                name(names.get("definitions"), usual.definitions()),
                name(names.get("decisions"), usual.decisions()),
                name(names.get("deadLetters"), usual.deadLetters()),
                name(names.get("metrics"), usual.metrics()),
                name(names.get("models"), usual.models()));
    }

    private Map<String, String> properties() {
        Map<String, String> properties = new TreeMap<>();
        YamlField kafka = fields.get("kafka");
        if (kafka != null) {
            kafka.fields().forEach((name, value) -> properties.put(name, value.text()));
        }
        return properties;
    }

    private Optional<Duration> tick(JobConfig usual) {
        YamlField tick = fields.get("tick");
        if (tick == null) {
            return usual.tick();
        }
        return tick.text().equals("off") || tick.text().equals("false") // YAML 1.1 takes off for false
                ? Optional.empty()
                : Optional.of(atLeast(1, tick, Duration.ZERO));
    }

    private Map<String, YamlField> inner(String name, Set<String> known) {
        YamlField field = fields.get(name);
        return field == null ? Map.of() : field.fields(known);
    }

    private String text(String name, String usual) {
        YamlField field = fields.get(name);
        return field == null ? usual : field.text();
    }

    private static String name(@Nullable YamlField field, String usual) {
        return field == null ? usual : field.text();
    }

    private static Duration duration(@Nullable YamlField field, Duration usual) {
        return atLeast(0, field, usual);
    }

    private static Duration atLeast(long millis, @Nullable YamlField field, Duration usual) {
        if (field == null) {
            return usual;
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
