package dev.attune.lab.spec;

import static dev.attune.lab.config.YamlField.value;

import dev.attune.api.Forgetting;
import dev.attune.api.PolicyProvider;
import dev.attune.api.TunerProvider;
import dev.attune.catalog.Catalog;
import dev.attune.lab.config.YamlField;
import dev.attune.lab.env.EnvironmentCatalog;
import dev.attune.lab.env.EnvironmentProvider;
import dev.attune.lab.env.EnvironmentProvider.Parameter;
import dev.attune.lab.spec.Spec.EnvironmentChoice;
import dev.attune.lab.spec.Spec.PolicyChoice;
import dev.attune.lab.spec.Spec.TunerChoice;
import dev.attune.lab.spec.Spec.Until;
import dev.attune.tuner.Candidates;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;

/** Reads a spec from YAML. Every error message names file, line and field. */
public final class SpecReader {
    private static final Set<String> FIELDS = Set.of(
            "title",
            "rounds",
            "repetitions",
            "until",
            "seed",
            "environments",
            "policies",
            "tuners",
            "grid",
            "delay",
            "forgetting");
    /** Greedy and a few rates around those that are best in various problems. */
    private static final double[] DEFAULT_GRID = {0, 0.1, 0.25, 0.5, 1, 2, 5};

    private static final int DEFAULT_REPETITIONS = 5;
    private static final int MOST_REPETITIONS = 1_000_000;
    private static final int LEAST_REPETITIONS = 20; // unless 'until' says otherwise

    private final String file;

    private SpecReader(String file) {
        this.file = file;
    }

    /** Reads a spec from a file. */
    public static Spec read(Path file) throws IOException {
        if (Files.isDirectory(file)) {
            throw new IOException(file + " is a folder, not a spec; 'attune report " + file + "' shows results");
        }
        return read(file.toString(), Files.readString(file));
    }

    /** Parses a spec; the name is for messages. */
    public static Spec read(String name, String text) {
        return new SpecReader(name).spec(text);
    }

    private Spec spec(String text) {
        YamlField root = YamlField.read(file, text, "a spec needs at least rounds, environments and tuners");
        Map<String, YamlField> fields = root.fields(FIELDS);
        Forgetting forgetting = value(fields, "forgetting", Forgetting.DETECTED, SpecReader::forgetting);
        Choices choices = new Choices(
                root.need(fields, "rounds").integer(1, Long.MAX_VALUE),
                value(fields, "delay", Delay.NONE, SpecReader::delay),
                value(fields, "policies", List.of(), policies -> policies(policies, forgetting)),
                tuners(root.need(fields, "tuners")),
                value(fields, "grid", DEFAULT_GRID, SpecReader::grid),
                forgetting);
        List<EnvironmentChoice> environments =
                list(root.need(fields, "environments"), e -> environment(e, choices), EnvironmentChoice::label);
        YamlField until = fields.get("until");
        return new Spec(
                value(fields, "title", file, YamlField::text),
                value(fields, "repetitions", DEFAULT_REPETITIONS, SpecReader::repetitions),
                value(fields, "seed", 1L, seed -> seed.integer(Long.MIN_VALUE, Long.MAX_VALUE)),
                environments,
                until == null ? null : until(until, environments));
    }

    private static int repetitions(YamlField field) {
        return (int) field.integer(1, MOST_REPETITIONS);
    }

    /** The defaults of an environment. */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record Choices(
            long rounds,
            Delay delay,
            List<PolicyChoice> policies,
            List<TunerChoice> tuners,
            double[] grid,
            Forgetting forgetting) {}

    private static Until until(YamlField field, List<EnvironmentChoice> environments) {
        Map<String, YamlField> fields = field.fields(Set.of("error", "least", "of"));
        int first = value(fields, "least", LEAST_REPETITIONS, least -> (int) least.integer(4, MOST_REPETITIONS));
        List<String> known = environments.stream()
                .flatMap(e ->
                        Stream.concat(e.tuners().stream(), e.policies().stream().flatMap(p -> p.tuners().stream())))
                .map(TunerChoice::label)
                .distinct()
                .toList();
        return new Until(
                field.need(fields, "error").number(1e-4, 1),
                first + first % 2,
                value(
                        fields,
                        "of",
                        List.of(),
                        of -> of.elements().stream()
                                .map(each -> each.named("tuner in this spec", known, Function.identity()))
                                .toList()));
    }

