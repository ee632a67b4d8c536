package dev.attune.cli;

import dev.attune.lab.config.NearestWord;
import dev.attune.lab.report.Sheet;
import dev.attune.lab.reproduce.Findings;
import dev.attune.lab.reproduce.Reproducer;
import dev.attune.lab.reproduce.Reproduction;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code attune reproduce}: repeats the tables and figures of the paper and compares the numbers. */
@Command(
        name = "reproduce",
        description = {
            "Repeats tables and figures of the paper and compares the numbers.",
            "",
            "The paper is Kang, Hsieh, Lee: Online Continuous Hyperparameter Optimization for Generalized Linear"
                    + " Contextual Bandits, TMLR 2024. Without a name, the tables and figures are listed.",
            "",
            "Writes into DIR/NAME (DIR is runs/reproduce or the value of --out): comparison.csv, index.html"
                    + " (interactive), figure.svg and figure.png if the paper has a figure, and the results of each spec."
                    + " With several names, DIR/index.html and DIR/REPRODUCTION.md cover all of them. The same command"
                    + " continues a run that was stopped. Names share their results, except 'time', which runs one cell"
                    + " at a time unless --threads is given.",
            "",
            "Environments whose data are absent are left out; 'attune data' lists where to get them.",
        },
        footer = {
            "  attune reproduce                        list tables and figures",
            "  attune reproduce regret                 Figure 2, several minutes",
            "  attune reproduce regret --only \"LinTS on simulation\"   one panel of it, seconds",
            "  attune reproduce warmup restarts --reps 5   two ablations, fewer repetitions",
            "  attune reproduce all --out runs/paper   everything, with an index page",
            "  attune reproduce warmup --json | jq .differenceInStandardErrors",
            "",
            "Exit code: 0 success, 1 failure, 2 invalid command line, or no data at all, 130 stopped by Ctrl-C.",
        })
final class ReproduceCommand extends Subcommand {
    private static final String ALL = "all";
    private static final int MANY = 8; // cells that a message may list

    @Parameters(
            paramLabel = "NAME",
            arity = "0..*",
            description = "Tables or figures to repeat; 'all' for all of them.")
    private List<String> names = new ArrayList<>();

    @Option(
            names = "--only",
            paramLabel = "CELL",
            description =
                    "Only cells whose name contains this text: a policy on an environment, such as \"LinTS on sim\".")
    private @Nullable String only;

    @Mixin
    private RunOptions options;

    @Override
    public Integer call() throws Exception {
        if (names.isEmpty()) {
            list();
            return 0;
        }
        List<Reproduction> wanted = narrowed(read());
        Path where = options.out("reproduce");
        Thread stopped =
                new Thread(() -> log("\nstopped; finished cells are in " + where + ". The same command continues."));
        Runtime.getRuntime().addShutdownHook(stopped);
        try {
            Reproducer.Session session = new Reproducer.Session(
                    BuildVersion.number(), options.askedThreads(), options.fresh(), this::log, this::progressBar);
            List<Findings> all = Reproducer.run(wanted, where, session, this::print);
            if (!options.json()) {
                String page = all.size() > 1 ? "" : all.get(0).reproduction().name();
                out().println("Written to: "
                        + where.resolve(page).toAbsolutePath().normalize());
            }
        } finally {
            removeHook(stopped);
        }
        return 0;
    }

    private void list() {
        for (Reproduction.Entry entry : Reproduction.all()) {
            if (options.json()) {
                out().println(new JsonLine()
                        .put("name", entry.name())
                        .put("place", entry.place())
                        .put("summary", entry.summary()));
            } else {
                printRow(entry.name(), entry.place(), entry.summary());
            }
        }
        if (!options.json()) {
            printRow(ALL, "", "all of them, with an index page and REPRODUCTION.md");
            out().println();
            out().print(Terminal.block(
                    "'attune reproduce NAME' runs one; 'attune help reproduce' describes the options.", 0, width()));
        }
    }

    private void printRow(String name, String place, String summary) {
        String first = String.format("%-14s %-9s ", name, place);
        Sheet.wrapped(summary, first, " ".repeat(first.length()), width()).forEach(out()::println);
    }

    /** Reads the named reproductions, each once, with the specs changed by the options. */
    private List<Reproduction> read() throws IOException {
        Set<Reproduction.Entry> entries = new LinkedHashSet<>();
        for (String name : names) {
            if (name.equalsIgnoreCase(ALL)) {
                entries.addAll(Reproduction.all());
            } else {
                entries.add(Reproduction.named(name));
            }
        }
        List<Reproduction> wanted = new ArrayList<>();
        for (Reproduction.Entry entry : entries) {
            wanted.add(entry.read().with(options::apply));
        }
        return wanted;
    }

    private List<Reproduction> narrowed(List<Reproduction> wanted) {
        if (only == null) {
            return wanted;
        }
        String text = only;
        List<Reproduction> narrowed =
                wanted.stream().map(each -> each.only(text)).toList();
        if (narrowed.stream().allMatch(each -> each.specs().isEmpty())) {
            Set<String> cells = new TreeSet<>();
            wanted.forEach(each -> cells.addAll(each.cells()));
            throw new IllegalArgumentException("no cell has a name with '" + text + "'"
                    + NearestWord.to(text, cells)
                            .map(nearest -> ". Did you mean '" + nearest + "'?")
                            .orElse("; the cells are "
                                    + String.join(
                                            ", ", cells.stream().limit(MANY).toList())
                                    + (cells.size() > MANY ? ", and " + (cells.size() - MANY) + " more" : "")));
        }
        return narrowed;
    }

    private void print(Findings findings) {
        out().print(options.json() ? findings.toJson() : findings.toText() + System.lineSeparator());
        out().flush();
    }
}
