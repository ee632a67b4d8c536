package dev.attune.bench.soak;

import dev.attune.Attune;
import dev.attune.Bandit;
import dev.attune.Decision;
import dev.attune.api.ModelExplanation;
import dev.attune.bench.soak.SoakWorld.Visit;
import dev.attune.bench.soak.SoakWorld.Visitors;
import dev.attune.math.RoundRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.PriorityQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.DoubleConsumer;

/**
 * Plays the default bandit for a life in a world that never changes.
 *
 * <pre>
 *   m      mean of what the chosen arms pay in the mean, of each block of 1,000 rounds
 *   level  the largest mean of m over 20 blocks in a row so far
 *   fall   (level - m) / sqrt(v / 1,000), v the variance of a reward ;  of 10 and of 100 blocks as one, with sqrt(v / 10,000) and sqrt(v / 100,000)
 * </pre>
 *
 * <p>A fall of more than {@value #MOST} standard errors fails. The standard error is what a user who sees rewards
 * would take; what arms pay in the mean
 * is used for m because it has no noise of rewards, so that no fall is luck and none is hidden by luck. Nothing is
 * excused as not yet converged: the
 * level is only what the bandit has reached before.
 */
public final class SoakRun {
    /** The largest fall that passes, in standard errors. */
    public static final double MOST = 5;

    /** The fewest rounds in which a fall can be seen. */
    public static final long LEAST_ROUNDS = 40_000;

    private static final int BLOCK = 1000;
    private static final int[] LENGTHS = {1, 10, 100
    }; // blocks: where rewards are rare, a block alone is too short to see anything
    private static final int LEVEL = 20; // blocks
    private static final long DRAWS_OF_WORLD = 0x534f414bL;
    private static final long DRAWS_OF_BANDIT = 0x41545455L;

    /**
     * What a life has shown.
     *
     * @param world where it was
     * @param seed of world and bandit
     * @param rounds that were played
     * @param gain what was earned beyond a uniformly random arm, as a share of what the best arms earn beyond it
     * @param worst smallest mean of a block over the level before it
     * @param fall largest fall, in standard errors
     * @param at round at which the block with the largest fall begins
     * @param changes how often the bandit reported that the world has changed
     * @param leader the candidate that leads at the end
     */
    public record Life(
            SoakWorld world,
            long seed,
            long rounds,
            double gain,
            double worst,
            double fall,
            long at,
            long changes,
            String leader) {
        /** Returns whether no block fell too far. */
        public boolean passed() {
            return fall <= MOST;
        }
    }

    private record Waiting(double due, Decision decision, double reward) implements Comparable<Waiting> {
        @Override
        public int compareTo(Waiting other) {
            return Double.compare(due, other.due);
        }
    }

    private SoakRun() {}

    /**
     * Plays lives in threads.
     *
     * @param lives of each world, with seeds that follow each other
     * @param threads number of lives that are played at a time; the results do not depend on it
     * @param progress receives the share that is done
     * @param done receives every life when it ends, in the order of the worlds
     */
    public static void playAll(
            List<SoakWorld> worlds,
            int lives,
            long seed,
            long rounds,
            int threads,
            DoubleConsumer progress,
            Consumer<Life> done)
            throws InterruptedException {
        AtomicLong played = new AtomicLong();
        double all = (double) worlds.size() * lives * rounds;
        ExecutorService pool = Executors.newFixedThreadPool(threads);
        try {
            List<Future<Life>> running = new ArrayList<>();
            for (SoakWorld world : worlds) {
                for (int i = 0; i < lives; i++) {
                    long own = seed + i;
                    running.add(pool.submit(
                            () -> play(world, own, rounds, () -> progress.accept(played.addAndGet(BLOCK) / all))));
                }
            }
            for (Future<Life> life : running) {
                done.accept(life.get());
            }
        } catch (ExecutionException e) {
            throw new IllegalStateException("a life ended by an error", e.getCause());
        } finally {
            pool.shutdownNow();
        }
    }

