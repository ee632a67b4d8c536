package dev.attune.live;

import dev.attune.api.ExplorationPath;
import dev.attune.api.Setting;
import dev.attune.encode.Arm;
import dev.attune.engine.DefinedBandit;
import dev.attune.engine.SelfTuningBandit.LastRound;
import dev.attune.journal.Decided;
import dev.attune.live.statistics.PathView;
import dev.attune.live.statistics.PathView.Segment;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Why a past decision was made.
 *
 * @param arms the arms on offer, in their order, as the model saw them
 * @param envelope the arm that each exploration rate would have chosen, in the order of the rates; empty if arms were not scored
 * @param setting the hyperparameters in force
 * @param greedy id of the arm with the largest estimate; empty if arms were not scored
 * @param chosen id of the chosen arm
 * @param exploring whether the chosen arm is not the greedy one
 * @param why the reason in one sentence
 */
public record Explanation(
        List<ArmExplanation> arms,
        List<Segment> envelope,
        Setting setting,
        String greedy,
        String chosen,
        boolean exploring,
        String why) {
    private static final double LARGEST_RATE = 20; // in units of the noise: the end of the default tuner's search

    /** Copies the lists. */
    public Explanation {
        arms = List.copyOf(arms);
        envelope = List.copyOf(envelope);
    }

    /**
     * An arm as the model saw it. All numbers are NaN if arms were not scored.
     *
     * @param id of the arm
     * @param mean expected reward, on the scale of the policy's index
     * @param width what one unit of exploration adds: the uncertainty, or, for Thompson sampling, the share of the draw
     * @param index mean + explore * width
     * @param probability of being chosen, the uniform share included; NaN if unknown
     */
    public record ArmExplanation(String id, double mean, double width, double index, double probability) {}

    /** Explains the last decision of a model. */
    static Explanation of(DefinedBandit model, Decided decided, List<Arm> arms) {
        LastRound round = model.bandit().lastRound();
        Setting setting = model.bandit().policy().space().setting(decided.setting());
        boolean scored = !decided.byCaller() && round.scored();
        List<ArmExplanation> all = new ArrayList<>();
        for (int k = 0; k < arms.size(); k++) {
            double mean = scored ? round.means()[k] : Double.NaN;
            double width = scored ? round.bonuses()[k] : Double.NaN;
            double index = scored ? Math.fma(setting.get(0), width, mean) : Double.NaN;
            all.add(new ArmExplanation(arms.get(k).id(), mean, width, index, probability(decided, round, k)));
        }
        String chosen = arms.get(decided.arm()).id();
        String greedy = scored ? arms.get(round.greedy()).id() : "";
        List<Segment> envelope = scored
                ? PathView.envelope(arms.stream().map(Arm::id).toList(), round, largestRate(model, setting.get(0)))
                : List.of();
        boolean exploring = scored && !greedy.equals(chosen);
        String why = scored && !round.uniform()
                ? exploring
                        ? explored(chosen, greedy, setting.get(0), envelope)
                        : chosen
                                + " has the largest estimate, and no other arm was worth exploring at exploration rate "
                                + rounded(setting.get(0)) + "."
                : unscored(model, decided, round, chosen);
        return new Explanation(all, envelope, setting, greedy, chosen, exploring, why);
    }

    private static double probability(Decided decided, LastRound round, int arm) {
        if (!decided.byCaller()) {
            return round.propensity(arm);
        }
        return arm == decided.arm() ? decided.propensity() : Double.NaN;
    }

    private static double largestRate(DefinedBandit model, double explore) {
        ExplorationPath path = model.bandit().policy().path().orElseThrow();
        double searched = path.space().parameters().get(0).high();
        return Math.max(
                explore, Math.max(searched, LARGEST_RATE * path.posterior().noise()));
    }

    private static String unscored(DefinedBandit model, Decided decided, LastRound round, String chosen) {
        if (decided.byCaller()) {
            return "The caller chose " + chosen + "; the bandit only learns from it.";
        }
        if (round.warmup()) {
            return "Round " + decided.round() + " is of the warm-up, in which every arm is as likely: " + chosen
                    + " was drawn.";
        }
        if (round.uniform()) {
            return "A share of " + rounded(round.uniformShare())
                    + " of all decisions is uniformly random, and this is one of them: " + chosen + " was drawn.";
        }
        return model.definition().policy() + " chose " + chosen + " by a rule without an exploration rate.";
    }

    private static String explored(String chosen, String greedy, double explore, List<Segment> envelope) {
        for (Segment segment : envelope) {
            if (segment.arm().equals(chosen)) {
                return chosen + " was explored: at exploration rates from " + rounded(segment.from()) + " to "
                        + rounded(segment.to()) + " it has the largest index, and the rate in force is "
                        + rounded(explore) + ". The largest estimate has " + greedy + ".";
            }
        }
        return chosen + " was drawn: no reward seen so far tells the arms apart, so every arm was as likely.";
    }

    private static String rounded(double value) {
        return String.format(Locale.ROOT, "%.4g", value);
    }
}
