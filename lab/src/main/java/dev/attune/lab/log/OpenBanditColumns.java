package dev.attune.lab.log;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Which column of an Open Bandit file is what; -1 where there is none. */
final class OpenBanditColumns {
    private static final String AFFINITY = "user-item_affinity_";

    final int item;
    final int click;
    final int propensity;
    final int time;
    final int position;
    /** Columns of the user's features, with their names. */
    final Map<Integer, String> user = new TreeMap<>();
    /** The column of each item's affinity, in the order of items. */
    final int[] affinity;

    OpenBanditColumns(List<String> names) {
        item = names.indexOf("item_id");
        click = names.indexOf("click");
        propensity = names.indexOf("propensity_score");
        time = names.indexOf("timestamp");
        position = names.indexOf("position");
        List<Integer> affinities = new ArrayList<>();
        for (int column = 0; column < names.size(); column++) {
            String name = names.get(column);
            if (name.startsWith("user_feature_")) {
                user.put(column, name);
            }
            int next = names.indexOf(AFFINITY + affinities.size());
            if (next >= 0) {
                affinities.add(next);
            }
        }
        affinity = affinities.stream().mapToInt(Integer::intValue).toArray();
    }

    /** What is missing that there must be; empty if nothing is. */
    String missing() {
        if (item < 0) {
            return "item_id";
        }
        if (click < 0) {
            return "click";
        }
        if (propensity < 0) {
            return "propensity_score";
        }
        return affinity.length == 0 ? AFFINITY + "0" : "";
    }
}
