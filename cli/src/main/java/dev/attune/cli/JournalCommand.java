package dev.attune.cli;

import de.siegmar.fastcsv.writer.CsvWriter;
import dev.attune.journal.ClockRepair;
import dev.attune.journal.FolderLock;
import dev.attune.journal.JournalCheck;
import dev.attune.journal.JournalEvent;
import dev.attune.journal.JournalFolder;
import dev.attune.journal.JournalFormatException;
import dev.attune.journal.JournalOptions;
import dev.attune.journal.JournalReader;
import dev.attune.journal.JournalRecord;
import dev.attune.journal.RepairPlan;
import dev.attune.journal.SegmentInfo;
import dev.attune.journal.TornTail;
import dev.attune.live.json.EventJson;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Writer;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Instant;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code attune journal}: reads, checks, exports and repairs the decision log of a service. */
@Command(
        name = "journal",
        description = {
            "Reads, checks, exports and repairs the decision log of a service.",
            "",
            "Reading takes no lock: the service may be running."
        },
        synopsisSubcommandLabel = "COMMAND",
        footer = {
            "  attune journal ls data                list segments and snapshots",
            "  attune journal cat data --limit 5     print five events, one JSON object per line",
            "  attune journal cat data --bandit news   print all events of one bandit",
            "  attune journal export data --format csv --out log.csv",
            "  attune journal verify data            read and check every byte",
            "  attune journal repair data            recover a damaged journal",
            "",
            "docs/format/journal.md specifies the format.",
        },
        subcommands = {
            JournalCommand.Ls.class,
            JournalCommand.Cat.class,
            JournalCommand.Verify.class,
            JournalCommand.Export.class,
            JournalCommand.Repair.class
        })
final class JournalCommand extends Subcommand {
    /** {@code attune journal ls}. */
    @Command(name = "ls", description = "Lists segments with their positions, and snapshots.")
    static final class Ls extends Subcommand {
        @Parameters(paramLabel = "FOLDER", description = "The data folder of a service.")
        private Path folder;

        @Option(names = "--json", description = "Print one JSON object per line.")
        private boolean json;

        @Override
        public Integer call() throws IOException {
            JournalCheck found = JournalCheck.list(JournalFolder.existing(folder));
            if (!json) {
                row("segment", "first", "last", "records", "bytes", "last event", "");
            }
            for (SegmentInfo segment : found.segments()) {
                print(segment);
            }
            for (JournalCheck.SnapshotInfo snapshot : found.snapshots()) {
                print(snapshot);
            }
            for (String warning : found.warnings()) {
                out().println(json ? new JsonLine().put("warning", warning) : "warning: " + warning);
            }
            return 0;
        }

        private void print(SegmentInfo segment) {
            String trouble = segment.trouble();
            if (!json) {
                row(
                        segment.file().getFileName(),
                        segment.first(),
                        segment.last(),
                        segment.records(),
                        segment.bytes(),
                        time(segment.lastTime()),
                        trouble != null ? "ends with: " + trouble : segment.sealed() ? "sealed" : "open");
                return;
            }
            JsonLine line = new JsonLine()
                    .put("segment", segment.file().getFileName().toString())
                    .put("first", segment.first())
                    .put("last", segment.last())
                    .put("records", segment.records())
                    .put("bytes", segment.bytes())
                    .put("fileBytes", segment.fileBytes())
                    .put("created", time(segment.created()))
                    .put("lastEvent", time(segment.lastTime()))
                    .put("sealed", segment.sealed());
            out().println(trouble == null ? line : line.put("trouble", trouble));
        }

        private void row(Object... values) {
            out().printf(Locale.ROOT, "%-28s %12s %12s %10s %13s  %-24s  %s%n", values);
        }

        private void print(JournalCheck.SnapshotInfo snapshot) {
            out().println(
                            json
                                    ? new JsonLine()
                                            .put("snapshot", snapshot.position())
                                            .put("bandits", snapshot.bandits())
                                            .put("bytes", snapshot.bytes())
                                            .put("time", time(snapshot.time()))
                                    : "snapshot of position " + snapshot.position() + ", " + snapshot.bandits()
                                            + " bandits, " + snapshot.bytes() + " bytes, " + time(snapshot.time()));
        }

