package dev.attune.bench;

import dev.attune.Attune;
import dev.attune.encode.Arm;
import dev.attune.encode.EncoderDefinition;
import dev.attune.encode.Features;
import dev.attune.journal.Offer;
import dev.attune.live.Answer;
import dev.attune.live.DecisionRequest;
import dev.attune.live.LiveBandit;
import dev.attune.live.LiveDefinition;
import dev.attune.live.RewardRules;
import dev.attune.live.RewardRules.Aggregation;
import dev.attune.live.RewardRules.Learning;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.SplittableRandom;
import java.util.function.Consumer;

/**
 * The heap that a bandit of the service takes, and its state on disk: {@code POLICY.dD.heap} and {@code POLICY.dD.state} with D slots of the encoder.
 * Bandits have learnt {@value #ROUNDS} rewards of 20 arms with 20 numbers each; no decision waits. {@code Auto} has no slots and all candidates.
 */
public final class MemoryBench {
    private static final String BENCH = "memory";
    private static final int BANDITS = 30;
    private static final int ROUNDS = 300;
    private static final int ARMS = 20;
    private static final int NUMBERS = 20;

    private MemoryBench() {}

    /** Measures; {@code progress} receives what is being measured, {@code out} each figure. */
    public static void run(Consumer<String> progress, Consumer<Figure> out) {
        for (String policy : List.of("LinUCB", "LinTS", "UCB-GLM")) {
            for (int dimension : new int[] {20, 64}) {
                measure(policy, dimension, progress, out);
            }
        }
        measure("Auto", 0, progress, out);
    }

    private static void measure(String policy, int dimension, Consumer<String> progress, Consumer<Figure> out) {
        String name = policy + (dimension == 0 ? "" : ".d" + dimension);
        progress.accept(name);
        played(policy, dimension, 0); // loads classes
        long before = usedBytes();
        List<LiveBandit> bandits = new ArrayList<>();
        for (int seed = 1; seed <= BANDITS; seed++) {
            bandits.add(played(policy, dimension, seed));
        }
        double heap = (usedBytes() - before) / (double) BANDITS;
        out.accept(new Figure(BENCH, name + ".heap", heap / 1e3, "KB"));
        out.accept(new Figure(BENCH, name + ".state", bandits.get(0).write().length / 1e3, "KB"));
    }

    private static LiveBandit played(String policy, int dimension, int seed) {
        Attune.Builder builder = Attune.bandit().policy(policy).rewards(0, 1).seed(seed);
        if (dimension > 0) {
            builder = builder.encoder(
                    EncoderDefinition.builder().dimension(dimension).build());
        }
        LiveBandit bandit = LiveBandit.create(
                1,
                new LiveDefinition(
                        builder.definition(),
                        new RewardRules(
                                Duration.ofHours(1), Learning.AT_ONCE, Aggregation.FIRST, OptionalDouble.empty())));
        SplittableRandom random = new SplittableRandom(seed);
        long[] position = {0};
        for (int round = 0; round < ROUNDS; round++) {
            Answer answer = bandit.decide(
                    new DecisionRequest("", Features.NONE, new Offer.Inline(arms(random)), 1),
                    round,
                    (event, time) -> ++position[0]);
            bandit.reward(answer.decision(), "", random.nextInt(2), round, (event, time) -> ++position[0]);
        }
        return bandit;
    }

    private static List<Arm> arms(SplittableRandom random) {
        List<Arm> arms = new ArrayList<>();
        for (int arm = 0; arm < ARMS; arm++) {
            Features.Builder features = Features.builder();
            for (int i = 0; i < NUMBERS; i++) {
                features.number(String.format(Locale.ROOT, "n%d", i), random.nextDouble());
            }
            arms.add(new Arm("a" + arm, features.build()));
        }
        return arms;
    }

    private static long usedBytes() {
        Runtime runtime = Runtime.getRuntime();
        long least = Long.MAX_VALUE;
        for (int i = 0; i < 5; i++) {
            System.gc();
            least = Math.min(least, runtime.totalMemory() - runtime.freeMemory());
        }
        return least;
    }
}
