package dev.attune.cli;

import dev.attune.bench.EnvironmentBench;
import dev.attune.bench.EstimatorBench;
import dev.attune.bench.EvaluateBench;
import dev.attune.bench.Figure;
import dev.attune.bench.JournalBench;
import dev.attune.bench.KernelBench;
import dev.attune.bench.MemoryBench;
import dev.attune.bench.PolicyBench;
import dev.attune.bench.RecoveryBench;
import dev.attune.bench.TunerBench;
import dev.attune.bench.alarm.AlarmBench;
import dev.attune.bench.service.ExplainBench;
import dev.attune.bench.service.Load;
import dev.attune.bench.service.RestoreBench;
import dev.attune.bench.service.ServiceBench;
import dev.attune.bench.sparse.SparseBench;
import dev.attune.bench.stream.FailoverBench;
import dev.attune.bench.stream.StalenessBench;
import dev.attune.bench.stream.StreamBench;
import dev.attune.bench.verdict.ShareBench;
import dev.attune.bench.verdict.VerdictBench;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Consumer;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code attune bench}: measures speed on this machine. */
@Command(
        name = "bench",
        description = {
            "Measures speed on this machine.",
            "",
            "Kernels, policies and tuners are measured on one core, with 25 features and 120 arms."
        },
        footer = {
            "  attune bench kernels           inner loops of the policies, a few seconds",
            "  attune bench policies          whole rounds of every policy, one or two minutes",
            "  attune bench tuners            cost of each tuner in a run of LinUCB, one minute",
            "  attune bench environments      cost of simulated rounds relative to a round of LinUCB, seconds",
            "  attune bench evaluate          reading logs of decisions, seconds; --megabytes sets the size",
            "  attune bench estimators        coverage and bias of what 'evaluate' estimates, on 1,000 logs (--logs) of known worlds",
            "  attune bench journal           cost of a durable record on the disk of this folder, seconds",
            "  attune bench memory            heap and state of a bandit of the service, seconds",
            "  attune bench recovery          start with a journal of a million events (--events), one or two minutes",
            "  attune bench service           the decision service under load, 90 seconds; --restart fills its journal first",
            "  attune bench service --features words   the same with 32 of 10,000 words in each request",
            "  attune bench failover          kill -9 of a following service, the stream job and the broker under load, a minute",
            "  attune bench restore           loss of the only machine: start on a copy of its data folder, half a minute",
            "  attune bench explain           time to look up and to replay past decisions, a minute; --decisions sets the number",
            "  attune bench stream            the Flink job: operator, checkpoint, topic to topic, one or two minutes",
            "  attune bench staleness         regret of services that decide by models 1 s, 10 s and 5 min old, minutes",
            "  attune bench sparse            rewards and speed on sparse named features; --world F1000 for one world",
            "  attune -Ppeers bench sparse    the same beside Vowpal Wabbit",
            "  attune bench alarms            falls of the reward that raise an alarm, how soon, and false alarms; ten minutes, --seeds sets the size",
            "  attune bench verdicts          bandits with identical arms that ever get a verdict, rounds to a true one; minutes on all cores",
            "  attune bench verdicts --part uplift   only how soon a true one comes; --bandits and --rounds set the size",
            "  attune bench verdicts --part shares   what uniform shares cost in reward, beside the rounds to a verdict",
            "  attune bench policies --json   one JSON object per line: bench, name, value, unit",
            "",
            "Times are CPU time of the measuring thread, except for commits of the journal, the service and the stream."
                    + " Figures of one run are comparable; between machines, or on a busy machine, only the ratios"
                    + " (unit x) are.",
            "",
            "'attune jmh' measures the same with JMH, beside EJML, and with allocation (-prof gc).",
            "",
            "Exit code: 0 success; 1 if 'verdicts' has a cell with too many wrong ones.",
        })
final class BenchCommand extends Subcommand {
    /** The benchmarks. */
    enum Bench {
        KERNELS,
        POLICIES,
        TUNERS,
        ENVIRONMENTS,
        EVALUATE,
        ESTIMATORS,
        JOURNAL,
        MEMORY,
        RECOVERY,
        SERVICE,
        FAILOVER,
        RESTORE,
        EXPLAIN,
        STREAM,
        STALENESS,
        SPARSE,
        ALARMS,
        VERDICTS
    }

    private static final long MANY_EVENTS = 1_000_000;
    private static final int SERVICE_SECONDS = 60;
    private static final int FAILOVER_SECONDS = 5;
    private static final double FAILOVER_RATE = 200;
    private static final int RESTORE_SECONDS = 20;
    private static final double RESTORE_RATE = 500;
    private static final int SPARSE_ROUNDS = 8_000;
    private static final int VERDICT_ROUNDS = 20_000;
    private static final int NAME = 32; // width of the column of names
    private static final int SPARSE_NAME = 48;

