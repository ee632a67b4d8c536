package dev.attune.lab.env;

import dev.attune.api.ActionSet;
import dev.attune.api.Setting;
import dev.attune.api.SettingSpace;
import dev.attune.math.RoundRandom;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** What can be observed of the rounds of an environment, without a bandit. */
final class Traces {
    /** For environments that pay for the arm alone. */
    static final Setting NO_SETTING = SettingSpace.EMPTY.preset();

    private Traces() {}

    /** Returns features, regrets and rewards of some rounds in which arms are chosen at random. */
    static List<List<Double>> trace(Environment environment, long seed, int rounds) {
        Rounds open = environment.open(seed, rounds);
        RoundRandom random = new RoundRandom(seed, -1);
        List<List<Double>> trace = new ArrayList<>();
        for (int t = 1; t <= rounds; t++) {
            ActionSet arms = open.next();
            int chosen = random.nextInt(arms.arms());
            List<Double> seen = new ArrayList<>();
            for (int arm = 0; arm < arms.arms(); arm++) {
                Arrays.stream(arms.features(arm)).forEach(seen::add);
            }
            seen.add(open.regret(chosen, NO_SETTING));
            seen.add(open.reward(chosen, NO_SETTING));
            trace.add(seen);
        }
        return trace;
    }
}
