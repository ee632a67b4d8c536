package dev.attune.cli;

import dev.attune.lab.report.Sheet;
import org.jspecify.annotations.Nullable;

/** The terminal of the user: its width, and text that is broken to fit it. */
final class Terminal {
    static final int DEFAULT_WIDTH = 80;
    private static final int LEAST_WIDTH = 55; // picocli accepts no less
    private static final int MOST_WIDTH = 500;

    private Terminal() {}

    /**
     * Returns the width in columns: {@code COLUMNS}, which the launcher sets from the terminal, or 80. Values that are
     * not usable as a width are moved to the nearest one that is.
     */
    static int width() {
        return width(System.getenv("COLUMNS"));
    }

    static int width(@Nullable String columns) {
        if (columns == null || !columns.strip().matches("[0-9]{1,9}")) {
            return DEFAULT_WIDTH;
        }
        int width = Integer.parseInt(columns.strip());
        return width == 0 ? DEFAULT_WIDTH : Math.min(MOST_WIDTH, Math.max(LEAST_WIDTH, width));
    }

    /** Returns whether standard error is a terminal. Only the launcher knows; the JVM cannot detect it. */
    static boolean showsErrors() {
        return "1".equals(System.getProperty("attune.terminal"));
    }

    /** Returns a text in lines that begin at a column, each with a line separator at its end. */
    static String block(String text, int column, int width) {
        String indent = " ".repeat(column);
        return String.join(System.lineSeparator(), Sheet.wrapped(text, indent, indent, width)) + System.lineSeparator();
    }
}
