package dev.attune.bench.verdict;

import dev.attune.api.ActionSet;
import dev.attune.api.ConfidenceSequence;
import dev.attune.api.Control;
import dev.attune.api.Options;
import dev.attune.api.RewardRange;
import dev.attune.api.Setting;
import dev.attune.api.UniformShare;
import dev.attune.catalog.BanditDefinition;
import dev.attune.catalog.Catalog;
import dev.attune.encode.Arm;
import dev.attune.encode.Encoder;
import dev.attune.encode.EncoderDefinition;
import dev.attune.engine.DefinedBandit;
import dev.attune.engine.Pull;
import dev.attune.engine.SelfTuningBandit;
import dev.attune.lab.env.Environment;
import dev.attune.lab.env.EnvironmentCatalog;
import dev.attune.lab.env.Rounds;
import dev.attune.math.RoundRandom;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.DoubleConsumer;
import java.util.stream.IntStream;

/**
 * What a uniform share costs, and how soon it gives a verdict against a random arm: the table by which the default
 * was chosen. The default bandit plays
 * worlds of clicks and those worlds of the suite whose rewards have limits, with every share on the same rounds.
 *
 * <pre>
 *   cost      1 - reward with the share / reward without any, over the first {@value #COSTED} rounds, with its standard error
 *   proven      bandits that are better than a random arm by the bounds of {@link ConfidenceSequence}, read every 50 rounds
 *   median    rounds until then
 * </pre>
 *
 * <p>The share t^(-1/4) is that of the mixture design of Liang and Bojinov, "An experimental design for anytime-valid
 * causal inference on multi-armed bandits", 2023
 * (arXiv 2311.05794).
 */
public final class ShareBench {
    private static final int COSTED = 10_000;
    private static final int LOOK = 50; // rounds between two looks at the bounds
    private static final long SEED = 31_000_000;
    private static final EncoderDefinition NAMED = EncoderDefinition.builder().build();

    /**
     * A row of the table.
     *
     * @param world that is played
     * @param share uniform share in words
     * @param bandits number of bandits
     * @param reward mean of the first 10,000 rounds, or of all if there are fewer
     * @param cost in percent of the reward without a share
     * @param costError its standard error
     * @param proven share of the bandits with a verdict, in percent
     * @param median of the rounds to a verdict; NaN if fewer than half of the bandits get it
     */
    public record Row(
            String world,
            String share,
            int bandits,
            double reward,
            double cost,
            double costError,
            double proven,
            double median) {
        /** Titles of the columns of {@link #toText}. */
        public static final String TITLES = String.format(
                Locale.ROOT,
                "%-36s %-15s %7s %8s %16s %7s %8s",
                "world",
                "uniform share",
                "bandits",
                "reward",
                "cost",
                "proven",
                "median");

        /** Returns the row as a line of text. */
        public String toText() {
            return String.format(
                    Locale.ROOT,
                    "%-36s %-15s %7d %8.4f %6.2f +- %4.2f %% %5.0f %% %8s",
                    world,
                    share,
                    bandits,
                    reward,
                    cost,
                    costError,
                    proven,
                    Double.isNaN(median) ? "-" : String.format(Locale.ROOT, "%,.0f", median));
        }
    }

    /** A share for each round. */
    private interface Design {
        UniformShare at(long round);
    }

    private record NamedDesign(String name, Design design) {
        static NamedDesign fixed(String name, UniformShare share) {
            return new NamedDesign(name, round -> share);
        }
    }

    /** Without a share first, which the others are compared with. */
    private static final List<NamedDesign> DESIGNS = List.of(
            NamedDesign.fixed("0", UniformShare.NONE),
            NamedDesign.fixed("0.01", UniformShare.constant(0.01)),
            NamedDesign.fixed("0.02", UniformShare.constant(0.02)),
            NamedDesign.fixed("decays to 0.02", UniformShare.decayingTo(0.02)),
            NamedDesign.fixed("decays to 0.01", UniformShare.DEFAULT),
            NamedDesign.fixed("decays to 0.005", UniformShare.decayingTo(0.005)),
            new NamedDesign("t^(-1/4)", round -> UniformShare.constant(1 / Math.sqrt(Math.sqrt((double) round)))));

    /** A world with rewards between 0 and 1. */
    private record NamedWorld(String name, BanditDefinition bandit, Opener opener) {
        interface Opener {
            Rounds open(long seed, long horizon);
        }

        static NamedWorld clicks(JudgedWorld world) {
            String name = String.format(
                    Locale.ROOT,
                    "clicks %s, %s, %d arms%s",
                    world.rate(),
                    world.best(),
                    world.arms(),
                    world.contexts() > 1 ? ", " + world.contexts() + " contexts" : "");
            return new NamedWorld(
                    name,
                    BanditDefinition.ofFeatures(Catalog.DEFAULT_POLICY, "", NAMED, options(RewardRange.UNIT)),
                    (seed, horizon) -> new Clicks(world, seed));
        }

        static NamedWorld ofSuite(String name) {
            Environment made = environment(name);
            Environment played = made.sparse().orElse(made);
            Options options = options(played.rewards());
            return new NamedWorld(
                    name,
                    played.dimension() == 0
                            ? BanditDefinition.ofFeatures(Catalog.DEFAULT_POLICY, "", NAMED, options)
                            : BanditDefinition.ofVectors(Catalog.DEFAULT_POLICY, "", played.dimension(), options),
                    played::open);
        }

