package dev.attune.cli;

import dev.attune.bench.stream.PlayTally;
import dev.attune.bench.stream.StreamPlayer;
import dev.attune.kafka.KafkaConnection;
import dev.attune.lab.env.Environment;
import dev.attune.lab.env.EnvironmentCatalog;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code attune stream play}: sends requests and rewards to a stream job. */
@Command(
        name = "play",
        description = {
            "Runs an environment of the lab against a stream job: defines a bandit, sends requests, reads the decisions"
                    + " and sends their rewards.",
            "",
            "Prints the mean reward of the last 1,000 decisions beside those of random and of best arms, and the dead"
                    + " letters of the bandit by reason."
        },
        sortOptions = false,
        mixinStandardHelpOptions = true)
final class StreamPlayCommand implements Callable<Integer> {
    @Mixin
    private JobOptions job = new JobOptions();

    @Option(
            names = "--environment",
            defaultValue = "movielens-ratings",
            description = "One of 'attune list environments' (default: ${DEFAULT-VALUE}).")
    private String environment;

    @Option(
            names = "--bandit",
            defaultValue = "movies",
            description = "Name of the bandit (default: ${DEFAULT-VALUE}).")
    private String bandit;

    @Option(
            names = "--policy",
            defaultValue = "LinUCB",
            description = "Policy of the bandit (default: ${DEFAULT-VALUE}).")
    private String policy;

    @Option(names = "--rounds", defaultValue = "10000", description = "Number of rounds (default: ${DEFAULT-VALUE}).")
    private long rounds;

    @Option(names = "--rate", defaultValue = "200", description = "Requests per second (default: ${DEFAULT-VALUE}).")
    private double rate;

    @Option(names = "--seed", defaultValue = "1", description = "Seed (default: ${DEFAULT-VALUE}).")
    private long seed;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException, InterruptedException {
        if (rounds < 1 || !(rate > 0)) {
            throw new IllegalArgumentException("--rounds and --rate must be positive");
        }
        PrintWriter out = spec.commandLine().getOut();
        KafkaConnection kafka = job.read().kafka();
        Environment played = EnvironmentCatalog.environment(environment).make(Map.of());
        try (StreamPlayer player = StreamPlayer.open(kafka, bandit, policy, played, seed)) {
            player.play(rounds, rate, seed, tally -> print(tally, player.underWay(), out));
        }
        return 0;
    }

    private static void print(PlayTally tally, int underWay, PrintWriter out) {
        out.println(
                tally.rounds() == 0
                        ? "waiting for the first decision; " + underWay + " requests are in flight"
                        : String.format(
                                Locale.ROOT,
                                "%d decisions: mean reward of the last ones %.3f, of random arms %.3f, of the best arms %.3f; %d in flight",
                                tally.rounds(),
                                tally.earned(),
                                tally.random(),
                                tally.best(),
                                underWay));
        if (!tally.deadLetters().isEmpty()) {
            out.println("dead letters of the bandit by reason: " + tally.deadLetters());
        }
        out.flush();
    }
}
