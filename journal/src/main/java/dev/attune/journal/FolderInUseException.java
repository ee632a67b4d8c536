package dev.attune.journal;

import java.io.IOException;

/** Another process writes to the data folder. */
public final class FolderInUseException extends IOException {
    private static final long serialVersionUID = 1L;

    /** Creates the exception. */
    public FolderInUseException(String message) {
        super(message);
    }
}
