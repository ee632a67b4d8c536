package dev.attune.journal;

import java.io.IOException;

/** Somebody else writes to the data folder. */
public final class FolderInUseException extends IOException {
    private static final long serialVersionUID = 1L;

    /** With a message for people. */
    public FolderInUseException(String message) {
        super(message);
    }
}
