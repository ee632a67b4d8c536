package dev.attune.lab.env;

import dev.attune.api.ActionSet;
import dev.attune.api.Decision;
import dev.attune.api.SettingSpace;
import dev.attune.api.Suggestion;
import dev.attune.math.RoundRandom;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Decisions for tests, made without a bandit, and what came of them. */
final class Pull {
    private Pull() {}

    /** A decision for an arm. */
    static Decision of(ActionSet arms, long t, int arm) {
        return new Decision(t, arm, arms.features(arm), Double.NaN, Suggestion.of(SettingSpace.EMPTY.preset()), false);
    }

    /** All that can be seen of some rounds when arms are chosen at random: features, rewards and regrets. */
    static List<List<Double>> trace(Environment environment, long seed, int rounds) {
        Rounds open = environment.open(seed, rounds);
        RoundRandom random = new RoundRandom(seed, -1);
        List<List<Double>> trace = new ArrayList<>();
        for (int t = 1; t <= rounds; t++) {
            ActionSet arms = open.next();
            Decision decision = of(arms, t, random.nextInt(arms.arms()));
            List<Double> seen = new ArrayList<>();
            for (int arm = 0; arm < arms.arms(); arm++) {
                Arrays.stream(arms.features(arm)).forEach(seen::add);
            }
            seen.add(open.regret(decision));
            seen.add(open.reward(decision));
            trace.add(seen);
        }
        return trace;
    }
}
