package dev.attune.lab.run;

import dev.attune.api.Hyperparameter;
import dev.attune.api.Setting;
import dev.attune.api.SettingSpace;
import java.util.LinkedHashMap;
import java.util.Map;

/** Sums regret, reward and settings, and keeps what they were at a hundred rounds. */
final class CurveRecorder {
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

    CurveRecorder(long horizon, SettingSpace space) {
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
