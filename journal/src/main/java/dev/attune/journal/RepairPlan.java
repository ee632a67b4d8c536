package dev.attune.journal;

import dev.attune.journal.Disk.DiskFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What can be saved of a damaged journal. If a sound snapshot covers the damage, nothing of the state is lost: the journal is kept from the
 * snapshot on, and what is before goes aside. If none does, the journal is cut at the damage, because no later event means anything
 * without the ones before it. Files are never deleted: what is not kept gets the ending {@code .damaged}, or {@code .damaged-2} and so on.
 *
 * @param damage what is wrong
 * @param keptFrom position at which the journal will begin
 * @param keptTo its last position; one less than the first if it will be empty
 * @param lost whole records behind the cut, which will be lost to the state
 * @param aside whole records before the snapshot, which only a replay of earlier decisions would need
 * @param steps what will be done, for people
 */
public record RepairPlan(
        JournalFormatException damage, long keptFrom, long keptTo, long lost, long aside, List<String> steps) {
    private static final String DAMAGED_SUFFIX = ".damaged";

    /**
     * Looks at a folder and changes nothing.
     *
     * @return the plan; none if the journal needs no repair
     * @throws IOException if it is of a kind that no cut can help, such as an event of a newer version
     */
    public static Optional<RepairPlan> of(JournalFolder folder) throws IOException {
        JournalFormatException damage = JournalCheck.verify(folder).damage();
        return damage == null ? Optional.empty() : Optional.of(of(folder, damage));
    }

    private static RepairPlan of(JournalFolder folder, JournalFormatException damage) throws IOException {
        if (damage.isWhole()) {
            throw new IOException(
                    "a cut cannot help: the record is whole, but this program cannot read it: " + damage.getMessage());
        }
        List<Runs.Run> runs = Runs.of(folder);
        long covered = 0;
        Optional<SnapshotFile> snapshot = SnapshotStore.latest(folder, message -> {});
        if (snapshot.isPresent()) {
            covered = snapshot.get().position();
            snapshot.get().close();
        }
        long start = folder.segments().isEmpty() ? 1 : folder.segments().get(0).position();
        long from = covered >= damage.position() || start > covered + 1 ? covered + 1 : start;
        List<Runs.Run> kept = kept(runs, from);
        long to = kept.isEmpty() ? from - 1 : kept.get(kept.size() - 1).next() - 1;
        long lost = Runs.countFrom(runs, to + 1);
        long aside = Runs.countFrom(runs, 1) - lost - (to + 1 - from);
        return new RepairPlan(damage, from, to, lost, aside, steps(folder, kept, from));
    }

    /** The runs that follow each other from a position on. A segment may have lost its seal and nothing else. */
    private static List<Runs.Run> kept(List<Runs.Run> runs, long from) {
        List<Runs.Run> kept = new ArrayList<>();
        for (Runs.Run run : runs) {
            if (kept.isEmpty()) {
                if (run.has(from)) {
                    kept.add(run);
                }
                continue;
            }
            Runs.Run before = kept.get(kept.size() - 1);
            if (run.begins() && run.first() == before.next()) {
                kept.add(run);
            } else if (before.first() == before.next() && run.has(from)) {
                kept.set(kept.size() - 1, run); // an empty run is as good as none
            }
        }
        return kept;
    }

    private static List<String> steps(JournalFolder folder, List<Runs.Run> kept, long from) throws IOException {
        List<String> steps = new ArrayList<>();
        for (JournalFolder.Numbered segment : folder.segments()) {
            String name = segment.file().getFileName().toString();
            Runs.Run run = runOf(kept, segment);
            if (run == null) {
                steps.add("set aside " + name + " as " + name + DAMAGED_SUFFIX);
            } else if (needsNewFile(run, kept, from)) {
                steps.add("write positions " + Math.max(from, run.first()) + " to " + (run.next() - 1)
                        + " anew, and keep " + name + " as it is as " + name + DAMAGED_SUFFIX);
            }
        }
        if (kept.isEmpty()) {
            steps.add("begin an empty segment at position " + from);
        }
        return steps;
    }

    private static boolean needsNewFile(Runs.Run run, List<Runs.Run> kept, long from) {
        return !run.begins() || run.segment().position() < from || !(run.sealed() || endsJournal(run, kept));
    }

    /** The last segment needs no seal, if it only ends. */
    private static boolean endsJournal(Runs.Run run, List<Runs.Run> kept) {
        return isLast(run, kept) && run.end() == SegmentScanner.Step.END;
    }

    private static boolean isLast(Runs.Run run, List<Runs.Run> kept) {
        return run.equals(kept.get(kept.size() - 1));
    }

    private static Runs.@Nullable Run runOf(List<Runs.Run> kept, JournalFolder.Numbered segment) {
        for (Runs.Run run : kept) {
            if (run.segment().equals(segment)) {
                return run;
            }
        }
        return null;
    }

    /** Does it. The folder must be as it was when the plan was made. */
    public void carryOut(FolderLock lock, JournalOptions options) throws IOException {
        lock.requireHeld();
        JournalFolder folder = lock.folder();
        SegmentFiles files = new SegmentFiles(folder, options);
        List<Runs.Run> kept = kept(Runs.of(folder), keptFrom);
        // New files first: if this is interrupted, all records are still in some file, and it can be repeated.
        for (Runs.Run run : kept) {
            if (needsNewFile(run, kept, keptFrom)) {
                rebuild(run, run.sealed() || !isLast(run, kept), files, folder, options);
            }
        }
        if (kept.isEmpty()) {
            Path temporary = files.temporary("first");
            try (DiskFile file = files.prepare(temporary)) {
                keepCopy(folder.segment(keptFrom));
                files.begin(
                        file,
                        temporary,
                        new SegmentHeader(keptFrom, options.clock().getAsLong()));
            }
        }
        for (JournalFolder.Numbered segment : folder.segments()) {
            boolean rebuiltHere = segment.position() == keptFrom;
            if ((runOf(kept, segment) == null && !rebuiltHere) || segment.position() < keptFrom) {
                Files.move(segment.file(), damagedName(segment.file()));
            }
        }
        options.disk().forceFolder(folder.segmentFolder());
    }

    private void rebuild(Runs.Run run, boolean sealed, SegmentFiles files, JournalFolder folder, JournalOptions options)
            throws IOException {
        long now = options.clock().getAsLong();
        long first = Math.max(keptFrom, run.first());
        long from = offsetOf(run, first);
        ByteBuffer seal = sealed ? RecordFormat.seal(run.next(), now, run.next() - first) : ByteBuffer.allocate(0);
        keepCopy(run.segment().file());
        files.renew(run.segment().file(), new SegmentHeader(first, now), from, run.to(), seal)
                .close();
        if (!folder.segment(first).equals(run.segment().file())) {
            Files.deleteIfExists(run.segment().file()); // it has its copy
        }
    }

    private static long offsetOf(Runs.Run run, long position) throws IOException {
        try (SegmentScanner in =
                SegmentScanner.open(run.segment().file(), run.segment().position())) {
            in.resume(run.from(), run.first());
            while (in.expected() < position && in.next() == SegmentScanner.Step.RECORD) {
                // on to the record that is wanted
            }
            return in.offset();
        }
    }

    private static void keepCopy(Path file) throws IOException {
        if (Files.exists(file)) {
            Files.copy(file, damagedName(file));
        }
    }

    /** A name that no earlier repair has used. */
    private static Path damagedName(Path file) {
        Path name = file.resolveSibling(file.getFileName() + DAMAGED_SUFFIX);
        for (int i = 2; Files.exists(name); i++) {
            name = file.resolveSibling(file.getFileName() + DAMAGED_SUFFIX + "-" + i);
        }
        return name;
    }
}
