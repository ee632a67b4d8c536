package dev.attune.bench.sparse;

import dev.attune.bench.CpuTime;
import dev.attune.bench.Figure;
import dev.attune.bench.peers.VowpalWabbit;
import dev.attune.lab.env.WordWorld.Visit;
import dev.attune.lab.report.SampleMean;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Sparse named features on {@link SparseWorld generated worlds of words}, by Attune with its defaults and, if it is on the class path, by {@link
 * VowpalWabbit Vowpal Wabbit} on the same visits with the same luck.
 *
 * <p>{@code WORLD.reward}: mean reward of a round, over repetitions with seeds 1, 2, ...; {@code WORLD.reward.low} and {@code .high}: 95 % interval of
 * it (Student's t; left out for a single repetition); {@code WORLD.reward.lastQuarter}: mean reward of the last quarter of the rounds; {@code
 * WORLD.roundsPerSecond}: decisions with their rewards in a second of CPU time of the calling thread, the median repetition, without generating the
 * visits. Figures of Vowpal Wabbit have the prefix {@code vw.EXPLORATION.}.
 *
 * <p>{@code keyed}: {@link KeyedSpeed speed and memory} with features that are already keyed, with 100 and with a million different ones; {@code
 * F1000000.keyed.cost} is the ratio of the two times.
 */
public final class SparseBench {
    private static final String BENCH = "sparse";
    private static final double NANOS_A_SECOND = 1e9;
    private static final int QUARTERS = 4;
    private static final String KEYED = "keyed";
    private static final int KEYED_TURNS = 5;
    private static final int KEYED_ROUNDS = 50_000;
    private static final int FEW = 100;
    private static final int MANY = 1_000_000;
    private static final double BYTES_A_MEGABYTE = 1e6;

    /** How a player is made for the visits and seed of a repetition. */
    private interface Contender {
        Player enter(List<Visit> visits, long seed);
    }

    private final int seeds;
    private final int rounds;
    private final Consumer<String> progress;
    private final Consumer<Figure> out;

    private SparseBench(int seeds, int rounds, Consumer<String> progress, Consumer<Figure> out) {
        this.seeds = seeds;
        this.rounds = rounds;
        this.progress = progress;
        this.out = out;
    }

    /**
     * Measures.
     *
     * @param worlds names of worlds, or "keyed"; all of them if empty
     * @param seeds repetitions
     * @param rounds rounds of a repetition
     * @param progress gets what is being measured
     * @param notice gets remarks: a peer that is missing, a world that a learner rejects
     * @param out gets each figure
     * @throws IllegalArgumentException if a world has an unknown name, or a number is too small
     */
    public static void run(
            List<String> worlds,
            int seeds,
            int rounds,
            Consumer<String> progress,
            Consumer<String> notice,
            Consumer<Figure> out) {
        if (seeds < 1 || rounds < QUARTERS) {
            throw new IllegalArgumentException(
                    "--seeds " + seeds + " must be at least 1, --rounds " + rounds + " at least " + QUARTERS);
        }
        List<SparseWorld> chosen = worlds.isEmpty()
                ? SparseWorld.ALL
                : worlds.stream()
                        .filter(name -> !name.equalsIgnoreCase(KEYED))
                        .map(SparseWorld::named)
                        .toList();
        Map<String, Contender> contenders = new LinkedHashMap<>();
        contenders.put("", Player::attune);
        Optional<VowpalWabbit> vw = VowpalWabbit.find();
        vw.ifPresentOrElse(
                peer -> VowpalWabbit.explorations()
                        .forEach((name, options) -> contenders.put(
                                "vw." + name + ".",
                                (visits, seed) -> Player.vowpalWabbit(peer, options, visits, seed))),
                () -> notice.accept(
                        "Vowpal Wabbit is skipped: it is not on the class path. './attune -Ppeers bench sparse' fetches "
                                + VowpalWabbit.COORDINATES + " and adds it"));
        SparseBench bench = new SparseBench(seeds, rounds, progress, out);
        for (SparseWorld world : chosen) {
            contenders.forEach((prefix, contender) -> {
                try {
                    bench.measure(world, prefix + world.name(), contender);
                } catch (IllegalArgumentException e) {
                    notice.accept(prefix + world.name() + " is left out: " + e.getMessage());
                }
            });
        }
        if (worlds.isEmpty() || worlds.stream().anyMatch(KEYED::equalsIgnoreCase)) {
            bench.measureKeyed();
        }
    }

    private void measureKeyed() {
        double[] few = new double[KEYED_TURNS];
        double[] many = new double[KEYED_TURNS];
        for (int i = 0; i < KEYED_TURNS; i++) { // in turns, so that the ratio is of the same machine
            progress.accept(KEYED + " " + (i + 1) + "/" + KEYED_TURNS);
            few[i] = KeyedSpeed.roundsPerSecond(FEW, KEYED_ROUNDS);
            many[i] = KeyedSpeed.roundsPerSecond(MANY, KEYED_ROUNDS);
        }
        Arrays.sort(few);
        Arrays.sort(many);
        figure("F100.keyed.roundsPerSecond", few[KEYED_TURNS / 2], "rounds/s");
        figure("F1000000.keyed.roundsPerSecond", many[KEYED_TURNS / 2], "rounds/s");
        figure("F1000000.keyed.cost", few[KEYED_TURNS / 2] / many[KEYED_TURNS / 2], "x");
        progress.accept("memory");
        figure("memory.fullModel", KeyedSpeed.bytesOfFullModel() / BYTES_A_MEGABYTE, "MB");
    }

    private void measure(SparseWorld world, String name, Contender contender) {
        progress.accept(name);
        double[] rewards = new double[seeds];
        double[] late = new double[seeds];
        double[] nanos = new double[seeds];
        for (int i = 0; i < seeds; i++) {
            long seed = i + 1L;
            List<Visit> visits = world.visits(seed, rounds);
            int lastQuarter = rounds - rounds / QUARTERS;
            double early = 0;
            double last = 0;
            try (Player player = contender.enter(visits, seed)) {
                long start = CpuTime.nanos();
                for (int t = 0; t < rounds; t++) {
                    Visit visit = visits.get(t);
                    double reward = player.play(t, arm -> world.words().reward(visit, arm));
                    if (t < lastQuarter) {
                        early += reward;
                    } else {
                        last += reward;
                    }
                }
                nanos[i] = CpuTime.nanos() - start;
            }
            rewards[i] = (early + last) / rounds;
            late[i] = last / (rounds - lastQuarter);
        }
        SampleMean reward = SampleMean.of(rewards);
        figure(name + ".reward", reward.mean(), "reward/round");
        if (seeds > 1) {
            figure(name + ".reward.low", reward.low(), "reward/round");
            figure(name + ".reward.high", reward.high(), "reward/round");
        }
        figure(name + ".reward.lastQuarter", SampleMean.of(late).mean(), "reward/round");
        Arrays.sort(nanos);
        figure(name + ".roundsPerSecond", rounds * NANOS_A_SECOND / nanos[seeds / 2], "rounds/s");
    }

    private void figure(String name, double value, String unit) {
        out.accept(new Figure(BENCH, name, value, unit));
    }
}
