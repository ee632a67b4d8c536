package dev.attune.journal;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A data folder: {@code journal/} with segments named by the position of their first record, {@code snapshots/} with snapshots
 * named by the position that they cover, and the file {@code lock}.
 *
 * @param root the data folder itself
 */
public record JournalFolder(Path root) {
    static final String SEGMENT_SUFFIX = ".log";
    static final String SNAPSHOT_SUFFIX = ".snapshot";

    /** Suffix of incomplete files of a crash, deleted when the folder is opened for writing. */
    static final String TEMPORARY_SUFFIX = ".tmp";

    private static final Pattern NUMBERED = Pattern.compile("([0-9]{20})(\\.log|\\.snapshot)");

    /** A file that is named by a position. */
    record Numbered(long position, Path file) {}

    /**
     * Returns an existing data folder, for reading only.
     *
     * @throws NotDirectoryException if there is no journal in it
     */
    public static JournalFolder existing(Path root) throws IOException {
        JournalFolder folder = new JournalFolder(root);
        if (!Files.isDirectory(folder.segmentFolder())) {
            throw new NotDirectoryException(root + " is not a data folder: it has no folder "
                    + folder.segmentFolder().getFileName());
        }
        return folder;
    }

    /** Returns the folder of the segments. */
    public Path segmentFolder() {
        return root.resolve("journal");
    }

    /** Returns the folder of the snapshots. */
    public Path snapshotFolder() {
        return root.resolve("snapshots");
    }

    Path segment(long first) {
        return segmentFolder().resolve(name(first) + SEGMENT_SUFFIX);
    }

    Path snapshot(long position) {
        return snapshotFolder().resolve(name(position) + SNAPSHOT_SUFFIX);
    }

    /** What all segments take on disk; the last one may be empty for the greater part. */
    public long bytes() throws IOException {
        long bytes = 0;
        for (Numbered segment : segments()) {
            bytes += Files.size(segment.file());
        }
        return bytes;
    }

    /** All segments, in the order of their positions. */
    List<Numbered> segments() throws IOException {
        return numbered(segmentFolder(), SEGMENT_SUFFIX);
    }

    /** All snapshots, damaged ones too, in the order of their positions. */
    List<Numbered> snapshots() throws IOException {
        return numbered(snapshotFolder(), SNAPSHOT_SUFFIX);
    }

    static void sweep(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file :
                    files.filter(f -> f.toString().endsWith(TEMPORARY_SUFFIX)).toList()) {
                Files.delete(file);
            }
        }
    }

    private static String name(long position) {
        return String.format(Locale.ROOT, "%020d", position);
    }

    private static List<Numbered> numbered(Path folder, String suffix) throws IOException {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        List<Numbered> found = new ArrayList<>();
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.sorted().toList()) { // names are of one length, so this is the order of positions
                Matcher matcher = NUMBERED.matcher(file.getFileName().toString());
                if (matcher.matches() && matcher.group(2).equals(suffix)) {
                    try {
                        found.add(new Numbered(Long.parseLong(matcher.group(1)), file));
                    } catch (NumberFormatException e) {
                        throw new JournalFormatException(0, file + " is named by a position that no journal reaches");
                    }
                }
            }
        }
        return found;
    }
}
