package dev.attune.cli;

import dev.attune.lab.NearestWord;
import dev.attune.lab.reproduce.Findings;
import dev.attune.lab.reproduce.Reproducer;
import dev.attune.lab.reproduce.Reproduction;
import dev.attune.lab.reproduce.Reproductions;
import dev.attune.lab.reproduce.Workshop;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code attune reproduce}: the paper's tables and figures, run again and put beside the paper's numbers. */
@Command(
        name = "reproduce",
        description = {
            "Runs tables and figures of the paper again (Kang, Hsieh, Lee: Online Continuous Hyperparameter Optimization"
                    + " for Generalized Linear Contextual Bandits, TMLR 2024) and compares each printed number with ours."
                    + " Without a name: what there is.",
            "",
            "Writes into DIR/NAME (DIR is runs/reproduce unless --out says otherwise): comparison.csv, index.html"
                    + " (interactive), figure.svg and figure.png if the paper has a figure, and the results of each spec."
                    + " Several names also get DIR/index.html and DIR/REPRODUCTION.md, with everything. A run that was"
                    + " stopped goes on where it stopped when the same command is given again. Names share their results;"
                    + " only 'time' takes its own, one cell at a time unless --threads says otherwise.",
            "",
            "Environments whose data are not there are left out; 'attune data' says how to get them.",
        },
        mixinStandardHelpOptions = true,
        footerHeading = "%nExamples:%n",
        footer = {
            "  attune reproduce                     what there is",
            "  attune reproduce regret              Figure 2, some minutes",
            "  attune reproduce regret --only \"LinTS on simulation\"",
            "                                       one panel of it, seconds",
            "  attune reproduce warmup restarts --reps 5",
            "                                       two ablations, fewer repetitions",
            "  attune reproduce all --out runs/paper",
            "                                       everything, with an index page",
            "  attune reproduce warmup --json | jq .differenceInStandardErrors",
            "",
            "Exit code: 0 done, 1 failed, 2 the command line or all data were wrong, 130 stopped by Ctrl-C.",
        })
final class ReproduceCommand implements Callable<Integer> {
    private static final String ALL = "all";
    private static final int MANY = 8; // cells that a message may list

    @Parameters(paramLabel = "NAME", arity = "0..*", description = "What to run; 'all' for everything.")
    private List<String> names = new ArrayList<>();

    @Option(
            names = "--only",
            paramLabel = "CELL",
            description = "Only what is called so, or in part: a policy on an environment, such as \"LinTS on sim\".")
    private @Nullable String only;

    @Mixin
    private RunOptions options;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws Exception {
        PrintWriter out = spec.commandLine().getOut();
        if (names.isEmpty()) {
            list(out);
            return 0;
        }
        List<Reproduction> wanted = narrowed(read());
        Path where = options.out("reproduce");
        Thread stopped = new Thread(
                () -> tell("\nstopped; what is finished is in " + where + ". The same command goes on from there."));
        Runtime.getRuntime().addShutdownHook(stopped);
        try {
            Workshop.Session session = new Workshop.Session(
                    BuildVersion.number(),
                    options.askedThreads(),
                    options.fresh(),
                    this::tell,
                    () -> new ProgressBar(spec.commandLine().getErr(), Session.onTerminal()));
            List<Findings> all = Reproducer.run(wanted, where, session, findings -> print(findings, out));
            if (!options.json()) {
                String page = all.size() > 1 ? "" : all.get(0).reproduction().name();
                out.println(
                        "Written to: " + where.resolve(page).toAbsolutePath().normalize());
                out.flush();
            }
        } finally {
            Session.forget(stopped);
        }
        return 0;
    }

    private void list(PrintWriter out) {
        for (Reproductions.Entry entry : Reproductions.all()) {
            if (options.json()) {
                out.println(new JsonLine()
                        .put("name", entry.name())
                        .put("place", entry.place())
                        .put("summary", entry.summary()));
            } else {
                out.printf("%-14s %-9s %s%n", entry.name(), entry.place(), entry.summary());
            }
        }
        if (!options.json()) {
            out.printf("%-14s %-9s %s%n", ALL, "", "everything, with an index page and REPRODUCTION.md");
            out.println();
            out.println("'attune reproduce NAME' runs it; 'attune reproduce --help' says more.");
        }
        out.flush();
    }

    /** What the names stand for, each once, with the specs changed as the options say. */
    private List<Reproduction> read() throws IOException {
        Set<Reproductions.Entry> entries = new LinkedHashSet<>();
        for (String name : names) {
            if (name.equalsIgnoreCase(ALL)) {
                entries.addAll(Reproductions.all());
            } else {
                entries.add(Reproductions.named(name));
            }
        }
        List<Reproduction> wanted = new ArrayList<>();
        for (Reproductions.Entry entry : entries) {
            wanted.add(entry.read().with(options::apply));
        }
        return wanted;
    }

    private List<Reproduction> narrowed(List<Reproduction> wanted) {
        if (only == null) {
            return wanted;
        }
        String said = only;
        List<Reproduction> narrowed =
                wanted.stream().map(each -> each.only(said)).toList();
        if (narrowed.stream().allMatch(each -> each.specs().isEmpty())) {
            Set<String> cells = new TreeSet<>();
            wanted.forEach(each -> cells.addAll(each.cells()));
            throw new IllegalArgumentException("no cell is called '" + said + "'"
                    + NearestWord.to(said, cells)
                            .map(nearest -> ". Did you mean '" + nearest + "'?")
                            .orElse("; there are "
                                    + String.join(
                                            ", ", cells.stream().limit(MANY).toList())
                                    + (cells.size() > MANY ? ", and " + (cells.size() - MANY) + " more" : "")));
        }
        return narrowed;
    }

    private void print(Findings findings, PrintWriter out) {
        out.print(options.json() ? findings.toJson() : findings.toText() + System.lineSeparator());
        out.flush();
    }

    private void tell(String line) {
        PrintWriter err = spec.commandLine().getErr();
        err.println(line);
        err.flush();
    }
}