    /**
     * Plays a world.
     *
     * @param block is run after every {@value #BLOCK} rounds
     */
    public static Life play(SoakWorld world, long seed, long rounds, Runnable block) {
        Attune.Builder builder = Attune.bandit().seed(seed ^ DRAWS_OF_BANDIT);
        Bandit bandit = (world.rate() == 0 ? builder : builder.rewards(0, 1)).build();
        String[] arms = new String[world.arms()];
        for (int k = 0; k < arms.length; k++) {
            arms[k] = "arm" + k;
        }
        Visitors visitors = world.visitors(seed);
        RoundRandom rng = new RoundRandom(seed, 0);
        PriorityQueue<Waiting> waiting = new PriorityQueue<>();
        Blocks blocks = new Blocks();
        for (long t = 0; t < rounds; t++) {
            while (!waiting.isEmpty() && waiting.peek().due <= t) {
                Waiting next = waiting.poll();
                bandit.reward(next.decision, next.reward);
            }
            Visit visit = visitors.at(t);
            rng.reset(seed ^ DRAWS_OF_WORLD, t);
            Decision decision = bandit.decide(visit.features(), arms);
            double pay = visit.pay()[decision.index()];
            double reward = world.reward(pay, rng);
            blocks.add(visit.pay(), pay, reward);
            double due = switch (world.arrival()) {
                case AT_ONCE -> t + 1.0;
                case LATE -> t + 1 - SoakWorld.Arrival.LAG * StrictMath.log(1 - rng.nextDouble());
                case WINDOW -> t + (double) SoakWorld.Arrival.LAG;
                case BATCHES -> (double) ((t / SoakWorld.Arrival.BATCH + 1) * SoakWorld.Arrival.BATCH);
            };
            waiting.add(new Waiting(due, decision, reward));
            if ((t + 1) % BLOCK == 0) {
                block.run();
            }
        }
        ModelExplanation model = bandit.explain();
        return blocks.life(world, seed, rounds, model.changes(), model.leader());
    }

    /** The running totals of a life. */
    private static final class Blocks {
        private final List<Double> means = new ArrayList<>();
        private double inBlock;
        private int rounds;
        private double best; // sums of what the best arm, all arms and the chosen ones pay
        private double all;
        private double chosen;
        private double sum; // of rewards
        private double squares;
        private long n;

        void add(double[] pays, double pay, double reward) {
            double most = Double.NEGATIVE_INFINITY;
            double total = 0;
            for (double each : pays) {
                most = Math.max(most, each);
                total += each;
            }
            best += most;
            all += total / pays.length;
            chosen += pay;
            sum += reward;
            squares += reward * reward;
            n++;
            inBlock += pay;
            if (++rounds == BLOCK) {
                means.add(inBlock / BLOCK);
                inBlock = 0;
                rounds = 0;
            }
        }

        private double mean(int from, int to) {
            return means.subList(from, to).stream().mapToDouble(m -> m).sum() / (to - from);
        }

        Life life(SoakWorld world, long seed, long played, long changes, String leader) {
            double deviation = Math.sqrt(squares / n - sum / n * (sum / n));
            double level = Double.NEGATIVE_INFINITY;
            double fall = 0;
            double worst = 1;
            long at = 0;
            for (int b = LEVEL; b < means.size(); b++) {
                level = Math.max(level, mean(b - LEVEL, b));
                worst = Math.min(worst, means.get(b) / level);
                for (int length : LENGTHS) {
                    if (b + length <= means.size()) {
                        double here = (level - mean(b, b + length)) / deviation * Math.sqrt((double) BLOCK * length);
                        if (here > fall) {
                            fall = here;
                            at = (long) b * BLOCK;
                        }
                    }
                }
            }
            return new Life(world, seed, played, (chosen - all) / (best - all), worst, fall, at, changes, leader);
        }
    }
}
