package dev.attune.lab.log;

import java.util.HashSet;
import java.util.Set;

/** Counts different names up to a limit, so that memory stays bounded. */
final class DistinctNames {
    private final int most;
    private final Set<String> names = new HashSet<>();
    private boolean more;

    DistinctNames(int most) {
        this.most = most;
    }

    void add(String name) {
        if (names.size() < most) {
            names.add(name);
        } else {
            more |= !names.contains(name);
        }
    }

    int count() {
        return names.size();
    }

    /** Whether there were more names than are counted. */
    boolean more() {
        return more;
    }
}
