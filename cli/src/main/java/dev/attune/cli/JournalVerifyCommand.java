package dev.attune.cli;

import dev.attune.journal.JournalCheck;
import dev.attune.journal.JournalFolder;
import dev.attune.journal.JournalFormatException;
import dev.attune.journal.SegmentInfo;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code attune journal verify}: checks every byte. */
@Command(
        name = "verify",
        description =
                "Reads and checks every segment, event and snapshot. Prints the position of a damage; the exit code is then 1.",
        mixinStandardHelpOptions = true)
final class JournalVerifyCommand implements Callable<Integer> {
    @Parameters(paramLabel = "FOLDER", description = "The data folder of a service.")
    private Path folder;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        JournalCheck check = JournalCheck.verify(JournalFolder.existing(folder));
        PrintWriter out = spec.commandLine().getOut();
        check.warnings().forEach(warning -> out.println("warning: " + warning));
        JournalFormatException damage = check.damage();
        if (damage != null) {
            out.println("damaged: " + damage.getMessage());
        } else {
            long records =
                    check.segments().stream().mapToLong(SegmentInfo::records).sum();
            out.printf(
                    "sound: %d events in %d segments, %d snapshots%n",
                    records, check.segments().size(), check.snapshots().size());
        }
        out.flush();
        return damage == null ? 0 : 1;
    }
}
