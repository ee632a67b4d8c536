package dev.attune.cli;

import dev.attune.lab.data.CcdPlusPlus;
import dev.attune.lab.data.DataFolder;
import dev.attune.lab.data.DataImport;
import dev.attune.lab.data.DataSet;
import dev.attune.lab.data.DataSource;
import dev.attune.lab.data.Ratings;
import dev.attune.lab.log.ClickRates;
import dev.attune.lab.log.VisitReader;
import dev.attune.lab.log.VisitSummary;
import dev.attune.lab.report.Sheet;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code attune data}: lists, downloads and checks data sets. */
@Command(
        name = "data",
        description = "Lists the data sets, downloads or copies one of them, or checks one.",
        footer = {
            "  attune data                                 list all sets, their terms, and which are present",
            "  attune data movielens                       download MovieLens 100K",
            "  attune data movielens --from ml-100k.zip    copy from a zip archive, a folder or a file",
            "  attune data movielens --factorise           print the errors of the vectors in use",
            "  attune data pendigits --from my/pendigits   copy UCI data from a folder",
            "  attune data yahoo-r6a --from R6 --check     count lines and events, copy nothing",
            "",
            "Data are stored in the folder that ATTUNE_DATASETS names, or else in the user's cache folder. Experiments can"
                    + " also read a copy elsewhere: the parameter 'data' of an environment is its path.",
        })
final class DataCommand extends Subcommand {
    private static final int INDENT = 17; // longer than the longest name

    @Parameters(paramLabel = "NAME", arity = "0..1", description = "The data set; without it, all are listed.")
    private @Nullable String name;

    @Option(names = "--from", paramLabel = "PATH", description = "Copy it from this folder, zip archive or file.")
    private @Nullable Path from;

    @Option(names = "--url", paramLabel = "URL", description = "Download it from this address instead of its own.")
    private @Nullable String url;

    @Option(names = "--check", description = "Read and check it; copy nothing.")
    private boolean check;

    @Option(names = "--factorise", description = "Factorise the ratings and print the errors; movielens only.")
    private boolean factorise;

    @Option(
            names = "--features",
            paramLabel = "K",
            defaultValue = "20",
            description = "Rank of the factorisation (default: ${DEFAULT-VALUE}).")
    private int features;

    @Option(
            names = "--lambda",
            defaultValue = "" + CcdPlusPlus.LAMBDA,
            description = "Penalty of the factorisation (default: ${DEFAULT-VALUE}).")
    private double lambda;

    @Option(names = "--json", description = "Print the list as one JSON object per line.")
    private boolean json;

    private final DataFolder folder;

    /** Uses the data folder of the user. */
    DataCommand() {
        this(DataFolder.ofUser());
    }

    DataCommand(DataFolder folder) {
        this.folder = folder;
    }

    @Override
    public Integer call() throws IOException {
        if (name == null) {
            DataSet.all().forEach(set -> out().println(json ? toJson(set) : describe(set)));
            return 0;
        }
        DataSet known = DataSet.named(name);
        DataSet set = url == null ? known : known.from(url);
        if (factorise && !known.equals(DataSet.MOVIELENS)) {
            throw new IllegalArgumentException("--factorise needs movielens, not " + set.name());
        }
        explain(set);
        DataSource source = get(set);
        if (!set.logs().isEmpty()) {
            printCounts(
                    set.equals(DataSet.YAHOO_R6A)
                            ? ClickRates.read(source.logs()).counts()
                            : VisitSummary.read(source.logs()).counts());
        }
        if (check) {
            out().println("checked, nothing was copied: " + (from == null ? folder.of(set) : from));
        }
        if (factorise) {
            study(Ratings.read(source.contents().get(0)));
        }
        return 0;
    }

    private void explain(DataSet set) {
        out().println(set.title());
        out().print(Terminal.block(set.terms(), 0, width()));
        out().println(set.link());
        out().println();
    }

    /** Downloads or copies the data if necessary, and returns where they are. */
    private DataSource get(DataSet set) throws IOException {
        DataImport data = new DataImport(folder, this::log, warning -> log("warning: " + warning));
        DataSource here = DataSource.in(folder, set);
        if (check) {
            DataSource source = from == null ? here : DataSource.at(set, from);
            data.check(set, source);
            return source;
        }
        if (from != null) {
            data.copy(set, from);
        } else if (url == null && folder.has(set)) {
            out().println("already in " + folder.of(set));
            return here;
        } else {
            data.download(set);
        }
        out().println("now in " + folder.of(set));
        return here;
    }

    private void study(Ratings ratings) {
        CcdPlusPlus.Errors errors = CcdPlusPlus.of(features, lambda).errors(ratings);
        out().println();
        out().printf(
                        Locale.ROOT,
                        "%,d ratings of %,d movies by %,d users, %d features, lambda %s%n",
                        ratings.size(),
                        ratings.movies(),
                        ratings.users(),
                        features,
                        lambda);
        out().printf(Locale.ROOT, "fit on 90 %%, error on these     %.4f%n", errors.fitted());
        out().printf(Locale.ROOT, "fit on 90 %%, error on the rest  %.4f%n", errors.heldOut());
        out().printf(
                        Locale.ROOT,
                        "fit on all, error               %.4f   %.2f s on %d threads%n",
                        errors.all(),
                        errors.seconds(),
                        Runtime.getRuntime().availableProcessors());
        out().print(Terminal.block(
                "Errors are root mean squared errors in rating points; the first two are over ten fits, each with"
                        + " another tenth left out.",
                0,
                width()));
    }

    private void printCounts(VisitReader.Counts counts) {
        out().printf(Locale.ROOT, "%,14d lines%n", counts.lines());
        out().printf(Locale.ROOT, "%,14d events: lines that are used%n", counts.events());
        counts.skipped()
                .reasons()
                .forEach((reason, count) -> out().printf(
                                Locale.ROOT,
                                "%,14d %s%s%n",
                                count.times(),
                                reason,
                                count.first().isEmpty() ? "" : " (first: " + count.first() + ")"));
    }

    private String describe(DataSet set) {
        String where = folder.has(set) ? "present: " + folder.of(set) : "absent; " + set.command();
        int width = width();
        String first = String.format("%-" + INDENT + "s", set.name());
        return String.join(System.lineSeparator(), Sheet.wrapped(set.title(), first, " ".repeat(INDENT), width))
                + System.lineSeparator()
                + Terminal.block(set.terms(), INDENT, width)
                + Terminal.block(set.link(), INDENT, width)
                + Terminal.block(where, INDENT, width);
    }

    private String toJson(DataSet set) {
        return new JsonLine()
                .put("data", set.name())
                .put("title", set.title())
                .put("terms", set.terms())
                .put("link", set.link())
                .put("url", set.url())
                .put("present", folder.has(set))
                .put("folder", folder.of(set).toString())
                .toString();
    }
}