    private static double[] grid(YamlField field) {
        return !field.isSequence() && field.text().equalsIgnoreCase("none") ? new double[0] : field.numbers(0, 1e6);
    }

    private static <T> List<T> list(YamlField field, Function<YamlField, T> read, Function<T, String> labelOf) {
        List<T> items = new ArrayList<>();
        Set<String> labels = new HashSet<>();
        for (YamlField element : field.elements()) {
            T item = read.apply(element);
            if (!labels.add(labelOf.apply(item))) {
                throw element.error("'" + labelOf.apply(item) + "' is there twice; distinguish them with 'as: label'");
            }
            items.add(item);
        }
        if (items.isEmpty()) {
            throw field.error("must not be empty");
        }
        return List.copyOf(items);
    }

    private static boolean isPath(Parameter parameter) {
        return parameter.name().equals("data")
                || (parameter.name().equals("costs") && parameter.preset().isEmpty());
    }

    /** Returns a relative path from the folder of the spec, if there is such a file; else as it is, from the current folder. */
    private String besideSpec(String path) {
        Path beside = Path.of(file).resolveSibling(path);
        return path.isEmpty() || Path.of(path).isAbsolute() || !Files.exists(beside) ? path : beside.toString();
    }

    private EnvironmentChoice environment(YamlField element, Choices choices) {
        YamlField name = element.isMapping() ? element.need(element.fields(), "name") : element;
        EnvironmentProvider entry =
                name.named("environment", EnvironmentCatalog.environments(), EnvironmentProvider::name);
        Set<String> known = new LinkedHashSet<>(
                List.of("name", "as", "rounds", "repetitions", "delay", "policies", "tuners", "grid"));
        entry.parameters().stream().map(Parameter::name).forEach(known::add);
        Map<String, YamlField> fields = named(element, known);
        Map<String, String> given = new LinkedHashMap<>();
        for (Parameter parameter : entry.parameters()) {
            YamlField value = fields.get(parameter.name());
            if (value != null) {
                given.put(parameter.name(), isPath(parameter) ? besideSpec(value.text()) : value.text());
            }
        }
        return new EnvironmentChoice(
                label(fields, entry.name()),
                entry,
                given,
                value(fields, "rounds", choices.rounds(), rounds -> rounds.integer(1, Long.MAX_VALUE)),
                value(fields, "repetitions", MOST_REPETITIONS, SpecReader::repetitions),
                value(fields, "delay", choices.delay(), SpecReader::delay),
                value(fields, "policies", choices.policies(), field -> policies(field, choices.forgetting())),
                value(fields, "tuners", choices.tuners(), SpecReader::tuners),
                value(fields, "grid", choices.grid(), SpecReader::grid));
    }

    private static List<PolicyChoice> policies(YamlField field, Forgetting forgetting) {
        return list(field, element -> policy(element, forgetting), PolicyChoice::label);
    }

    private static PolicyChoice policy(YamlField element, Forgetting ofSpec) {
        Map<String, YamlField> fields =
                named(element, Set.of("name", "as", "tuners", "grid", "optional", "forgetting"));
        YamlField name = element.need(fields, "name");
        boolean missing = value(fields, "optional", false, SpecReader::isTrue)
                && Catalog.policies().stream().noneMatch(entry -> entry.name().equalsIgnoreCase(name.text()));
        Optional<PolicyProvider> found = missing
                ? Optional.empty()
                : Optional.of(name.named("policy", Catalog.policies(), PolicyProvider::name));
        YamlField grid = fields.get("grid");
        YamlField own = fields.get("forgetting");
        Forgetting forgetting = value(fields, "forgetting", ofSpec, SpecReader::forgetting);
        String plain = found.map(PolicyProvider::name).orElse(name.text());
        try {
            return new PolicyChoice(
                    label(fields, own == null ? plain : plain + " forgetting " + forgetting),
                    found,
                    value(fields, "tuners", List.of(), SpecReader::tuners),
                    grid == null ? null : grid(grid),
                    forgetting);
        } catch (IllegalArgumentException e) {
            throw (own == null ? element : own).error(String.valueOf(e.getMessage()));
        }
    }

