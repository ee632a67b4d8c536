package dev.attune.cli;

import dev.attune.Attune;
import dev.attune.catalog.BanditDefinition;
import dev.attune.catalog.Catalog;
import dev.attune.encode.Collisions;
import dev.attune.encode.EncoderDefinition;
import dev.attune.engine.DefinedBandit;
import dev.attune.engine.SettledRounds;
import dev.attune.lab.evaluate.Evaluation;
import dev.attune.lab.evaluate.EvaluationFiles;
import dev.attune.lab.evaluate.EvaluationText;
import dev.attune.lab.evaluate.EventEncoder;
import dev.attune.lab.evaluate.FeatureEncoder;
import dev.attune.lab.evaluate.LearningPolicy;
import dev.attune.lab.evaluate.PolicyValue;
import dev.attune.lab.evaluate.Verdict;
import dev.attune.lab.evaluate.WarmStart;
import dev.attune.lab.log.EventLog;
import dev.attune.lab.log.EventLogs;
import dev.attune.lab.log.GeneratedLog;
import dev.attune.lab.log.GeneratedWordLog;
import dev.attune.lab.log.HealthCheck;
import dev.attune.lab.log.HealthText;
import dev.attune.lab.log.LogFormat;
import dev.attune.lab.report.Numbers;
import dev.attune.lab.report.Sheet;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.DoubleConsumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code attune evaluate}: what policies would have earned on a log that is there already. */
@Command(
        name = "evaluate",
        description = {
            "Reads a log of decisions, says how much it can tell, and what other policies would have earned on it:"
                    + " arms, random choice, a trained policy, and bandits that learn while they go.",
            "",
            "A log needs, for each decision, the arms on offer, the one that was chosen, with what probability, and"
                    + " what it earned. The last line says what to use, how sure that is and what it is worth, or"
                    + " that the log cannot tell.",
            "",
            "Features of contexts and arms are used as they are logged: numbers, categories, words or ids. Each has a"
                    + " coefficient of its own, and there may be any number of them.",
        },
        mixinStandardHelpOptions = true,
        sortOptions = false,
        footerHeading = "%nExamples:%n",
        footer = {
            "  attune evaluate try.json --format dsjson --made-up 20000",
            "  attune evaluate words.json --format dsjson --made-up 8000 --words 10000",
            "  attune evaluate decisions.json.gz --format dsjson",
            "  attune evaluate clicks.csv --format csv --arm-column banner \\",
            "      --reward-column click --propensity-column p --out evaluated",
            "  attune evaluate men.csv.gz --format openbandit --policies LinUCB --tuners VOI,explore=0.5",
            "  attune evaluate data --format journal --bandit shop",
            "  attune evaluate decisions.json --format dsjson --save model.attune",
            "",
            "docs/guide/evaluate.md walks through a log and says what each number assumes.",
            "",
            "Exit code: 0 done, also if the log cannot tell; 2 the command line or the log was wrong.",
        })
final class EvaluateCommand implements Callable<Integer> {
    private static final int MADE_UP_ACTIONS = 10;
    private static final int MADE_UP_FEATURES = 2;
    private static final double MADE_UP_EPSILON = 0.5;
    private static final double MADE_UP_HIGH = 0.75; // probability of a reward of the arm of the topic
    private static final double MADE_UP_LOW = 0.03;

    @Parameters(paramLabel = "LOG", description = "The log: a file, plain or gzipped, or the data folder of a service.")
    private Path file;

    @Option(
            names = "--format",
            required = true,
            paramLabel = "FORMAT",
            description = "What the log is written in: dsjson, csv, openbandit, r6a, r6b or journal.")
    private LogFormat format;

    @Option(
            names = "--bandit",
            paramLabel = "NAME",
            description = "For journal: whose decisions; needed where there are several bandits.")
    private @Nullable String bandit;

    @Option(
            names = "--policies",
            split = ",",
            paramLabel = "P,P",
            defaultValue = Catalog.DEFAULT_POLICY,
            description =
                    "Policies that are to learn (default: ${DEFAULT-VALUE}, for named features of any number); 'attune list"
                            + " policies' has all.")
    private List<String> policies;

    @Option(
            names = "--tuners",
            split = ",",
            paramLabel = "T,T",
            description =
                    "Tuners for each of them, or fixed rates explore=NUMBER (default: the policy's own, the paper's and a"
                            + " fixed rate). The first tuner of a policy also has a row 'taught': a bandit that starts with what"
                            + " half of the log teaches, as --save makes it.")
    private List<String> tuners = List.of();

    @Option(
            names = "--seeds",
            paramLabel = "N",
            defaultValue = "3",
            description = "How often each bandit learns, with other draws (default: ${DEFAULT-VALUE}).")
    private int seeds;

