package dev.attune.bench.stream;

import dev.attune.api.ActionSet;
import dev.attune.api.Setting;
import dev.attune.api.SettingSpace;
import dev.attune.encode.Arm;
import dev.attune.encode.Features;
import dev.attune.lab.env.Rounds;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The arms of a round and their rewards, kept until the stream has chosen one. */
final class PlayedRound {
    private static final Setting NONE = SettingSpace.EMPTY.preset();

    private final List<Arm> arms;
    private final double[] rewards;

    private PlayedRound(List<Arm> arms, double[] rewards) {
        this.arms = arms;
        this.rewards = rewards;
    }

    static PlayedRound next(Rounds rounds) {
        ActionSet actions = rounds.next();
        List<Arm> arms = new ArrayList<>();
        double[] rewards = new double[actions.arms()];
        for (int k = 0; k < rewards.length; k++) {
            arms.add(new Arm(
                    Integer.toString(k),
                    Features.builder()
                            .numbers("x", numbers(actions.features(k)))
                            .build()));
            rewards[k] = rounds.reward(k, NONE);
        }
        return new PlayedRound(arms, rewards);
    }

    private static List<Double> numbers(double[] values) {
        return Arrays.stream(values).boxed().toList();
    }

    List<Arm> arms() {
        return arms;
    }

    double reward(int arm) {
        return rewards[arm];
    }

    double mean() {
        return Arrays.stream(rewards).average().orElse(Double.NaN);
    }

    double best() {
        return Arrays.stream(rewards).max().orElse(Double.NaN);
    }
}