    @Parameters(
            paramLabel = "BENCHMARK",
            description =
                    "One of kernels, policies, tuners, environments, evaluate, estimators, journal, memory, recovery,"
                            + " service, failover, restore, explain, stream, staleness, sparse, alarms, verdicts.")
    private Bench bench;

    @Option(names = "--json", description = "Print one JSON object per line.")
    private boolean json;

    @Option(
            names = "--megabytes",
            paramLabel = "MB",
            defaultValue = "20",
            description = "Size of the log that 'evaluate' writes and reads (default: ${DEFAULT-VALUE}).")
    private int megabytes;

    @Option(
            names = "--logs",
            paramLabel = "N",
            defaultValue = "1000",
            description = "Logs of each kind that 'estimators' evaluates (default: ${DEFAULT-VALUE}).")
    private int logs;

    @Option(
            names = "--seconds",
            paramLabel = "S",
            defaultValue = "0",
            description =
                    "Seconds that 'service' is measured (default: 60), least time of 'failover' before each loss (default: 5), or of the load of 'restore' (default: 20).")
    private int seconds;

    @Option(
            names = "--connections",
            paramLabel = "N",
            defaultValue = "64",
            description = "Connections of the load on 'service' (default: ${DEFAULT-VALUE}).")
    private int connections;

    @Option(
            names = "--features",
            paramLabel = "numbers|catalogue|words",
            defaultValue = "numbers",
            description = {
                "Features of requests to 'service' (default: ${DEFAULT-VALUE}):",
                "numbers: 20 arms with 20 numbers each, LinUCB.",
                "catalogue: the same arms in the catalogue of the bandit.",
                "words: 32 of 10,000 words and the ids of 10 arms, the default policy."
            })
    private Load load;

    @Option(
            names = "--rate",
            paramLabel = "N",
            defaultValue = "0",
            description =
                    "Decisions a second at the fixed rate of 'service' (default: half of what it has answered at most) and of"
                            + " 'failover' (default: 200) and 'restore' (default: 500).")
    private double rate;

    @Option(
            names = "--jvm",
            paramLabel = "OPTIONS",
            defaultValue = "",
            description = "Options of the JVM of 'service' (default: -XX:+UseSerialGC -Xms768m -Xmx768m).")
    private String jvm;

    @Option(
            names = "--events",
            paramLabel = "N",
            defaultValue = "1000000",
            description = "Events of the journal of 'recovery' (default: ${DEFAULT-VALUE}).")
    private long events;

    @Option(
            names = "--decisions",
            paramLabel = "N",
            defaultValue = "60000",
            description = "Decisions in the journal of 'explain' (default: ${DEFAULT-VALUE}).")
    private int decisions;

    @Option(
            names = "--restart",
            description = "Fill the journal of 'service' with 1,000,000 events before its restart is measured.")
    private boolean restart;

    @Option(
            names = "--seeds",
            paramLabel = "N",
            defaultValue = "10",
            description = "Repetitions of 'sparse' and 'staleness', bandits of 'alarms' (default: ${DEFAULT-VALUE}).")
    private int seeds;

    @Option(
            names = "--rounds",
            paramLabel = "N",
            defaultValue = "0",
            description =
                    "Rounds of a repetition of 'sparse' (default: 8000) or of a bandit of 'verdicts' (default: 20000).")
    private int rounds;

    @Option(
            names = "--bandits",
            paramLabel = "N",
            defaultValue = "100",
            description = "Bandits of each cell of 'verdicts' (default: ${DEFAULT-VALUE}).")
    private int bandits;

    @Option(
            names = "--part",
            split = ",",
            hideParamSyntax = true,
            paramLabel = "same,controls,uplift,shares",
            description = "Parts of 'verdicts' (default: all).")
    private Set<VerdictBench.Part> parts = EnumSet.allOf(VerdictBench.Part.class);

    @Option(
            names = "--world",
            paramLabel = "NAME",
            arity = "1..*",
            description = "Worlds of 'sparse', such as F1000 or news, or 'keyed' for speed and memory (default: all).")
    private List<String> worlds = new ArrayList<>();