        private static String time(long millis) {
            return Instant.ofEpochMilli(millis).toString();
        }
    }

    /** Options that select events. */
    private static final class Selection {
        /** Receives one event. */
        @FunctionalInterface
        interface Sink {
            void accept(JournalRecord record) throws IOException;
        }

        @Parameters(paramLabel = "FOLDER", description = "The data folder of a service.")
        private Path folder;

        @Option(
                names = "--from",
                paramLabel = "POSITION",
                description = "First position (default: the oldest that is kept).")
        private @Nullable Long from;

        @Option(names = "--limit", paramLabel = "N", description = "Maximum number of events.")
        private long limit = Long.MAX_VALUE;

        @Option(
                names = "--bandit",
                paramLabel = "BANDIT",
                description = "Only events of this bandit, by name or number.")
        private @Nullable String bandit;

        /** Reads the selected events in order, and returns the torn tail that a crash has left, if any. */
        Optional<TornTail> read(Sink sink) throws IOException {
            if (limit < 0) {
                throw new IllegalArgumentException("--limit " + limit + " must not be negative");
            }
            JournalFolder data = JournalFolder.existing(folder);
            int number = bandit == null ? -1 : number(data, bandit);
            try (JournalReader reader =
                    from == null ? JournalReader.openAtStart(data) : JournalReader.open(data, from)) {
                long left = limit;
                JournalRecord next = left == 0 ? null : reader.next();
                while (next != null) {
                    if (bandit == null || next.event().bandit() == number) {
                        sink.accept(next);
                        left--;
                    }
                    next = left == 0 ? null : reader.next();
                }
                return reader.tornTail();
            }
        }

        private static int number(JournalFolder data, String bandit) throws IOException {
            if (bandit.matches("[0-9]{1,9}")) {
                return Integer.parseInt(bandit);
            }
            try (JournalReader reader = JournalReader.openAtStart(data)) {
                for (JournalRecord next = reader.next(); next != null; next = reader.next()) {
                    if (next.event() instanceof JournalEvent.Created created
                            && created.name().equals(bandit)) {
                        return created.bandit();
                    }
                }
            }
            throw new IllegalArgumentException(
                    "the events that are kept do not name a bandit '" + bandit + "'; give its number");
        }
    }

    /** {@code attune journal cat}. */
    @Command(name = "cat", description = "Prints events, one JSON object per line.")
    static final class Cat extends Subcommand {
        @Mixin
        private Selection selection = new Selection();

        @Override
        public Integer call() throws IOException {
            selection
                    .read(record -> out().println(EventJson.line(record)))
                    .ifPresent(torn -> log("attune: " + torn.message()));
            return 0;
        }
    }

    /** {@code attune journal verify}. */
    @Command(
            name = "verify",
            description =
                    "Reads and checks every segment, event and snapshot. Prints the position of a damage; the exit code is then 1.")
    static final class Verify extends Subcommand {
        @Parameters(paramLabel = "FOLDER", description = "The data folder of a service.")
        private Path folder;

        @Override
        public Integer call() throws IOException {
            JournalCheck check = JournalCheck.verify(JournalFolder.existing(folder));
            check.warnings().forEach(warning -> out().println("warning: " + warning));
            JournalFormatException damage = check.damage();
            if (damage != null) {
                out().println("damaged: " + damage.getMessage());
                return 1;
            }
            long records =
                    check.segments().stream().mapToLong(SegmentInfo::records).sum();
            out().printf(
                            "sound: %d events in %d segments, %d snapshots%n",
                            records, check.segments().size(), check.snapshots().size());
            return 0;
        }
    }

    /** {@code attune journal export}. */
    @Command(name = "export", description = "Writes events as JSON lines or as CSV, one event per line.")
    static final class Export extends Subcommand {
        /** Format of the output. */
        enum Format {
            JSONL,
            CSV
        }

        @Mixin
        private Selection selection = new Selection();

        @Option(
                names = "--format",
                paramLabel = "jsonl|csv",
                description = "Format of the output (default: ${DEFAULT-VALUE}).")
        private Format format = Format.JSONL;

        @Option(names = "--out", paramLabel = "FILE", description = "Output file (default: standard output).")
        private @Nullable Path file;

