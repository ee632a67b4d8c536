package dev.attune.bench.sparse;

import dev.attune.Attune;
import dev.attune.Bandit;
import dev.attune.Decision;
import dev.attune.bench.peers.VowpalWabbit;
import dev.attune.lab.env.WordWorld;
import dev.attune.lab.env.WordWorld.Visit;
import dev.attune.math.RoundRandom;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntToDoubleFunction;

/** A learner that plays the visits of one repetition. It gets them beforehand, so that it can prepare its input before the clock starts. */
interface Player extends AutoCloseable {
    /** Keeps the draws of a bandit apart from those of its world, which are keyed by seed and round as well. */
    long OTHER_KEY = 0x41545455;

    /** The same for peers. */
    long DRAWS_OF_PEERS = 0x5677_6277L;

    /**
     * Plays one round: chooses an arm, learns its reward.
     *
     * @param visit number of the visit, from 0
     * @param reward the reward of an arm, by its position among the arms of the visit
     * @return the reward
     */
    double play(int visit, IntToDoubleFunction reward);

    @Override
    default void close() {}

    /** Returns the default bandit; no option but the seed. */
    static Player attune(List<Visit> visits, long seed) {
        Bandit bandit = Attune.bandit().seed(seed ^ OTHER_KEY).build();
        String[][] arms = visits.stream()
                .map(visit -> visit.arms().toArray(String[]::new))
                .toArray(String[][]::new);
        return (visit, reward) -> {
            Decision decision = bandit.decide(visits.get(visit).context(), arms[visit]);
            double y = reward.applyAsDouble(decision.index());
            bandit.reward(decision, y);
            return y;
        };
    }

    /**
     * Returns Vowpal Wabbit with the options of an exploration. Words and the id of the arm are two namespaces whose pairs are features ({@code -q}).
     * Text of contexts and arms is made before the clock starts. The cost is 1 - reward, in the range [0, 1] that RegCB assumes by default. Tried
     * beside it on three worlds: -reward with the range [-1, 0], which earned less in most cases.
     */
    static Player vowpalWabbit(VowpalWabbit peer, String exploration, List<Visit> visits, long seed) {
        VowpalWabbit.Learner learner = peer.learner("-q wa " + exploration);
        String[][] examples = visits.stream().map(Player::example).toArray(String[][]::new);
        RoundRandom rng = new RoundRandom(seed, 0);
        return new Player() {
            @Override
            public double play(int visit, IntToDoubleFunction reward) {
                rng.reset(seed ^ DRAWS_OF_PEERS, visit + 1);
                VowpalWabbit.Choice choice = learner.choose(examples[visit], rng.nextDouble());
                double y = reward.applyAsDouble(choice.arm());
                learner.learn(examples[visit], choice, 1 - y);
                return y;
            }

            @Override
            public void close() {
                learner.close();
            }
        };
    }

    /** Returns the shared line and a line for each arm. */
    private static String[] example(Visit visit) {
        StringBuilder shared = new StringBuilder(VowpalWabbit.SHARED + "|w");
        visit.words().forEach((word, value) -> {
            shared.append(' ').append(WordWorld.wordName(word));
            if (value != 1) {
                shared.append(':').append(value);
            }
        });
        String[] lines = new String[1 + visit.arms().size()];
        Arrays.setAll(
                lines, i -> i == 0 ? shared.toString() : "|a " + visit.arms().get(i - 1));
        return lines;
    }
}