    @Option(names = "--uniform", description = "Events without a propensity were chosen uniformly.")
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
            paramLabel = "I,I",
            description = "What is joined, such as 'context.country x arm.genre' (default: all of the context with all"
                    + " of the arm).")
    private @Nullable List<String> interactions;

    @Mixin
    private ColumnOptions columns;

    @Option(names = "--out", paramLabel = "DIR", description = "Folder for tables (CSV) and the picture (SVG, PNG).")
    private @Nullable Path out;

    @Option(names = "--save", paramLabel = "FILE", description = "Saves a bandit that has learnt from the log.")
    private @Nullable Path save;

    @Option(
            names = "--made-up",
            paramLabel = "N",
            description =
                    "To try it out: first writes a made-up dsjson log of N decisions to LOG, which must not exist.")
    private @Nullable Integer madeUp;

    @Option(
            names = "--words",
            paramLabel = "N",
            description = "With --made-up: the contexts are counts of N different words, and the arms have ids alone.")
    private @Nullable Integer words;

    @Option(names = "--quiet", description = "No progress.")
    private boolean quiet;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        List<LearningPolicy> learning = LearningPolicy.all(policies, tuners);
        List<EventEncoder> encoders = new ArrayList<>(List.of(FeatureEncoder.sparse(encoding())));
        FeatureEncoder vectors = FeatureEncoder.vectors(encoding());
        boolean onVectors = !learning.stream().allMatch(LearningPolicy::sparse);
        if (onVectors) {
            encoders.add(vectors);
        }
        if (save != null && learning.stream().noneMatch(LearningPolicy::tuned)) {
            throw new IllegalArgumentException(
                    "--save needs a tuner of the catalogue among --tuners; a fixed value cannot be saved");
        }
        if (save != null) {
            requireFolder(save);
        }
        EventLog log = open();
        HealthCheck health = new HealthCheck();
        Evaluation.Result result =
                Evaluation.of(log, encoders, new Evaluation.Settings(learning, seeds, uniform), health, progress());
        Verdict verdict = Verdict.of(result);
        PrintWriter print = spec.commandLine().getOut();
        HealthText.lines(health.health(result.skipped()), result.skipped()).forEach(print::println);
        print.println();
        EvaluationText text = new EvaluationText(result, verdict);
        print.println(Sheet.wrapped(text.model() + (onVectors ? " " + hashed(vectors.collisions()) : "")));
        print.println();
        print(print, text, result, verdict);
        if (out != null) {
            EvaluationFiles.write("What policies would have earned: " + file.getFileName(), result, verdict, out);
            print.println();
            print.println("Tables and picture: " + out.toAbsolutePath().normalize());
        }
        if (save != null) {
            save(print, log, learning, result, verdict, save);
        } else {
            print.println();
            print.println("--save FILE writes a bandit that starts with what the log teaches, and learns on.");
        }
        print.flush();
        return 0;
    }

    private EventLog open() throws IOException {
        if (madeUp != null) {
            makeUp(madeUp);
        } else if (words != null) {
            throw new IllegalArgumentException("--words needs --made-up N, the number of decisions to make up");
        }
        if (format == LogFormat.JOURNAL) {
            return EventLogs.journal(file, bandit);
        }
        if (bandit != null) {
            throw new IllegalArgumentException("--bandit chooses one of a journal; --format is " + format.label());
        }
        return EventLogs.open(file, format, columns.columns());
    }

    /** Before the work is done, not after. */
    private static void requireFolder(Path target) {
        Path folder = target.toAbsolutePath().normalize().getParent();
        if (Files.isDirectory(target) || folder == null || !Files.isDirectory(folder)) {
            throw new IllegalArgumentException("--save " + target + ": name a file in a folder that exists");
        }
    }

    private void makeUp(int events) throws IOException {
        if (format != LogFormat.DSJSON) {
            throw new IllegalArgumentException("--made-up writes a log in dsjson: say --format dsjson");
        }
        if (Files.exists(file)) {
            throw new IllegalArgumentException(
                    "--made-up would overwrite " + file + ": name a file that does not exist");
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

    private String hashed(Collisions slots) {
        return "Policies on vectors have " + dimension + " numbers for each arm, in which "
                + Numbers.fixed(100 * slots.rate(), 0) + " % of " + Numbers.fixed(slots.keys(), 0)
                + " features share their place with another.";
    }

    private DoubleConsumer progress() {
        if (quiet) {
            return share -> {};
        }
        ProgressBar bar = new ProgressBar(spec.commandLine().getErr(), Session.onTerminal());
        return bar::at;
    }

    private static void print(PrintWriter print, EvaluationText text, Evaluation.Result result, Verdict verdict) {
        print.println(text.values().toText());
        if (result.values().stream().anyMatch(value -> value.kind() == PolicyValue.Kind.LEARNING)) {
            print.println(text.learning().toText());
        }
        print.println(text.gains().toText());
        result.notes().forEach(note -> print.println(Sheet.wrapped("Note: " + note)));
        if (!result.notes().isEmpty()) {
            print.println();
        }
        print.println(Sheet.wrapped(verdict.sentence()));
    }

    /** Saves the bandit that is recommended, or else the first that was valued, or else the first that was named. */
    private void save(
            PrintWriter print,
            EventLog log,
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