    private static List<TunerChoice> tuners(YamlField field) {
        return list(field, SpecReader::tuner, TunerChoice::label);
    }

    private static boolean isTrue(YamlField field) {
        return switch (field.text().toLowerCase(Locale.ROOT)) {
            case "true" -> true;
            case "false" -> false;
            default -> throw field.error("must be true or false, not '" + field.text() + "'");
        };
    }

    private static Forgetting forgetting(YamlField field) {
        try {
            return Forgetting.parse(field.text());
        } catch (IllegalArgumentException e) {
            throw field.error(String.valueOf(e.getMessage()));
        }
    }

    private static TunerChoice tuner(YamlField element) {
        Map<String, YamlField> fields = named(element, Set.of("name", "as", "candidates", "setting"));
        TunerProvider entry = element.need(fields, "name").named("tuner", Catalog.tuners(), TunerProvider::name);
        YamlField candidates = fields.get("candidates");
        if (candidates != null && !entry.choosesAmongCandidates()) {
            throw candidates.error(entry.name() + " does not choose from candidates");
        }
        Map<String, Double> setting = new LinkedHashMap<>();
        YamlField values = fields.get("setting");
        if (values != null) {
            if (!entry.name().equals("Fixed")) {
                throw values.error("only the tuner Fixed takes a setting; " + entry.name() + " finds its own");
            }
            values.fields().forEach((name, value) -> setting.put(name, value.number(-1e100, 1e100)));
        }
        String preset = setting.isEmpty() ? entry.name() : entry.name() + " " + setting;
        return new TunerChoice(
                label(fields, preset),
                entry,
                value(fields, "candidates", Candidates.c1(), SpecReader::candidates),
                setting);
    }

    private static double[] candidates(YamlField field) {
        return switch (field.isSequence() ? "" : field.text().toUpperCase(Locale.ROOT)) {
            case "C1" -> Candidates.c1();
            case "C2" -> Candidates.c2();
            default -> field.numbers(0, 1e6);
        };
    }

    /** Returns the fields of an item of a list: a bare name, or a mapping with a field 'name'. */
    private static Map<String, YamlField> named(YamlField element, Set<String> known) {
        return element.isMapping() ? element.fields(known) : Map.of("name", element);
    }

    private static String label(Map<String, YamlField> fields, String preset) {
        YamlField as = fields.get("as");
        if (as == null) {
            return preset;
        }
        if (as.text().isEmpty() || as.text().length() > 60) {
            throw as.error("a label has 1 to 60 characters");
        }
        return as.text();
    }

    private static Delay delay(YamlField field) {
        Map<String, YamlField> fields = field.fields(Set.of("fixed", "geometric", "batch", "lost", "window"));
        Delay.Kind kind = Delay.Kind.FIXED;
        long rounds = 0;
        int kinds = 0;
        for (Delay.Kind each : Delay.Kind.values()) {
            YamlField value = fields.get(each.name().toLowerCase(Locale.ROOT));
            if (value != null) {
                kind = each;
                rounds = value.integer(each == Delay.Kind.FIXED ? 0 : 1, 1_000_000_000);
                kinds++;
            }
        }
        if (kinds > 1) {
            throw field.error("give only one of fixed, geometric and batch");
        }
        long defaultWindow = fields.containsKey("lost") ? Math.max(100, 10 * rounds) : Delay.FOREVER;
        return new Delay(
                kind,
                rounds,
                value(fields, "lost", 0.0, lost -> lost.number(0, 1)),
                value(fields, "window", defaultWindow, window -> window.integer(1, 1_000_000_000)));
    }
}
