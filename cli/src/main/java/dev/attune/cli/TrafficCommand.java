package dev.attune.cli;

import dev.attune.api.ConfidenceSequence;
import dev.attune.api.UniformShare;
import dev.attune.lab.evaluate.TrafficEstimate;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code attune traffic}: how many rounds a bandit needs. */
@Command(
        name = "traffic",
        description = {
            "Estimates how many rounds a bandit needs until its uplift is proven.",
            "",
            "Simulates the default bandit on arms that are rewarded with 0 or 1, one of which is better, and judges it"
                    + " against random choice as the dashboard does, by bounds that are right at every look. Prints when the"
                    + " best arm is chosen, when 80 % of the repetitions have the verdict, and how many rounds a test"
                    + " with equal shares needs."
        },
        footer = {
            "  attune traffic --arms 4 --base 0.05 --uplift 0.2    5 % of visitors click, 6 % on the best arm",
            "  attune traffic --base 0.02 --uplift 0.5 --segments 3   another arm is best in each of three segments",
            "  attune traffic --uniform-share 0.1                  more random rounds, an earlier verdict",
            "  attune traffic --uplift 0                           how often a verdict is wrong",
            "",
            "docs/questions/traffic.md explains the table.",
        })
final class TrafficCommand extends Subcommand {
    @Option(names = "--arms", paramLabel = "K", description = "Number of arms (default: ${DEFAULT-VALUE}).")
    private int arms = 4;

    @Option(
            names = "--base",
            paramLabel = "P",
            description = "Probability of a reward of all arms but the best (default: ${DEFAULT-VALUE}).")
    private double base = 0.05;

    @Option(
            names = "--uplift",
            paramLabel = "U",
            description = "Relative advantage of the best arm, 0.2 for 20 %%, 0 for none (default: ${DEFAULT-VALUE}).")
    private double uplift = 0.2;

    @Option(
            names = "--segments",
            paramLabel = "S",
            description = "Number of segments, each with a best arm of its own (default: ${DEFAULT-VALUE}).")
    private int segments = 1;

    @Option(
            names = "--uniform-share",
            paramLabel = "E",
            description = "Share of rounds with a random arm (default: that of every bandit, which decays to 0.01).")
    private @Nullable Double uniformShare;

    @Option(names = "--rounds", paramLabel = "N", description = "Rounds of a repetition (default: ${DEFAULT-VALUE}).")
    private long rounds = 50_000;

    @Option(names = "--reps", paramLabel = "N", description = "Number of repetitions (default: ${DEFAULT-VALUE}).")
    private int repetitions = 20;

    @Option(names = "--seed", paramLabel = "S", description = "Seed (default: ${DEFAULT-VALUE}).")
    private long seed = 1;

    @Option(names = "--json", description = "Print one JSON object per line.")
    private boolean json;

    @Override
    public Integer call() {
        TrafficEstimate estimate = new TrafficEstimate(
                arms,
                base,
                uplift,
                segments,
                uniformShare == null ? UniformShare.DEFAULT : UniformShare.constant(uniformShare));
        ProgressBar bar = progressBar();
        List<TrafficEstimate.Row> rows =
                estimate.play(rounds, repetitions, seed, done -> bar.at(done / (double) repetitions));
        OptionalLong proven = TrafficEstimate.provenAfter(rows);
        if (json) {
            rows.forEach(row -> out().println(JsonLine.of(row)));
            JsonLine last = new JsonLine();
            estimate.test().ifPresent(needed -> last.put("test", needed));
            proven.ifPresent(after -> last.put("provenAfter", after));
            out().println(last);
        } else {
            print(estimate, rows, proven);
        }
        return 0;
    }

    private void print(TrafficEstimate estimate, List<TrafficEstimate.Row> rows, OptionalLong proven) {
        print("%10s  %9s  %8s  %s", "rounds", "best arm", "reward", "uplift proven");
        for (TrafficEstimate.Row row : rows) {
            print(
                    "%,10d  %7.0f %%  %8.4f  %7.0f %%",
                    row.rounds(), 100 * row.bestShare(), row.reward(), 100 * row.proven());
        }
        out().println();
        print("Reward of random choice %.4f, of the best arm %.4f.", estimate.random(), estimate.best());
        if (uplift == 0) {
            print(
                    "There is no uplift: a bandit that proves one is wrong, which happens to at most %.1f %% of them.",
                    100 * ConfidenceSequence.ALPHA / 2);
            return;
        }
        print(
                "The uplift is %s in 80 %% of the repetitions after %,d rounds.",
                proven.isPresent() ? "proven" : "not proven", proven.orElse(rounds));
        estimate.test()
                .ifPresent(needed -> print(
                        "A test with equal shares needs %,d rounds (80 %% power, level 5 %%, best arm against one other%s).",
                        needed, segments == 1 ? "" : ", in each segment"));
    }

    private void print(String text, Object... values) {
        out().printf(Locale.ROOT, text + "%n", values);
    }
}
