package dev.attune.journal;

import java.io.IOException;
import java.nio.file.Path;

/** The journal or a snapshot is damaged, foreign or of a newer version; the message names the file, the byte and what is wrong. */
public final class JournalFormatException extends IOException {
    private static final long serialVersionUID = 1L;

    private final long position;
    private final long offset;

    /** Something wrong with a record or event, whatever file it is in. */
    public JournalFormatException(long position, String reason) {
        super(reason);
        this.position = position;
        this.offset = -1;
    }

    /** Something wrong in a file. */
    JournalFormatException(Path file, long offset, long position, String reason) {
        super("position " + position + " (" + file.getFileName() + ", byte " + offset + "): " + reason);
        this.position = position;
        this.offset = offset;
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
