package dev.attune.journal;

import java.io.IOException;
import java.nio.file.Path;

/** The journal or a snapshot is damaged, foreign or of a newer version; the message names the file, the byte and what is wrong. */
public final class JournalFormatException extends IOException {
    private static final long serialVersionUID = 1L;

    private final long position;
    private final long offset;
    private final boolean whole;

    /** Creates the exception for a record or event. */
    public JournalFormatException(long position, String reason) {
        super(reason);
        this.position = position;
        this.offset = -1;
        this.whole = false;
    }

    /** Something wrong in a file. */
    JournalFormatException(Path file, long offset, long position, String reason) {
        this(file, offset, position, reason, false);
    }

    private JournalFormatException(Path file, long offset, long position, String reason, boolean whole) {
        super("position " + position + " (" + file.getFileName() + ", byte " + offset + "): " + reason);
        this.position = position;
        this.offset = offset;
        this.whole = whole;
    }

    /** A record that is as it was written, but not one that this program can read. */
    static JournalFormatException unknown(Path file, long offset, long position, String reason) {
        return new JournalFormatException(file, offset, position, reason, true);
    }

    /** Whether the record is whole, and only its content is not understood. */
    boolean isWhole() {
        return whole;
    }

    /** Position of the first record that cannot be read; all before it can. 0 where it is not about a record. */
    public long position() {
        return position;
    }

    /** Where in its file the trouble begins; -1 where it is not about a file. */
    public long offset() {
        return offset;
    }
}
