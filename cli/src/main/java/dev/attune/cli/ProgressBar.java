package dev.attune.cli;

import dev.attune.lab.run.Runner.Progress;
import java.io.PrintWriter;
import java.util.Locale;

/** Shows the progress of a run: one changing line on a terminal, otherwise a line every few seconds. */
final class ProgressBar implements Progress {
    private static final int WIDTH = 24;
    private static final long TERMINAL_PAUSE = 100_000_000L;
    private static final long PLAIN_PAUSE = 5_000_000_000L;

    private final PrintWriter err;
    private final boolean terminal;
    private final long began = System.nanoTime();
    private long shown;
    private int before;

    ProgressBar(PrintWriter err) {
        this.err = err;
        this.terminal = Terminal.showsErrors();
        this.shown = terminal ? 0 : began;
    }

    @Override
    public void at(double done, double total, int cells, int allCells, String last) {
        show(
                done / total,
                cells == allCells,
                "  " + cells + "/" + allCells + " cells",
                cells + " of " + allCells + " cells, ");
    }

    @Override
    public void wave(int number, int environments) {
        err.println("wave " + number + " of repetitions, in " + environments
                + (environments == 1 ? " environment" : " environments"));
    }

    /** Shows the finished share, from 0 to 1. */
    void at(double share) {
        show(share, share >= 1, "", "");
    }

    private void show(double share, boolean end, String onTerminal, String onLines) {
        long now = System.nanoTime();
        if (!end && now - shown < (terminal ? TERMINAL_PAUSE : PLAIN_PAUSE)) {
            return;
        }
        shown = now;
        double seconds = (now - began) * 1e-9;
        String left = end ? "done in " + time(seconds) : "about " + time(seconds / share - seconds) + " left";
        if (!terminal) {
            err.printf(Locale.ROOT, "%s%.0f %%, %s%n", onLines, 100 * share, left);
            return;
        }
        int full = (int) (share * WIDTH);
        String line = String.format(
                Locale.ROOT,
                "[%s%s] %3.0f %%%s  %s",
                "#".repeat(full),
                ".".repeat(WIDTH - full),
                100 * share,
                onTerminal,
                left);
        err.print("\r" + line + " ".repeat(Math.max(0, before - line.length())) + (end ? System.lineSeparator() : ""));
        err.flush();
        before = line.length();
    }

    /** Formats a duration, such as 42 s, 3 min 20 s or 2 h 05 min. */
    static String time(double seconds) {
        long s = Math.round(seconds);
        if (s < 60) {
            return s + " s";
        }
        if (s < 3600) {
            return s / 60 + " min " + s % 60 + " s";
        }
        return String.format(Locale.ROOT, "%d h %02d min", s / 3600, s % 3600 / 60);
    }
}
