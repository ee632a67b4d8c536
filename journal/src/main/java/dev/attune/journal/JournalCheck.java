package dev.attune.journal;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What a look at every byte of a data folder has found. It changes nothing.
 *
 * @param segments all segments, up to what is wrong in each
 * @param snapshots all sound snapshots, oldest first
 * @param warnings snapshots that are damaged, and a torn tail: recovery copes with them
 * @param damage what stops recovery; null if nothing does
 */
public record JournalCheck(
        List<SegmentInfo> segments,
        List<SnapshotInfo> snapshots,
        List<String> warnings,
        @Nullable JournalFormatException damage) {
    /**
     * A sound snapshot.
     *
     * @param position the last position that it covers
     * @param time when it was made, in milliseconds since 1970
     * @param bandits how many states it has
     * @param bytes what it takes on disk
     */
    public record SnapshotInfo(long position, long time, int bandits, long bytes) {}

    /** Looks at segments and snapshots, but not into the events. */
    public static JournalCheck list(JournalFolder folder) throws IOException {
        List<SegmentInfo> segments = new ArrayList<>();
        for (JournalFolder.Numbered segment : folder.segments()) {
            segments.add(SegmentInfo.of(segment));
        }
        List<SnapshotInfo> snapshots = new ArrayList<>();
        List<String> warnings = new ArrayList<>();
        for (JournalFolder.Numbered numbered : folder.snapshots()) {
            try (SnapshotFile snapshot = SnapshotFile.open(numbered.file(), numbered.position())) {
                snapshots.add(new SnapshotInfo(
                        snapshot.position(), snapshot.time(), snapshot.bandits().size(), snapshot.bytes()));
            } catch (JournalFormatException e) {
                warnings.add(String.valueOf(e.getMessage()));
            }
        }
        return new JournalCheck(segments, snapshots, warnings, null);
    }

    /** Reads every event too, and whether the journal continues where the last snapshot ends. */
    public static JournalCheck verify(JournalFolder folder) throws IOException {
        JournalCheck listed = list(folder);
        List<String> warnings = new ArrayList<>(listed.warnings);
        JournalFormatException damage = null;
        try (JournalReader reader = JournalReader.openAtStart(folder)) {
            while (reader.next() != null) {
                // reading is checking
            }
            reader.tornTail().map(TornTail::message).ifPresent(warnings::add);
            damage = gap(listed, reader.position()).orElse(null);
        } catch (JournalFormatException e) {
            damage = e;
        }
        return new JournalCheck(listed.segments, listed.snapshots, warnings, damage);
    }

    private static Optional<JournalFormatException> gap(JournalCheck listed, long next) {
        long first = listed.segments.isEmpty() ? 1 : listed.segments.get(0).first();
        long covered = listed.snapshots.isEmpty()
                ? 0
                : listed.snapshots.get(listed.snapshots.size() - 1).position();
        if (covered >= next) {
            return Optional.of(new JournalFormatException(
                    next, "the last snapshot covers position " + covered + ", but the journal ends at " + (next - 1)));
        }
        if (covered + 1 < first) {
            return Optional.of(new JournalFormatException(
                    covered + 1,
                    "the journal begins at position " + first + ", but the last sound snapshot covers only "
                            + covered));
        }
        return Optional.empty();
    }
}
