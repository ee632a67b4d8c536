package dev.attune.lab.run;

import java.util.List;

/** Some cells failed, and all others are finished. */
public final class FailedCellsException extends IllegalStateException {
    private static final long serialVersionUID = 1;

    private final List<String> failures;

    /** One line for each cell: its name, and why it failed. */
    public FailedCellsException(List<String> failures) {
        super(failures.size() + (failures.size() == 1 ? " cell" : " cells") + " failed: "
                + String.join("; ", failures));
        this.failures = List.copyOf(failures);
    }

    /** One line for each cell. */
    public List<String> failures() {
        return failures;
    }
}