        @Override
        public Integer call() throws IOException {
            Path target = file;
            if (target == null) {
                write(out());
            } else {
                // Renamed when complete: a damaged journal must not leave a partial export that looks complete.
                Path partial = target.resolveSibling(target.getFileName() + ".partial");
                try (BufferedWriter out = Files.newBufferedWriter(partial)) {
                    write(out);
                }
                Files.move(partial, target, StandardCopyOption.REPLACE_EXISTING);
            }
            return 0;
        }

        private void write(Writer out) throws IOException {
            if (format == Format.JSONL) {
                selection.read(record -> out.append(EventJson.line(record)).append('\n'));
            } else {
                CsvWriter csv = CsvWriter.builder().build(out); // closing it would close standard output
                csv.writeRecord(EventCsv.COLUMNS);
                selection.read(record -> csv.writeRecord(EventCsv.row(record)));
                csv.flush();
            }
        }
    }

    /** {@code attune journal repair}. */
    @Command(
            name = "repair",
            description = {
                "Shows what can be recovered of a damaged journal and what would be lost, asks for confirmation, and repairs"
                        + " it.",
                "",
                "No file is deleted: files that are not kept are renamed to *.damaged. The service must be stopped."
            })
    static final class Repair extends Subcommand {
        @Parameters(paramLabel = "FOLDER", description = "The data folder of a service.")
        private Path folder;

        @Option(
                names = "--clock",
                description =
                        "Correct the dates of events that are after the present, because the clock was ahead. The next"
                                + " start replays the whole journal.")
        private boolean clock;

        @Option(names = "--yes", description = "Repair without confirmation.")
        private boolean yes;

        @Override
        public Integer call() throws IOException {
            try (FolderLock lock =
                    FolderLock.acquire(JournalFolder.existing(folder).root())) {
                return clock ? repairClock(lock) : repair(lock);
            }
        }

        private int repair(FolderLock lock) throws IOException {
            RepairPlan plan = RepairPlan.of(lock.folder()).orElse(null);
            if (plan == null) {
                out().println("nothing to repair: the journal is sound (a torn tail is cut when the service starts)");
                return 0;
            }
            out().println("damaged: " + plan.damage().getMessage());
            out().println(
                            plan.keptTo() < plan.keptFrom()
                                    ? "kept:    nothing; the journal will continue at position " + plan.keptFrom()
                                    : "kept:    positions " + plan.keptFrom() + " to " + plan.keptTo());
            out().println("lost:    " + plan.lost() + " complete events after the cut, and the unreadable part");
            if (plan.aside() > 0) {
                out().println("aside:   " + plan.aside()
                        + " older events, covered by a sound snapshot: no state is lost");
            }
            plan.steps().forEach(step -> out().println("will " + step));
            if (!agreed()) {
                return 1;
            }
            plan.carryOut(lock, JournalOptions.DEFAULT);
            out().println("done");
            return 0;
        }

        private int repairClock(FolderLock lock) throws IOException {
            long now = System.currentTimeMillis();
            ClockRepair found = ClockRepair.of(lock.folder(), now);
            if (found.events() == 0) {
                out().println("nothing to repair: no event is dated after " + Instant.ofEpochMilli(now));
                return 0;
            }
            out().println("events dated after " + Instant.ofEpochMilli(now) + ": " + found.events() + ", from position "
                    + found.first() + " on, up to " + Instant.ofEpochMilli(found.latest()));
            out().println("will date them as the last event before them, and rename the snapshots to *.wrong-clock;"
                    + " the next start replays the whole journal");
            if (!agreed()) {
                return 1;
            }
            ClockRepair.carryOut(lock, now, JournalOptions.DEFAULT.disk());
            out().println("done");
            return 0;
        }

        /** Asks for confirmation, unless {@code --yes} has given it. */
        private boolean agreed() throws IOException {
            if (yes) {
                return true;
            }
            out().print("Repair? Type yes: ");
            out().flush();
            // Not closed: standard input belongs to the caller.
            BufferedReader in = new BufferedReader(new InputStreamReader(System.in, Charset.defaultCharset()));
            boolean agreed = "yes".equals(in.readLine());
            if (!agreed) {
                out().println("nothing was changed");
            }
            return agreed;
        }
    }
}
