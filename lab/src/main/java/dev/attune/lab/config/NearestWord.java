package dev.attune.lab.config;

import java.util.Collection;
import java.util.Locale;
import java.util.Optional;

/** Suggests corrections for mistyped names. */
public final class NearestWord {
    private NearestWord() {}

    /** Returns the candidate with the fewest edits, the first one on a tie; empty if more than a third of its letters differ. */
    public static Optional<String> to(String word, Collection<String> candidates) {
        String best = "";
        int bestEdits = Integer.MAX_VALUE;
        for (String candidate : candidates) {
            int edits = edits(word.toLowerCase(Locale.ROOT), candidate.toLowerCase(Locale.ROOT));
            if (edits < bestEdits) {
                best = candidate;
                bestEdits = edits;
            }
        }
        // One edit is always accepted.
        int accepted = Math.max(1, Math.max(word.length(), best.length()) / 3);
        return bestEdits <= accepted ? Optional.of(best) : Optional.empty();
    }

    /** Counts insertions, deletions, substitutions and swaps of neighbours (optimal string alignment). */
    private static int edits(String a, String b) {
        int[][] cost = new int[a.length() + 1][b.length() + 1];
        for (int i = 0; i <= a.length(); i++) {
            for (int j = 0; j <= b.length(); j++) {
                if (i == 0 || j == 0) {
                    cost[i][j] = i + j;
                    continue;
                }
                int change = a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1;
                int least = Math.min(cost[i - 1][j - 1] + change, Math.min(cost[i - 1][j], cost[i][j - 1]) + 1);
                if (i > 1 && j > 1 && a.charAt(i - 1) == b.charAt(j - 2) && a.charAt(i - 2) == b.charAt(j - 1)) {
                    least = Math.min(least, cost[i - 2][j - 2] + 1);
                }
                cost[i][j] = least;
            }
        }
        return cost[a.length()][b.length()];
    }
}
