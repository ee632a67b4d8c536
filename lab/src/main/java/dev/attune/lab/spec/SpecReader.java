package dev.attune.lab.spec;

import dev.attune.api.Forgetting;
import dev.attune.api.PolicyProvider;
import dev.attune.api.TunerProvider;
import dev.attune.catalog.Catalog;
import dev.attune.lab.YamlField;
import dev.attune.lab.env.EnvironmentCatalog;
import dev.attune.lab.env.EnvironmentProvider;
import dev.attune.lab.env.Parameter;
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
import org.jspecify.annotations.Nullable;

/** Reads a spec from YAML. Every complaint names file, line and field. */
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
    private static final int MOST_REPETITIONS = 1_000_000;
    private static final int LEAST_REPETITIONS = 20; // unless 'until' says otherwise

    private final String file;

    private SpecReader(String file) {
        this.file = file;
    }

    /** The spec in a file. */
    public static Spec read(Path file) throws IOException {
        if (Files.isDirectory(file)) {
            throw new IOException(file + " is a folder, not a spec; 'attune report " + file + "' shows results");
        }
        return read(file.toString(), Files.readString(file));
    }

    /** The spec in a text; the name is for messages. */
    public static Spec read(String name, String text) {
        return new SpecReader(name).spec(text);
    }

    private Spec spec(String text) {
        YamlField root = YamlField.read(file, text, "a spec needs at least rounds, environments and tuners");
        Map<String, YamlField> fields = root.fields(FIELDS);
        YamlField grid = fields.get("grid");
        Forgetting forgetting = forgetting(fields.get("forgetting"), Forgetting.DETECTED);
        Choices choices = new Choices(
                need(root, fields, "rounds").integer(1, Long.MAX_VALUE),
                delay(fields.get("delay")),
                policies(fields.get("policies"), forgetting),
                tuners(need(root, fields, "tuners")),
                grid == null ? Spec.usualGrid() : grid(grid),
                forgetting);
        YamlField repetitions = fields.get("repetitions");
        YamlField seed = fields.get("seed");
        YamlField title = fields.get("title");
        List<EnvironmentChoice> environments =
                list(need(root, fields, "environments"), e -> environment(e, choices), EnvironmentChoice::label);
        return new Spec(
                title == null ? file : title.text(),
                choices.rounds(),
                repetitions == null ? 5 : (int) repetitions.integer(1, MOST_REPETITIONS),
                seed == null ? 1 : seed.integer(Long.MIN_VALUE, Long.MAX_VALUE),
                environments,
                until(fields.get("until"), environments));
    }

    /** What an environment has unless it says otherwise. */
    @SuppressWarnings("ArrayRecordComponent") // compared by nobody
    private record Choices(
            long rounds,
            Delay delay,
            List<PolicyChoice> policies,
            List<TunerChoice> tuners,
            double[] grid,
            Forgetting forgetting) {}

    private static @Nullable Until until(@Nullable YamlField field, List<EnvironmentChoice> environments) {
        if (field == null) {
            return null;
        }
        Map<String, YamlField> fields = field.fields(Set.of("error", "least", "of"));
        YamlField least = fields.get("least");
        YamlField of = fields.get("of");
        int first = least == null ? LEAST_REPETITIONS : (int) least.integer(4, MOST_REPETITIONS);
        List<String> known = environments.stream()
                .flatMap(e ->
                        Stream.concat(e.tuners().stream(), e.policies().stream().flatMap(p -> p.tuners().stream())))
                .map(TunerChoice::label)
                .distinct()
                .toList();
        return new Until(
                need(field, fields, "error").number(1e-4, 1),
                first + first % 2,
                of == null
                        ? List.of()
                        : of.elements().stream()
                                .map(each -> each.named("tuner in this spec", known, Function.identity()))
                                .toList());
    }

    private static double[] grid(YamlField field) {
        return !field.isSequence() && field.text().equalsIgnoreCase("none") ? new double[0] : field.numbers(0, 1e6);
    }

    private static YamlField need(YamlField parent, Map<String, YamlField> fields, String name) {
        YamlField field = fields.get(name);
        if (field == null) {
            throw parent.error("the field '" + name + "' is missing");
        }
        return field;
    }

    private static <T> List<T> list(YamlField field, Function<YamlField, T> read, Function<T, String> labelOf) {
        List<T> items = new ArrayList<>();
        Set<String> labels = new HashSet<>();
        for (YamlField element : field.elements()) {
            T item = read.apply(element);
            if (!labels.add(labelOf.apply(item))) {
                throw element.error("'" + labelOf.apply(item) + "' is there twice; tell them apart with 'as: label'");
            }
            items.add(item);
        }
        if (items.isEmpty()) {
            throw field.error("must not be empty");
        }
        return List.copyOf(items);
    }

    private static EnvironmentChoice environment(YamlField element, Choices choices) {
        Map<String, YamlField> fields = named(element);
        EnvironmentProvider entry = need(element, fields, "name")
                .named("environment", EnvironmentCatalog.environments(), EnvironmentProvider::name);
        Set<String> known = new LinkedHashSet<>(
                List.of("name", "as", "rounds", "repetitions", "delay", "policies", "tuners", "grid"));
        entry.parameters().stream().map(Parameter::name).forEach(known::add);
        if (element.isMapping()) {
            element.fields(known);
        }
        Map<String, String> given = new LinkedHashMap<>();
        for (Parameter parameter : entry.parameters()) {
            YamlField value = fields.get(parameter.name());
            if (value != null) {
                given.put(parameter.name(), value.text());
            }
        }
        YamlField own = fields.get("rounds");
        YamlField most = fields.get("repetitions");
        YamlField grid = fields.get("grid");
        return new EnvironmentChoice(
                label(fields, entry.name()),
                entry,
                given,
                own == null ? choices.rounds() : own.integer(1, Long.MAX_VALUE),
                most == null ? MOST_REPETITIONS : (int) most.integer(1, MOST_REPETITIONS),
                fields.containsKey("delay") ? delay(fields.get("delay")) : choices.delay(),
                fields.containsKey("policies")
                        ? policies(fields.get("policies"), choices.forgetting())
                        : choices.policies(),
                fields.containsKey("tuners") ? tuners(fields.get("tuners")) : choices.tuners(),
                grid == null ? choices.grid() : grid(grid));
    }

    private static List<PolicyChoice> policies(@Nullable YamlField field, Forgetting forgetting) {
        return field == null ? List.of() : list(field, element -> policy(element, forgetting), PolicyChoice::label);
    }

    private static PolicyChoice policy(YamlField element, Forgetting ofSpec) {
        Map<String, YamlField> fields = named(element);
        if (element.isMapping()) {
            element.fields(Set.of("name", "as", "tuners", "grid", "optional", "forgetting"));
        }
        YamlField name = need(element, fields, "name");
        YamlField optional = fields.get("optional");
        boolean missing = optional != null
                && isTrue(optional)
                && Catalog.policies().stream().noneMatch(entry -> entry.name().equalsIgnoreCase(name.text()));
        Optional<PolicyProvider> found = missing
                ? Optional.empty()
                : Optional.of(name.named("policy", Catalog.policies(), PolicyProvider::name));
        YamlField grid = fields.get("grid");
        YamlField own = fields.get("forgetting");
        Forgetting forgetting = forgetting(own, ofSpec);
        String plain = found.map(PolicyProvider::name).orElse(name.text());
        try {
            return new PolicyChoice(
                    label(fields, own == null ? plain : plain + " forgetting " + forgetting),
                    found,
                    tuners(fields.get("tuners")),
                    grid == null ? null : grid(grid),
                    forgetting);
        } catch (IllegalArgumentException e) {
            throw (own == null ? element : own).error(String.valueOf(e.getMessage()));
        }
    }

    private static List<TunerChoice> tuners(@Nullable YamlField field) {
        return field == null ? List.of() : list(field, SpecReader::tuner, TunerChoice::label);
    }

    private static boolean isTrue(YamlField field) {
        return switch (field.text().toLowerCase(Locale.ROOT)) {
            case "true" -> true;
            case "false" -> false;
            default -> throw field.error("must be true or false, not '" + field.text() + "'");
        };
    }

    private static Forgetting forgetting(@Nullable YamlField field, Forgetting unlessGiven) {
        if (field == null) {
            return unlessGiven;
        }
        try {
            return Forgetting.parse(field.text());
        } catch (IllegalArgumentException e) {
            throw field.error(String.valueOf(e.getMessage()));
        }
    }

    private static TunerChoice tuner(YamlField element) {
        Map<String, YamlField> fields = named(element);
        TunerProvider entry = need(element, fields, "name").named("tuner", Catalog.tuners(), TunerProvider::name);
        if (element.isMapping()) {
            element.fields(Set.of("name", "as", "candidates", "setting"));
        }
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
        String usual = setting.isEmpty() ? entry.name() : entry.name() + " " + setting;
        return new TunerChoice(
                label(fields, usual), entry, candidates == null ? Candidates.c1() : candidates(candidates), setting);
    }

    private static double[] candidates(YamlField field) {
        if (!field.isSequence() && field.text().equalsIgnoreCase("C1")) {
            return Candidates.c1();
        }
        if (!field.isSequence() && field.text().equalsIgnoreCase("C2")) {
            return Candidates.c2();
        }
        return field.numbers(0, 1e6);
    }

    /** An item of a list: a bare name, or a mapping with a field 'name'. */
    private static Map<String, YamlField> named(YamlField element) {
        return element.isMapping() ? element.fields() : Map.of("name", element);
    }

    private static String label(Map<String, YamlField> fields, String usual) {
        YamlField as = fields.get("as");
        if (as == null) {
            return usual;
        }
        if (as.text().isEmpty() || as.text().length() > 60) {
            throw as.error("a label has 1 to 60 characters");
        }
        return as.text();
    }

    private static Delay delay(@Nullable YamlField field) {
        if (field == null) {
            return Delay.NONE;
        }
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
            throw field.error("say only one of fixed, geometric and batch");
        }
        YamlField lost = fields.get("lost");
        YamlField window = fields.get("window");
        long usualWindow = lost == null ? Delay.FOREVER : Math.max(100, 10 * rounds);
        return new Delay(
                kind,
                rounds,
                lost == null ? 0 : lost.number(0, 1),
                window == null ? usualWindow : window.integer(1, 1_000_000_000));
    }
}
