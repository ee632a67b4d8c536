package dev.attune.cli;

import dev.attune.engine.DefinedBandit;
import dev.attune.journal.JournalFormatException;
import dev.attune.lab.config.NearestWord;
import dev.attune.live.LiveBandit;
import dev.attune.live.ReplayMismatchException;
import dev.attune.server.runtime.StoredBandits;
import dev.attune.state.Checkpoint;
import dev.attune.state.StateFormatException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code attune card}: describes a bandit on one page. */
@Command(
        name = "card",
        description = {
            "Describes a saved bandit, or a bandit of a service, on one page.",
            "",
            "Prints policy, tuner and options, rounds and rewards, the verdict of the service, which model leads and why,"
                    + " changes of the world that were detected, whether rewards were as predicted, the strongest coefficients, memory, and known limits.",
            "",
            "Reads a file written by 'bandit.save()' or by \"Download model\" of the dashboard, or the data folder of a"
                    + " service, running or stopped. Nothing is changed."
        },
        footer = {
            "  attune card news.attune                   a saved bandit",
            "  attune card attune-data --bandit news     a bandit of a service, from its data folder",
            "  attune card news.attune --most 50         more coefficients",
            "  attune card news.attune --json            one JSON object",
            "",
            "How to read it. 'Predicts best' is the candidate with the best predictions of the rewards, each made before"
                    + " the reward was known. 'Ahead' is the difference of log-likelihoods: 1 may be chance, 10 is not."
                    + " A coefficient is what a feature adds to the score of an arm, with its 95 % interval; those that"
                    + " differ most clearly from zero come first.",
            "",
            "Policies of your own need --classpath (docs/guide/extending.md).",
        })
final class CardCommand extends Subcommand {
    private static final String OF_OBJECTS = "bandit of objects";

    @Parameters(paramLabel = "FILE|FOLDER", description = "A saved bandit, or the data folder of a service.")
    private Path source;

    @Option(
            names = "--bandit",
            paramLabel = "NAME",
            description = "Name of the bandit; required if the folder has several.")
    private @Nullable String bandit;

    @Option(names = "--most", paramLabel = "N", description = "Number of coefficients (default: ${DEFAULT-VALUE}).")
    private int most = 12;

    @Option(names = "--json", description = "Print one JSON object.")
    private boolean json;

    @Override
    public Integer call() throws IOException {
        if (most < 0) {
            throw new IllegalArgumentException("--most " + most + " must not be negative");
        }
        BanditCard card = Files.isDirectory(source) ? ofFolder() : ofFile();
        out().println(json ? card.toJson() : card.toText(width()));
        return 0;
    }

    private BanditCard ofFile() throws IOException {
        if (bandit != null) {
            throw new IllegalArgumentException(
                    "--bandit needs a data folder; " + source + " is a file with one bandit");
        }
        byte[] bytes = Files.readAllBytes(source);
        try {
            if (Checkpoint.name(bytes).startsWith(OF_OBJECTS)) {
                throw new IllegalArgumentException(source + " contains a bandit of policy or tuner objects, which only"
                        + " the program that built it can load; print bandit.explain() there");
            }
            DefinedBandit loaded = DefinedBandit.load(bytes).bandit();
            return BanditCard.of(String.valueOf(source.getFileName()), loaded, bytes.length, most);
        } catch (StateFormatException e) {
            throw new IllegalArgumentException(source + " is not a saved bandit: " + e.getMessage(), e);
        }
    }

    private BanditCard ofFolder() throws IOException {
        try {
            StoredBandits folder = StoredBandits.open(source);
            String name = chosen(folder.names());
            LiveBandit live = folder.load(name);
            return BanditCard.of(name, live, most);
        } catch (JournalFormatException | ReplayMismatchException e) {
            throw new IOException(
                    "the journal in " + source + " is damaged: " + e.getMessage() + ". 'attune journal verify " + source
                            + "' checks every byte",
                    e);
        }
    }

    private String chosen(List<String> names) {
        if (names.isEmpty()) {
            throw new IllegalArgumentException(source + " has no bandits");
        }
        if (bandit == null) {
            if (names.size() > 1) {
                throw new IllegalArgumentException(source + " has " + names.size()
                        + " bandits; choose one by --bandit: "
                        + String.join(", ", names.subList(0, Math.min(20, names.size())))
                        + (names.size() > 20 ? ", ..." : ""));
            }
            return names.get(0);
        }
        if (!names.contains(bandit)) {
            throw new IllegalArgumentException(source + " has no bandit called " + bandit
                    + NearestWord.to(bandit, names)
                            .map(near -> "; did you mean " + near + "?")
                            .orElse(""));
        }
        return bandit;
    }
}
