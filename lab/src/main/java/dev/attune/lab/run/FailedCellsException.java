package dev.attune.lab.run;

import java.util.List;

/** Reports that some cells failed; all others are finished. */
public final class FailedCellsException extends IllegalStateException {
    private static final long serialVersionUID = 1;

    private final List<String> failures;

    /** Creates an exception with one line for each cell: its name and the reason. */
    public FailedCellsException(List<String> failures) {
        super(failures.size() + (failures.size() == 1 ? " cell" : " cells") + " failed: "
                + String.join("; ", failures));
        this.failures = List.copyOf(failures);
    }

    /** Returns one line for each failed cell. */
    public List<String> failures() {
        return failures;
    }
}
