package dev.attune.cli;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.util.TokenBuffer;
import dev.attune.Attune;
import dev.attune.catalog.BanditDefinition;
import dev.attune.catalog.Catalog;
import dev.attune.encode.EncoderDefinition;
import dev.attune.engine.DefinedBandit;
import dev.attune.engine.SettledRounds;
import dev.attune.lab.evaluate.Evaluation;
import dev.attune.lab.evaluate.EvaluationFiles;
import dev.attune.lab.evaluate.EvaluationText;
import dev.attune.lab.evaluate.LearningPolicy;
import dev.attune.lab.evaluate.PolicyValue;
import dev.attune.lab.evaluate.Verdict;
import dev.attune.lab.evaluate.WarmStart;
import dev.attune.lab.log.DecisionLog;
import dev.attune.lab.log.GeneratedLog;
import dev.attune.lab.log.GeneratedWordLog;
import dev.attune.lab.log.LogFormat;
import dev.attune.lab.report.Numbers;
import dev.attune.lab.report.Sheet;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.DoubleConsumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code attune evaluate}: estimates what policies would have earned on a log. */
@Command(
        name = "evaluate",
        description = {
            "Estimates what other policies would have earned on a log of decisions.",
            "",
            "Measures how informative the log is, then estimates the rewards of single arms, random choice, a trained"
                    + " policy, and bandits that learn along the log.",
            "",
            "The log needs, for each decision, the arms on offer, the chosen arm, its probability and its reward. The"
                    + " last line recommends a policy with its confidence and gain, or states that the log is not"
                    + " informative enough.",
            "",
            "For the data folder of a service, the line 'In the service' is the verdict of the service on the bandit as it is,"
                    + " against its control, the same as on the dashboard.",
            "",
            "Features of contexts and arms are used as logged: numbers, categories, words or ids, any number of them,"
                    + " each with its own coefficient.",
        },
        sortOptions = false,
        footer = {
            "  attune evaluate try.json --format dsjson --made-up 20000",
            "  attune evaluate words.json --format dsjson --made-up 8000 --words 10000",
            "  attune evaluate decisions.json.gz --format dsjson",
            "  attune evaluate clicks.csv --format csv --arm-column banner --reward-column click --propensity-column p"
                    + " --out evaluated",
            "  attune evaluate men.csv.gz --format openbandit --policies LinUCB --tuners VOI,explore=0.5",
            "  attune evaluate visits.csv --policy-column new_policy     what a given policy would have earned",
            "  attune evaluate decisions.json --json | jq .verdict.sentence",
            "  attune evaluate data --format journal --bandit shop",
            "  attune evaluate decisions.json --format dsjson --save model.attune",
            "",
            "docs/guide/evaluate.md explains the output and its assumptions.",
            "",
            "Exit code: 0 success, also if nothing is recommended; 2 invalid command line or log.",
        })
final class EvaluateCommand extends Subcommand {
    private static final int MADE_UP_ACTIONS = 10;
    private static final int MADE_UP_FEATURES = 2;
    private static final double MADE_UP_EPSILON = 0.5;
    private static final double MADE_UP_HIGH = 0.75; // probability of a reward of the arm of the topic
    private static final double MADE_UP_LOW = 0.03;

    @Parameters(paramLabel = "LOG", description = "The log: a file, plain or gzipped, or the data folder of a service.")
    private Path file;

    @Option(
            names = "--format",
            paramLabel = "FORMAT",
            description =
                    "Format of the log: dsjson, json, csv, vw-cb, vw-adf, openbandit, r6a, r6b or journal (default:"
                            + " recognised by the content).")
    private @Nullable String formatName;

    @Option(
            names = "--bandit",
            paramLabel = "NAME",
            description = "For journal: name of the bandit; required if there are several.")
    private @Nullable String bandit;

    @Option(
            names = "--policies",
            split = ",",
            hideParamSyntax = true,
            paramLabel = "P,P",
            defaultValue = Catalog.DEFAULT_POLICY,
            description = "Policies to evaluate (default: ${DEFAULT-VALUE}); 'attune list policies' lists all.")
    private List<String> policies;

