package dev.attune.cli;

import dev.attune.journal.JournalCheck;
import dev.attune.journal.JournalFolder;
import dev.attune.journal.SegmentInfo;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code attune journal ls}: lists segments and snapshots. */
@Command(
        name = "ls",
        description = "Lists segments with their positions, and snapshots.",
        mixinStandardHelpOptions = true)
final class JournalLsCommand implements Callable<Integer> {
    @Parameters(paramLabel = "FOLDER", description = "The data folder of a service.")
    private Path folder;

    @Option(names = "--json", description = "Print one JSON object per line.")
    private boolean json;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        JournalCheck found = JournalCheck.list(JournalFolder.existing(folder));
        PrintWriter out = spec.commandLine().getOut();
        if (!json) {
            out.printf(
                    Locale.ROOT,
                    "%-28s %12s %12s %10s %13s  %-24s  %s%n",
                    "segment",
                    "first",
                    "last",
                    "records",
                    "bytes",
                    "last event",
                    "");
        }
        for (SegmentInfo segment : found.segments()) {
            out.println(json ? toJson(segment) : toText(segment));
        }
        for (JournalCheck.SnapshotInfo snapshot : found.snapshots()) {
            out.println(json ? toJson(snapshot) : toText(snapshot));
        }
        for (String warning : found.warnings()) {
            out.println(json ? new JsonLine().put("warning", warning) : "warning: " + warning);
        }
        out.flush();
        return 0;
    }

    private static String toText(SegmentInfo segment) {
        String trouble = segment.trouble();
        return String.format(
                Locale.ROOT,
                "%-28s %12d %12d %10d %13d  %-24s  %s",
                segment.file().getFileName(),
                segment.first(),
                segment.last(),
                segment.records(),
                segment.bytes(),
                time(segment.lastTime()),
                trouble != null ? "ends with: " + trouble : segment.sealed() ? "sealed" : "open");
    }

    private static String toText(JournalCheck.SnapshotInfo snapshot) {
        return String.format(
                Locale.ROOT,
                "snapshot of position %d, %d bandits, %d bytes, %s",
                snapshot.position(),
                snapshot.bandits(),
                snapshot.bytes(),
                time(snapshot.time()));
    }

    private static String toJson(SegmentInfo segment) {
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
        String trouble = segment.trouble();
        return (trouble == null ? line : line.put("trouble", trouble)).toString();
    }

    private static String toJson(JournalCheck.SnapshotInfo snapshot) {
        return new JsonLine()
                .put("snapshot", snapshot.position())
                .put("bandits", snapshot.bandits())
                .put("bytes", snapshot.bytes())
                .put("time", time(snapshot.time()))
                .toString();
    }

    private static String time(long millis) {
        return Instant.ofEpochMilli(millis).toString();
    }
}
