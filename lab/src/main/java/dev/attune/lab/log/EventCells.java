package dev.attune.lab.log;

import dev.attune.lab.data.Cells;

/** What cells of a table say about an event. What makes no sense is counted and taken as unknown, so that the event is not lost. */
final class EventCells {
    private EventCells() {}

    /** A probability in (0, 1]; NaN where none is known. */
    static double propensity(String cell, Intake intake) {
        double propensity = Cells.number(cell);
        if (propensity > 0 && propensity <= 1) {
            return propensity;
        }
        if (!Cells.missing(cell)) {
            intake.odd(Reason.BAD_PROPENSITY);
        }
        return Double.NaN;
    }

    /** Milliseconds since 1970; {@link LoggedEvent#NO_TIME} where none is known. */
    static long time(String cell, Intake intake) {
        if (Cells.missing(cell)) {
            return LoggedEvent.NO_TIME;
        }
        long millis = Times.millis(cell);
        if (millis == LoggedEvent.NO_TIME) {
            intake.odd(Reason.BAD_TIME);
        }
        return millis;
    }
}