    @Option(
            names = "--tuners",
            split = ",",
            hideParamSyntax = true,
            paramLabel = "T,T",
            description =
                    "Tuners of each policy, or fixed rates explore=NUMBER (default: the policy's own tuner, the paper's"
                            + " and a fixed rate). The first tuner of a policy also has a row 'taught': a bandit that has"
                            + " learnt from half of the log first, as --save saves it.")
    private List<String> tuners = List.of();

    @Option(
            names = "--seeds",
            paramLabel = "N",
            defaultValue = "3",
            description = "Number of repetitions of each bandit, with different seeds (default: ${DEFAULT-VALUE}).")
    private int seeds;

    @Option(names = "--uniform", description = "Assume uniform choice for events without a propensity.")
    private boolean uniform;

    @Option(
            names = "--dimension", // of policies on vectors, such as LinUCB
            paramLabel = "N",
            hidden = true,
            defaultValue = "64")
    private int dimension;

    @Option(
            names = "--interactions",
            split = ",",
            hideParamSyntax = true,
            paramLabel = "I,I",
            description =
                    "Interactions of features, such as 'context.country x arm.genre' (default: all features of the"
                            + " context with all features of the arm).")
    private @Nullable List<String> interactions;

    @Mixin
    private ColumnOptions columns;

    @Option(names = "--out", paramLabel = "DIR", description = "Folder for tables (CSV) and figure (SVG, PNG, PDF).")
    private @Nullable Path out;

    @Option(names = "--save", paramLabel = "FILE", description = "Save a bandit that has learnt from the log.")
    private @Nullable Path save;

    @Option(
            names = "--made-up",
            paramLabel = "N",
            description = "Generate a dsjson log of N decisions first and write it to LOG, which must not exist.")
    private @Nullable Integer madeUp;

    @Option(
            names = "--words",
            paramLabel = "N",
            description = "With --made-up: contexts are counts of N different words, and arms have only ids.")
    private @Nullable Integer words;

    @Option(names = "--json", description = "Print one JSON object: health, values, verdict.")
    private boolean json;

    @Option(names = "--quiet", description = "Print no progress.")
    private boolean quiet;

    @Override
    public Integer call() throws IOException {
        List<LearningPolicy> learning = LearningPolicy.all(policies, tuners);
        if (save != null && learning.stream().noneMatch(LearningPolicy::tuned)) {
            throw new IllegalArgumentException("--save needs a tuner among --tuners; a fixed rate cannot be saved");
        }
        if (save != null) {
            requireFolder(save);
        }
        LogFormat format = format();
        DecisionLog log = open(format);
        Evaluation.Result result =
                Evaluation.of(log, encoding(), new Evaluation.Settings(learning, seeds, uniform), progress());
        Verdict verdict = Verdict.of(result);
        if (out != null) {
            EvaluationFiles.write("What policies would have earned: " + file.getFileName(), result, verdict, out);
        }
        StoredVerdict service = format == LogFormat.JOURNAL ? StoredVerdict.of(file, bandit) : null;
        if (json) {
            out().println(json(EvaluationFiles.json(format.label(), result, verdict), service));
        }
        PrintWriter print = json ? new PrintWriter(Writer.nullWriter()) : out();
        if (formatName == null) {
            print.println(
                    "format                " + format.label() + ", recognised by the content; --format names another");
        }
        result.health().lines(result.skipped()).forEach(print::println);
        print.println();
        EvaluationText text = new EvaluationText(result, verdict);
        print.println(Sheet.wrapped(text.model()));
        print.println();
        print(print, text, result, verdict);
        if (service != null) {
            print.println();
            print.println(Sheet.wrapped("In the service: " + service.toText()));
        }
        if (out != null) {
            print.println();
            print.println("Tables and picture: " + out.toAbsolutePath().normalize());
        }
        if (save != null) {
            save(print, log, learning, result, verdict, save);
        } else {
            print.println();
            print.println("--save FILE saves a bandit that has learnt from the log.");
        }
        return 0;
    }

    /** Adds the verdict of the service to the result as JSON. */
    private static String json(String result, @Nullable StoredVerdict service) throws IOException {
        if (service == null) {
            return result;
        }
        ObjectMapper mapper = new ObjectMapper();
        ObjectNode root = (ObjectNode) mapper.readTree(result);
        TokenBuffer verdict = service.toJson();
        root.set("service", verdict == null ? null : mapper.readTree(verdict.asParser()));
        return root.toString();
    }

