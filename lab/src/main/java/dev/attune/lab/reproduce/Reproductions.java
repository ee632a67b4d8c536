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

/**
 * The tables and figures that can be run again. Their specs and the paper's numbers are the files of the project's folder
 * {@code reproduce}, which the build puts beside this class.
 */
public final class Reproductions {
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

    private Reproductions() {}

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
                    name,
                    place,
                    summary,
                    study,
                    read,
                    PaperValue.read(Content.of("reproduce/" + numbers, need(numbers))),
                    withoutTitle(need(name + "/README.md")),
                    text(name + "/notes.md").orElse("").strip());
        }
    }

    /** Returns all of them, in the order of the paper. */
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

    private static String withoutTitle(String markdown) {
        return markdown.replaceFirst("^# .*\\R+", "").strip();
    }

    private static String need(String file) throws IOException {
        return text(file)
                .orElseThrow(
                        () -> new IOException("reproduce/" + file + " is missing from the program; build it again"));
    }

    private static Optional<String> text(String file) throws IOException {
        try (InputStream in = Reproductions.class.getResourceAsStream(file)) {
            return in == null ? Optional.empty() : Optional.of(new String(in.readAllBytes(), StandardCharsets.UTF_8));
        }
    }
}
