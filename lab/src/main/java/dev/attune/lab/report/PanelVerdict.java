package dev.attune.lab.report;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** What the paired differences of a panel establish, in plain sentences. */
final class PanelVerdict {
    /** From so many pairs on, the quantiles of a bootstrap are worth their name. */
    private static final int ENOUGH_PAIRS = 8;

    private PanelVerdict() {}

    /** At most three sentences; none if nothing was compared. */
    static List<String> of(Panel panel) {
        if (panel.differences().isEmpty()) {
            return List.of();
        }
        String reference = panel.differences().get(0).tuner();
        int pairs = panel.differences().stream()
                .mapToInt(Difference::repetitions)
                .min()
                .orElse(0);
        if (pairs < 2) {
            return List.of("One repetition establishes nothing: run more to see which differences last.");
        }
        List<String> less = new ArrayList<>();
        List<String> more = new ArrayList<>();
        List<String> open = new ArrayList<>();
        for (Difference difference : panel.differences()) {
            List<String> side = difference.high() < 0 ? less : difference.low() > 0 ? more : open;
            side.add(difference.against());
        }
        List<String> sentences = new ArrayList<>();
        String what = panel.knowsRegret() ? " regret" : " reward";
        List<String> established = new ArrayList<>();
        if (!less.isEmpty()) {
            established.add("less" + what + " than " + listed(less, "and"));
        }
        if (!more.isEmpty()) {
            established.add("more" + what + " than " + listed(more, "and"));
        }
        if (!panel.knowsRegret()) {
            Collections.reverse(established); // what speaks for the reference comes first
        }
        if (!established.isEmpty()) {
            sentences.add(reference + " has " + String.join(", and ", established) + ".");
        }
        if (!open.isEmpty()) {
            sentences.add(
                    established.isEmpty()
                            ? reference + " cannot be told apart from " + listed(open, "or") + "."
                            : "It cannot be told apart from " + listed(open, "or") + ".");
        }
        if (pairs < ENOUGH_PAIRS) {
            sentences.add("With " + pairs + " repetitions the intervals are rough.");
        }
        return sentences;
    }

    private static String listed(List<String> names, String last) {
        int n = names.size();
        return n == 1 ? names.get(0) : String.join(", ", names.subList(0, n - 1)) + " " + last + " " + names.get(n - 1);
    }
}
