package dev.attune.live;

import dev.attune.api.ExplorationPath;
import dev.attune.api.Setting;
import dev.attune.encode.Arm;
import dev.attune.engine.DefinedBandit;
import dev.attune.engine.SelfTuningBandit.LastRound;
import dev.attune.journal.Decided;
import dev.attune.live.Explanation.ArmExplanation;
import dev.attune.live.Explanation.Interval;
import dev.attune.math.UpperEnvelope;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Tells why the last decision of a model came out as it did. */
final class Explainer {
    private static final double LARGEST_RATE = 20; // in units of the noise: where the default tuner stops looking

    private final DefinedBandit model;
    private final LastRound round;
    private final Decided decided;
    private final List<Arm> arms;
    private final Setting setting;
    private final boolean scored;

    Explainer(DefinedBandit model, Decided decided, List<Arm> arms) {
        this.model = model;
        this.round = model.bandit().lastRound();
        this.decided = decided;
        this.arms = arms;
        this.setting = model.bandit().policy().space().setting(decided.setting());
        this.scored = !decided.byCaller() && round.scored();
    }

    Explanation explain() {
        String chosen = id(decided.arm());
        String greedy = scored ? id(round.greedy()) : "";
        List<Interval> envelope = scored ? envelope() : List.of();
        boolean exploring = scored && !greedy.equals(chosen);
        return new Explanation(perArm(), envelope, setting, greedy, chosen, exploring, why(greedy, envelope));
    }

    private String id(int arm) {
        return arms.get(arm).id();
    }

    private List<ArmExplanation> perArm() {
        List<ArmExplanation> told = new ArrayList<>();
        for (int k = 0; k < arms.size(); k++) {
            double mean = scored ? round.means()[k] : Double.NaN;
            double width = scored ? round.bonuses()[k] : Double.NaN;
            double index = scored ? Math.fma(setting.get(0), width, mean) : Double.NaN;
            told.add(new ArmExplanation(id(k), mean, width, index, probability(k)));
        }
        return told;
    }

    private double probability(int arm) {
        if (!decided.byCaller()) {
            return round.propensity(arm);
        }
        return arm == decided.arm() ? decided.propensity() : Double.NaN;
    }

    private List<Interval> envelope() {
        UpperEnvelope envelope = new UpperEnvelope();
        envelope.build(round.means(), round.bonuses(), arms.size(), 0, largestRate());
        List<Interval> intervals = new ArrayList<>();
        for (int i = 0; i < envelope.segments(); i++) {
            intervals.add(new Interval(envelope.from(i), envelope.to(i), id(envelope.arm(i))));
        }
        return intervals;
    }

    private double largestRate() {
        ExplorationPath path = model.bandit().policy().path().orElseThrow();
        double searched = path.space().parameters().get(0).high();
        return Math.max(
                setting.get(0),
                Math.max(searched, LARGEST_RATE * path.posterior().noise()));
    }

    private String why(String greedy, List<Interval> envelope) {
        String chosen = id(decided.arm());
        if (decided.byCaller()) {
            return "The caller chose " + chosen + "; the bandit only learns from it.";
        }
        if (round.warmup()) {
            return "Round " + decided.round() + " is of the warm-up, in which every arm is as likely: " + chosen
                    + " was drawn.";
        }
        if (round.uniform()) {
            return "A share of " + model.definition().options().uniformShare()
                    + " of all decisions is uniformly random, and this is one of them: " + chosen + " was drawn.";
        }
        if (!scored) {
            return model.definition().policy() + " chose " + chosen + " by a rule without an exploration rate.";
        }
        return chosen.equals(greedy) ? greedyChosen(chosen) : explored(chosen, greedy, envelope);
    }

    private String greedyChosen(String chosen) {
        return chosen + " has the largest estimate, and no other arm was worth exploring at exploration rate "
                + rounded(setting.get(0)) + ".";
    }

    private String explored(String chosen, String greedy, List<Interval> envelope) {
        for (Interval interval : envelope) {
            if (interval.arm().equals(chosen)) {
                return chosen + " was explored: at exploration rates from " + rounded(interval.from()) + " to "
                        + rounded(interval.to()) + " it has the largest index, and the rate in force is "
                        + rounded(setting.get(0)) + ". The largest estimate has " + greedy + ".";
            }
        }
        return chosen + " was drawn: no reward seen so far tells the arms apart, so every arm was as likely.";
    }

    private static String rounded(double value) {
        return String.format(Locale.ROOT, "%.4g", value);
    }
}
