package dev.attune.flink.play;

import dev.attune.api.ActionSet;
import dev.attune.api.Setting;
import dev.attune.api.SettingSpace;
import dev.attune.lab.env.Rounds;
import java.util.Arrays;

/** The arms of a round and what each of them would earn, kept until the stream has chosen one. */
final class PlayedRound {
    private static final Setting NONE = SettingSpace.EMPTY.preset();

    private final double[][] rows;
    private final double[] rewards;

    private PlayedRound(double[][] rows, double[] rewards) {
        this.rows = rows;
        this.rewards = rewards;
    }

    static PlayedRound next(Rounds rounds) {
        ActionSet arms = rounds.next();
        double[][] rows = new double[arms.arms()][];
        double[] rewards = new double[arms.arms()];
        for (int k = 0; k < rows.length; k++) {
            rows[k] = arms.features(k);
            rewards[k] = rounds.reward(k, NONE);
        }
        return new PlayedRound(rows, rewards);
    }

    double[][] rows() {
        return rows;
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