        private static Options options(RewardRange rewards) {
            return Options.DEFAULT.withRewards(rewards);
        }

        private static Environment environment(String name) {
            try {
                return EnvironmentCatalog.environment(name).make(Map.of());
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    /** The rounds of a world of clicks. */
    private static final class Clicks implements Rounds {
        private final JudgedWorld world;
        private final long seed;
        private final Encoder encoder = Encoder.sparse(NAMED);
        private final List<Arm> arms;
        private final RoundRandom random;
        private long t;
        private int x;
        private double luck;

        Clicks(JudgedWorld world, long seed) {
            this.world = world;
            this.seed = seed;
            this.arms = world.offered();
            this.random = new RoundRandom(~seed, 0);
        }

        @Override
        public ActionSet next() {
            random.reset(~seed, ++t);
            x = random.nextInt(world.contexts());
            luck = random.nextDouble();
            return encoder.encode(world.context(x), arms);
        }

        @Override
        public double reward(int arm, Setting setting) {
            return luck < world.rate(x, arm) ? 1 : 0;
        }

        @Override
        public double regret(int arm, Setting setting) {
            return world.best() - world.rate(x, arm);
        }
    }

    private static List<NamedWorld> worlds() {
        return List.of(
                NamedWorld.clicks(JudgedWorld.uplift(2, 0.02, 0.04)),
                NamedWorld.clicks(JudgedWorld.uplift(6, 0.05, 0.1)),
                NamedWorld.clicks(new JudgedWorld(6, 0.05, 0.2, 6)),
                NamedWorld.ofSuite("independent-arms-bernoulli"),
                NamedWorld.ofSuite("independent-arms-bernoulli-changing"),
                NamedWorld.ofSuite("made-up-table"),
                NamedWorld.ofSuite("news"));
    }

    /** How a bandit fared; infinite rounds if there was no verdict. */
    private record Life(double reward, double rounds) {}

    private ShareBench() {}

    /**
     * Plays all worlds with all shares on all cores.
     *
     * @param bandits of each world and share
     * @param rounds of each bandit
     * @param progress receives the share that is done
     * @param out receives each row
     */
    public static void run(int bandits, long rounds, DoubleConsumer progress, Consumer<Row> out) {
        List<NamedWorld> worlds = worlds();
        double all = (double) worlds.size() * DESIGNS.size() * bandits;
        AtomicLong done = new AtomicLong();
        for (NamedWorld world : worlds) {
            List<Life> without = new ArrayList<>();
            for (NamedDesign design : DESIGNS) {
                List<Life> lives = IntStream.range(0, bandits)
                        .parallel() // lives share nothing, and each has its place
                        .mapToObj(i -> {
                            Life life = play(world, design.design, SEED + i, rounds);
                            synchronized (done) { // one report at a time
                                progress.accept(done.incrementAndGet() / all);
                            }
                            return life;
                        })
                        .toList();
                if (without.isEmpty()) {
                    without.addAll(lives);
                }
                out.accept(row(world.name, design.name, lives, without));
            }
        }
    }

    private static Life play(NamedWorld world, Design design, long seed, long rounds) {
        SelfTuningBandit bandit = new DefinedBandit(
                        world.bandit.withOptions(world.bandit.options().withSeed(seed)))
                .bandit();
        Rounds played = world.opener.open(seed, rounds);
        ConfidenceSequence bounds = new ConfidenceSequence(0, 1);
        long costed = Math.min(COSTED, rounds);
        double reward = 0;
        double proven = Double.POSITIVE_INFINITY;
        for (long t = 1; t <= rounds && (t <= costed || proven > rounds); t++) {
            UniformShare share = design.at(t);
            bandit.uniformShare(share);
            ActionSet arms = played.next();
            Pull pull = bandit.decide(arms);
            double y = played.reward(pull.arm(), pull.suggestion().setting());
            bandit.reward(pull, y);
            reward += t <= costed ? y : 0;
            Control.Term term = Control.random()
                    .term(new Control.Choice(true, arms.arms(), pull.arm(), -1, pull.propensity(), share.at(t), false));
            if (term.exists()) {
                bounds.add(term.g(), term.bound(), y);
            }
            if (t % LOOK == 0 && proven > rounds && bounds.low() > 0) {
                proven = t;
            }
        }
        return new Life(reward / costed, proven);
    }

    private static Row row(String world, String share, List<Life> lives, List<Life> without) {
        int n = lives.size();
        double reward = lives.stream().mapToDouble(Life::reward).average().orElseThrow();
        double best = without.stream().mapToDouble(Life::reward).average().orElseThrow();
        double squares = 0;
        for (int i = 0; i < n; i++) {
            double off = without.get(i).reward - lives.get(i).reward - (best - reward);
            squares += off * off;
        }
        double[] rounds = lives.stream().mapToDouble(Life::rounds).sorted().toArray();
        double median = rounds[(n - 1) / 2];
        return new Row(
                world,
                share,
                n,
                reward,
                100 * (1 - reward / best),
                n > 1 ? 100 * Math.sqrt(squares / (n - 1.0) / n) / best : Double.NaN,
                100.0
                        * Arrays.stream(rounds)
                                .filter(r -> r < Double.POSITIVE_INFINITY)
                                .count()
                        / n,
                median < Double.POSITIVE_INFINITY ? median : Double.NaN);
    }
}
