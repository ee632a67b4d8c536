package dev.attune.lab.reproduce;

import dev.attune.api.ActionSet;
import dev.attune.api.ExplorationPath;
import dev.attune.api.Horizon;
import dev.attune.api.Options;
import dev.attune.api.Setting;
import dev.attune.engine.Pull;
import dev.attune.engine.SelfTuningBandit;
import dev.attune.lab.env.Environment;
import dev.attune.lab.env.Rounds;
import dev.attune.lab.spec.Spec;
import dev.attune.lab.spec.Spec.EnvironmentChoice;
import dev.attune.lab.spec.Spec.PolicyChoice;
import dev.attune.math.RoundRandom;
import dev.attune.tuner.ZoomingTs;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * How the reward depends on the exploration rate while a policy runs: the paper's Appendix A.2 and Figure 3. CDT plays and
 * learns; every other rate only says which arm it would have chosen, and gets that arm's reward.
 *
 * <pre>
 *   rounds 1 to 200: random arms, not counted ;  then groups of 20 rounds
 *   g(v, i) = mean reward of rate v in group i, minus the mean over all rates in group i
 *   shown: mean and standard deviation of g(v, .) over all groups
 * </pre>
 *
 * <p>Where the paper is silent: in a round all rates meet the same luck and, for Thompson policies, the same draw of
 * coefficients. So g is free of noise that has nothing to do with the rate. Groups of all repetitions count alike; a last group
 * that is not full is left out.
 */
public final class LipschitzStudy {
    private static final int WARMUP = 200;
    private static final int GROUP = 20;
    private static final long ENVIRONMENT = -1; // a round that no bandit has

    private final double[] rates;
    private final double[] sums;
    private final double[] squares;
    private int groups;

    private LipschitzStudy(double[] rates) {
        this.rates = rates;
        this.sums = new double[rates.length];
        this.squares = new double[rates.length];
    }

    /**
     * What one rate earned.
     *
     * @param environment label of the environment
     * @param policy label of the policy
     * @param explore the rate
     * @param mean mean over groups of the centred group mean reward
     * @param deviation its standard deviation over groups
     * @param groups how many groups there were
     */
    public record Point(String environment, String policy, double explore, double mean, double deviation, int groups) {}

    /**
     * Plays the environments, policies, rounds, repetitions and grid of a spec; its tuners and delays are not looked at.
     *
     * @throws IllegalArgumentException if a policy has no exploration rate, or there are fewer than 220 rounds
     */
    public static List<Point> run(Spec spec) throws IOException {
        List<Point> points = new ArrayList<>();
        for (EnvironmentChoice choice : spec.environments()) {
            Environment environment = choice.entry().make(choice.given());
            long rounds = Math.min(choice.rounds(), environment.mostRounds());
            if (rounds < WARMUP + GROUP) {
                throw new IllegalArgumentException(choice.label() + ": rounds = " + rounds + " must be at least "
                        + (WARMUP + GROUP) + ", for a warm-up of " + WARMUP + " and a group of " + GROUP);
            }
            for (PolicyChoice policy : choice.policies()) {
                LipschitzStudy study = new LipschitzStudy(choice.grid());
                for (int repetition = 1; repetition <= spec.repetitions(); repetition++) {
                    study.play(environment, policy, rounds, new RoundRandom(spec.seed(), repetition).nextLong());
                }
                points.addAll(study.points(choice.label(), policy.label()));
            }
        }
        return List.copyOf(points);
    }

    private void play(Environment environment, PolicyChoice choice, long rounds, long seed) {
        ExplorationPath policy = choice.entry()
                .create(environment.dimension())
                .path()
                .orElseThrow(() ->
                        new IllegalArgumentException("the policy " + choice.label() + " has no exploration rate"));
        SelfTuningBandit bandit = SelfTuningBandit.of(
                policy,
                new ZoomingTs(policy.space(), Horizon.of(rounds - WARMUP)),
                Options.DEFAULT
                        .withSeed(seed)
                        .withRewards(environment.rewards())
                        .withWarmup(WARMUP));
        Rounds world = environment.open(new RoundRandom(seed, ENVIRONMENT).nextLong(), rounds);
        double[] earned = new double[rates.length];
        for (long t = 1; t <= rounds; t++) {
            ActionSet arms = world.next();
            Pull pull = bandit.decide(arms);
            Setting setting = pull.suggestion().setting();
            if (t > WARMUP) {
                for (int v = 0; v < rates.length; v++) {
                    earned[v] += world.reward(bandit.scored().best(rates[v]), setting);
                }
                if ((t - WARMUP) % GROUP == 0) {
                    close(earned);
                }
            }
            bandit.reward(pull, world.reward(pull.arm(), setting));
        }
    }

    private void close(double[] earned) {
        double all = 0;
        for (double sum : earned) {
            all += sum / earned.length;
        }
        for (int v = 0; v < earned.length; v++) {
            double g = (earned[v] - all) / GROUP;
            sums[v] += g;
            squares[v] += g * g;
            earned[v] = 0;
        }
        groups++;
    }

    private List<Point> points(String environment, String policy) {
        List<Point> points = new ArrayList<>();
        for (int v = 0; v < rates.length; v++) {
            double mean = sums[v] / groups;
            double variance = Math.max(0, squares[v] / groups - mean * mean);
            points.add(new Point(environment, policy, rates[v], mean, Math.sqrt(variance), groups));
        }
        return points;
    }
}