    private LogFormat format() throws IOException {
        if (formatName != null) {
            return LogFormat.named(formatName);
        }
        return madeUp != null ? LogFormat.DSJSON : LogFormat.recognise(file);
    }

    private DecisionLog open(LogFormat format) throws IOException {
        if (madeUp != null) {
            if (format != LogFormat.DSJSON) {
                throw new IllegalArgumentException("--made-up writes a log in dsjson: use --format dsjson");
            }
            makeUp(madeUp);
        } else if (words != null) {
            throw new IllegalArgumentException("--words needs --made-up N, the number of decisions to generate");
        }
        if (format == LogFormat.JOURNAL) {
            return DecisionLog.journal(file, bandit);
        }
        if (bandit != null) {
            throw new IllegalArgumentException("--bandit needs --format journal, not " + format.label());
        }
        return DecisionLog.open(file, format, columns.columns());
    }

    /** Checks the target before the work is done. */
    private static void requireFolder(Path target) {
        Path folder = target.toAbsolutePath().normalize().getParent();
        if (Files.isDirectory(target) || folder == null || !Files.isDirectory(folder)) {
            throw new IllegalArgumentException("--save " + target + ": must be a file in an existing folder");
        }
    }

    private void makeUp(int events) throws IOException {
        if (Files.exists(file)) {
            throw new IllegalArgumentException(
                    "--made-up would overwrite " + file + ": choose a file that does not exist");
        }
        if (words == null) {
            new GeneratedLog(events, MADE_UP_ACTIONS, MADE_UP_FEATURES, MADE_UP_EPSILON, 1).write(file);
        } else {
            new GeneratedWordLog(events, words, MADE_UP_HIGH, MADE_UP_LOW, 1).write(file);
        }
    }

    private EncoderDefinition encoding() {
        EncoderDefinition.Builder builder = EncoderDefinition.builder().dimension(dimension);
        if (interactions != null) {
            builder.interactions(interactions.toArray(String[]::new));
        }
        return builder.build();
    }

    private DoubleConsumer progress() {
        return quiet ? share -> {} : progressBar()::at;
    }

    private static void print(PrintWriter print, EvaluationText text, Evaluation.Result result, Verdict verdict) {
        print.println(text.values().toText());
        if (result.values().stream().anyMatch(value -> value.kind() == PolicyValue.Kind.LEARNING)) {
            print.println(text.learning().toText());
        }
        print.println(text.gains().toText());
        text.doubts().forEach(doubt -> print.println(Sheet.wrapped(doubt)));
        if (!text.doubts().isEmpty()) {
            print.println();
        }
        result.notes().forEach(note -> print.println(Sheet.wrapped("Note: " + note)));
        if (!result.notes().isEmpty()) {
            print.println();
        }
        print.println(Sheet.wrapped(verdict.sentence()));
    }

    /** Saves the recommended bandit, or else the first with an estimate, or else the first of the command line. */
    private void save(
            PrintWriter print,
            DecisionLog log,
            List<LearningPolicy> learning,
            Evaluation.Result result,
            Verdict verdict,
            Path target)
            throws IOException {
        List<LearningPolicy> tuned =
                learning.stream().filter(LearningPolicy::tuned).toList();
        LearningPolicy chosen = Stream.concat(verdict.chosen().stream(), result.values().stream())
                .map(PolicyValue::label)
                .flatMap(label -> tuned.stream().filter(pair -> pair.label().equals(label)))
                .findFirst()
                .orElse(tuned.get(0));
        BanditDefinition definition = Attune.bandit()
                .seed(0)
                .policy(chosen.policy())
                .tuner(chosen.tuner())
                .encoder(encoding())
                .definition();
        DefinedBandit bandit = WarmStart.of(definition, log, progress());
        byte[] model = bandit.save(new SettledRounds(0));
        Files.write(target, model);
        print.println();
        print.println("Saved " + chosen.policy() + " tuned by " + chosen.tuner() + ", which has learnt from the log: "
                + target.toAbsolutePath().normalize() + " (" + Numbers.fixed(model.length / 1000.0, 0) + " kB).");
        print.println("Load it with Bandit.load(Files.readAllBytes(Path.of(\"" + target + "\"))).");
    }
}
