package dev.attune.lab.reproduce;

import dev.attune.lab.config.NearestWord;
import dev.attune.lab.data.Content;
import dev.attune.lab.spec.Spec;
import dev.attune.lab.spec.SpecReader;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.UnaryOperator;

/**
 * A table or figure of the paper, to be run again. Specs, numbers and texts are the files of the project's folder
 * {@code reproduce}, which the build puts beside this class.
 *
 * @param entry what it is called, and how it is run and shown
 * @param specs what to run, by the names of their files
 * @param paper the numbers that the paper prints
 * @param about what is run and how to compare, in Markdown
 * @param notes hand-written remarks on the outcome, in Markdown; may be empty
 */
public record Reproduction(Entry entry, Map<String, Spec> specs, List<PaperValue> paper, String about, String notes) {
    private static final List<Entry> ALL = List.of(
            new Entry(
                    "regret",
                    "Figure 2",
                    "regret of seven policies under five ways of tuning",
                    new RegretStudy(),
                    List.of(
                            "linear",
                            "logistic",
                            "logistic-two",
                            "laplace-released",
                            "sgd-released",
                            "own-linear",
                            "own-logistic",
                            "own-logistic-two")),
            new Entry(
                    "time", "Table 1", "running times", new TimeStudy(), List.of("linear", "logistic", "logistic-two")),
            new Entry(
                    "yahoo",
                    "Table 2",
                    "rewards on Yahoo R6A",
                    new YahooStudy(SyntheticClickLog.OF_PAPER),
                    List.of("logistic", "logistic-two", "laplace-released", "sgd-released")),
            new Entry(
                    "optimal-grid",
                    "Table 3",
                    "the best fixed exploration rate",
                    new GridStudy(),
                    List.of("linear", "logistic")),
            new Entry(
                    "lipschitz",
                    "Figure 3",
                    "reward as a function of the exploration rate",
                    new LipschitzStudy(),
                    List.of("spec")),
            new Entry(
                    "switching",
                    "Figure 4",
                    "Zooming TS where the best point jumps",
                    new SwitchingStudy(),
                    List.of("spec")),
            new Entry(
                    "candidates",
                    "Table 4",
                    "candidate sets C1 and C2",
                    new TableStudy(List.of(
                            new TableStudy.Change("TL C2", "TL C1"),
                            new TableStudy.Change("Syndicated C2", "Syndicated C1"),
                            new TableStudy.Change("OP C2", "OP C1"))),
                    List.of("linear", "logistic", "logistic-two")),
            new Entry(
                    "warmup",
                    "Table 5",
                    "CDT with and without a warm-up",
                    new TableStudy(List.of(new TableStudy.Change("CDT", "CDT-T1=0"))),
                    List.of("linear", "logistic", "released")),
            new Entry(
                    "restarts",
                    "Table 6",
                    "how often CDT restarts",
                    new TableStudy(List.of(
                            new TableStudy.Change("CDT-k=1", "CDT-k=3"), new TableStudy.Change("CDT-k=2", "CDT-k=3"))),
                    List.of("linear", "logistic", "released")));

    /** The policy of environments that bring their own. */
    private static final String OWN_POLICY = "Point";

    /** Runs and presents a table or figure. */
    @FunctionalInterface
    public interface Study {
        /** Runs it and returns the results; figures are written into its folder. */
        Findings run(Reproduction reproduction, Reproducer reproducer) throws IOException, InterruptedException;
    }

    /**
     * A table or figure whose specs are not read yet.
     *
     * @param name what the command line calls it
     * @param place in the paper, such as "Table 4"
     * @param summary what it shows, in a line
     * @param study how it is run and shown
     * @param specs the names of its specs, without ending
     */
    public record Entry(String name, String place, String summary, Study study, List<String> specs) {
        /** Reads its specs and the paper's numbers. */
        public Reproduction read() throws IOException {
            Map<String, Spec> read = new LinkedHashMap<>();
            for (String spec : specs) {
                String file = name + "/" + spec + ".yaml";
                read.put(spec, SpecReader.read("reproduce/" + file, need(file)));
            }
            String numbers = name + "/paper.csv";
            return new Reproduction(
                    this,
                    read,
                    PaperValue.read(Content.of("reproduce/" + numbers, need(numbers))),
                    need(name + "/README.md").replaceFirst("^# .*\\R+", "").strip(), // without its title
                    text(name + "/notes.md").orElse("").strip());
        }
    }

    /** Returns all tables and figures that can be run again, in the order of the paper. */
    public static List<Entry> all() {
        return ALL;
    }

    /** Returns the entry with this name. */
    public static Entry named(String name) {
        List<String> names = ALL.stream().map(Entry::name).toList();
        return ALL.stream()
                .filter(entry -> entry.name().equalsIgnoreCase(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("there is nothing called '" + name + "' to reproduce"
                        + NearestWord.to(name, names)
                                .map(nearest -> ". Did you mean '" + nearest + "'?")
                                .orElse("; there are " + String.join(", ", names) + ", and all")));
    }

    private static String need(String file) throws IOException {
        return text(file)
                .orElseThrow(
                        () -> new IOException("reproduce/" + file + " is missing from the program; build it again"));
    }

    private static Optional<String> text(String file) throws IOException {
        try (InputStream in = Reproduction.class.getResourceAsStream(file)) {
            return in == null ? Optional.empty() : Optional.of(new String(in.readAllBytes(), StandardCharsets.UTF_8));
        }
    }

    /** Returns what the command line calls it. */
    public String name() {
        return entry.name();
    }

    /** Returns its place in the paper, such as "Table 4". */
    String place() {
        return entry.place();
    }

    /** Returns a title such as "Table 4: candidate sets C1 and C2". */
    String title() {
        return place() + ": " + entry.summary();
    }

    /** Returns the same with every spec changed. */
    public Reproduction with(UnaryOperator<Spec> change) {
        Map<String, Spec> changed = new LinkedHashMap<>();
        specs.forEach((file, spec) -> changed.put(file, change.apply(spec)));
        return new Reproduction(entry, changed, paper, about, notes);
    }

    /** Returns the same with only the cells whose "policy on environment" contains a text; specs without any are left out. */
    public Reproduction only(String text) {
        Map<String, Spec> narrowed = new LinkedHashMap<>();
        specs.forEach((file, spec) -> {
            List<Spec.EnvironmentChoice> environments = spec.environments().stream()
                    .filter(environment -> !cells(environment, text).isEmpty())
                    .map(environment -> environment.withPolicies(environment.policies().stream()
                            .filter(policy -> Labels.matches(Labels.cell(policy.label(), environment.label()), text))
                            .toList()))
                    .toList();
            if (!environments.isEmpty()) {
                narrowed.put(file, spec.withEnvironments(environments));
            }
        });
        return new Reproduction(entry, narrowed, paper, about, notes);
    }

    /** Returns all its cells, such as "LinUCB on simulation", in alphabetical order. */
    public List<String> cells() {
        TreeSet<String> cells = new TreeSet<>();
        for (Spec spec : specs.values()) {
            spec.environments().forEach(environment -> cells.addAll(cells(environment, "")));
        }
        return List.copyOf(cells);
    }

    private static List<String> cells(Spec.EnvironmentChoice environment, String text) {
        List<String> policies = environment.policies().isEmpty()
                ? List.of(OWN_POLICY)
                : environment.policies().stream().map(Spec.PolicyChoice::label).toList();
        return policies.stream()
                .map(policy -> Labels.cell(policy, environment.label()))
                .filter(cell -> Labels.matches(cell, text))
                .toList();
    }
}
