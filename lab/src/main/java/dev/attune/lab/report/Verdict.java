package dev.attune.lab.report;

import dev.attune.lab.run.Role;
import java.util.ArrayList;
import java.util.List;

/** What a panel establishes about its reference tuner, in one sentence. */
public final class Verdict {
    /** With fewer pairs the bootstrap's interval covers too seldom to establish anything. */
    static final int ENOUGH = 5;

    private Verdict() {}

    /** Compares the reference with the other tuners asked for, or else with the best fixed setting. */
    public static String of(Panel panel) {
        if (panel.differences().isEmpty()) {
            return "There is nothing to compare with yet.";
        }
        String reference = panel.differences().get(0).tuner();
        List<String> asked = panel.lines().stream()
                .filter(line -> line.role() == Role.ASKED)
                .map(Line::tuner)
                .toList();
        List<Difference> compared = panel.differences().stream()
                .filter(difference -> asked.contains(difference.against()))
                .toList();
        boolean alone = compared.isEmpty();
        if (alone) {
            compared = panel.differences().stream()
                    .filter(difference -> difference.against().equals(Analyst.BEST_FIXED))
                    .toList();
        }
        if (compared.isEmpty()) {
            return "There is no other tuner to compare " + reference + " with.";
        }
        int fewest = compared.stream().mapToInt(Difference::repetitions).min().orElse(0);
        if (fewest < ENOUGH) {
            return "Too few repetitions to establish a difference: " + fewest + ", at least " + ENOUGH + " are needed.";
        }
        return sentence(panel, reference, compared, alone);
    }

    private static String sentence(Panel panel, String reference, List<Difference> compared, boolean alone) {
        List<String> behind = new ArrayList<>();
        List<String> ahead = new ArrayList<>();
        List<String> open = new ArrayList<>();
        for (Difference difference : compared) {
            boolean below = difference.high() < 0;
            boolean above = difference.low() > 0;
            List<String> list = !below && !above ? open : below == panel.knowsRegret() ? ahead : behind;
            list.add(alone ? "the best fixed setting" : difference.against());
        }
        List<String> parts = new ArrayList<>();
        if (!ahead.isEmpty()) {
            boolean all = ahead.size() == compared.size() && ahead.size() > 1;
            parts.add(reference + " is ahead of " + (all ? "all others asked" : and(ahead)));
        }
        if (!behind.isEmpty()) {
            boolean all = behind.size() == compared.size() && behind.size() > 1;
            parts.add(
                    (parts.isEmpty() ? reference + " is " : "") + "behind " + (all ? "all others asked" : and(behind)));
        }
        String told = String.join(", ", parts);
        if (open.isEmpty()) {
            return told + ".";
        }
        boolean one = open.size() == 1;
        boolean none = open.size() == compared.size();
        String untold = "difference is established between " + reference + " and "
                + (one ? open.get(0) : none ? "any other asked" : "any of " + and(open)) + ".";
        return told.isEmpty() ? "No " + untold : told + "; no " + untold;
    }

    private static String and(List<String> names) {
        int last = names.size() - 1;
        return last == 0 ? names.get(0) : String.join(", ", names.subList(0, last)) + " and " + names.get(last);
    }
}