    @Override
    public Integer call() throws IOException, InterruptedException {
        Consumer<String> progress = name -> log("measuring " + name + " ...");
        switch (bench) {
            case KERNELS -> KernelBench.run(progress, this::print);
            case POLICIES -> PolicyBench.run(progress, this::print);
            case TUNERS -> TunerBench.run(progress, this::print);
            case ENVIRONMENTS -> EnvironmentBench.run(progress, this::print);
            case EVALUATE -> EvaluateBench.run(positive("--megabytes", megabytes), progress, this::print);
            case ESTIMATORS -> EstimatorBench.run(positive("--logs", logs), progress, this::print);
            case JOURNAL -> JournalBench.run(progress, this::print);
            case MEMORY -> MemoryBench.run(progress, this::print);
            case RECOVERY -> RecoveryBench.run(events, progress, this::print);
            case SERVICE -> service();
            case FAILOVER -> {
                Path folder = folder();
                FailoverBench.run(seconds(FAILOVER_SECONDS), rate(FAILOVER_RATE), folder, progress, this::print);
                delete(folder);
            }
            case RESTORE -> {
                Path folder = folder();
                RestoreBench.run(seconds(RESTORE_SECONDS), rate(RESTORE_RATE), folder, progress, this::print);
                delete(folder);
            }
            case EXPLAIN -> ExplainBench.run(positive("--decisions", decisions), progress, this::print);
            case STREAM -> StreamBench.run(progress, this::print);
            case STALENESS -> StalenessBench.run(seeds, progress, this::print);
            case SPARSE -> SparseBench.run(worlds, seeds, rounds(SPARSE_ROUNDS), progress, this::log, this::print);
            case ALARMS -> alarms(progress);
            case VERDICTS -> {
                return verdicts() ? 0 : 1;
            }
        }
        return 0;
    }

    private static int positive(String option, int value) {
        if (value < 1) {
            throw new IllegalArgumentException(option + " " + value + " must be at least 1");
        }
        return value;
    }

    private void alarms(Consumer<String> progress) {
        if (!json) {
            out().println(AlarmBench.Row.TITLES);
        }
        AlarmBench.run(
                positive("--seeds", seeds),
                progress,
                row -> out().println(json ? JsonLine.of(row).toString() : row.toText()));
    }

    private int rounds(int preset) {
        return rounds == 0 ? preset : positive("--rounds", rounds);
    }

    /** Returns whether no cell has too many wrong verdicts. */
    private boolean verdicts() throws InterruptedException {
        int lives = positive("--bandits", bandits);
        Set<VerdictBench.Part> cells = EnumSet.copyOf(parts);
        boolean good = true;
        if (cells.remove(VerdictBench.Part.SHARES)) {
            title(ShareBench.Row.TITLES);
            ShareBench.run(lives, rounds(VERDICT_ROUNDS), progressBar()::at, row -> line(row, row.toText()));
        }
        if (!cells.isEmpty()) {
            title(VerdictBench.Row.TITLES);
            VerdictBench.Summary summary = VerdictBench.run(
                    new VerdictBench.Settings(cells, lives, rounds(VERDICT_ROUNDS)),
                    progressBar()::at,
                    row -> line(row, row.toText()));
            line(summary, summary.toText());
            good = summary.passed();
        }
        return good;
    }

    private void title(String columns) {
        if (!json) {
            out().println(columns);
        }
    }

    private void line(Record row, String text) {
        out().println(json ? JsonLine.of(row).toString() : text);
    }

    private void service() throws IOException, InterruptedException {
        requireTimes();
        ServiceBench.run(
                load,
                seconds(SERVICE_SECONDS),
                connections,
                rate,
                jvm.isBlank() ? List.of() : List.of(jvm.strip().split("\\s+")),
                restart ? MANY_EVENTS : 0,
                progressBar()::at,
                this::print);
    }

    private void requireTimes() {
        if (seconds < 0 || connections < 1 || !(rate >= 0)) {
            throw new IllegalArgumentException(
                    "--connections must be at least 1, and --seconds and --rate must not be negative");
        }
    }

    private int seconds(int preset) {
        return seconds == 0 ? preset : seconds;
    }

    private double rate(double preset) {
        return rate == 0 ? preset : rate;
    }

    /** Returns a new folder for a measurement. It remains after a failure, with the logs of the processes. */
    private Path folder() throws IOException {
        requireTimes();
        return Files.createTempDirectory("attune-bench-" + bench.name().toLowerCase(Locale.ROOT));
    }

    private void print(Figure figure) {
        if (json) {
            out().println(JsonLine.of(figure));
        } else {
            String value = String.format(Locale.ROOT, figure.value() >= 1000 ? "%,.0f" : "%.3f", figure.value());
            int width = bench == Bench.SPARSE || bench == Bench.ESTIMATORS ? SPARSE_NAME : NAME;
            out().printf("%-" + width + "s %12s %s%n", figure.name(), value, figure.unit());
        }
    }
}
