package dev.attune.lab.run;

import dev.attune.api.Hyperparameter;
import dev.attune.api.Setting;
import dev.attune.api.SettingSpace;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The course of a repetition, at a few rounds.
 *
 * @param t the rounds, increasing, the last one being the end
 * @param regret regret summed up to each of them; NaN where it is not known
 * @param reward reward summed up to each of them
 * @param settings by hyperparameter, the mean of the values in force since the round before; empty for policies without
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record Curve(long[] t, double[] regret, double[] reward, Map<String, double[]> settings) {
    /** Sums regret, reward and settings, and records them at a hundred rounds. */
    static final class Recorder {
        private static final int POINTS = 100;

        private final SettingSpace space;
        private final long[] t;
        private final double[] regretAt;
        private final double[] rewardAt;
        private final double[][] settingAt; // [hyperparameter][point], mean since the point before
        private final double[] settingSum;
        private double regret;
        private double reward;
        private int point;
        private long since;

        Recorder(long horizon, SettingSpace space) {
            this.space = space;
            int points = (int) Math.min(POINTS, horizon);
            t = new long[points];
            for (int i = 0; i < points; i++) {
                // Whole and remainder apart: horizon * (i + 1) might overflow.
                t[i] = horizon / points * (i + 1) + horizon % points * (i + 1) / points;
            }
            regretAt = new double[points];
            rewardAt = new double[points];
            settingAt = new double[space.size()][points];
            settingSum = new double[space.size()];
        }

        void add(long round, double roundRegret, double roundReward, Setting setting) {
            regret += roundRegret;
            reward += roundReward;
            for (int l = 0; l < settingSum.length; l++) {
                settingSum[l] += setting.get(l);
            }
            if (round == t[point]) {
                regretAt[point] = regret;
                rewardAt[point] = reward;
                for (int l = 0; l < settingSum.length; l++) {
                    settingAt[l][point] = settingSum[l] / (round - since);
                    settingSum[l] = 0;
                }
                since = round;
                point = Math.min(point + 1, t.length - 1);
            }
        }

        double regret() {
            return regret;
        }

        double reward() {
            return reward;
        }

        Curve curve() {
            Map<String, double[]> settings = new LinkedHashMap<>();
            int l = 0;
            for (Hyperparameter parameter : space.parameters()) {
                settings.put(parameter.name(), settingAt[l++]);
            }
            return new Curve(t, regretAt, rewardAt, settings);
        }
    }
}
