package dev.attune.cli;

import dev.attune.server.security.FreshKey;
import dev.attune.server.security.KeyFile;
import dev.attune.server.security.RateLimit;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code attune keys new}: a fresh key, shown once. */
@Command(
        name = "new",
        description = {
            "Makes a key and shows it, once. The key file holds its hash only.",
            "",
            "A running service reads its key file again when it changes. To take a key away, delete its line."
        },
        sortOptions = false,
        mixinStandardHelpOptions = true)
final class KeysNewCommand implements Callable<Integer> {
    @Option(names = "--name", required = true, description = "What the audit log calls its owner.")
    private String name;

    @Option(
            names = "--scopes",
            required = true,
            description = "What it is for: decide, reward, admin, or several with commas between.")
    private String scopes;

    @Option(
            names = "--bandits",
            description = "Bandits it is good for, with commas between; * ends the beginning of a name (default: all).")
    private @Nullable String bandits;

    @Option(names = "--rate", paramLabel = "N", description = "Requests a second (default: no limit).")
    private @Nullable Long rate;

    @Option(names = "--file", description = "Key file to add the line to; without it the line is shown.")
    private @Nullable Path file;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        FreshKey key = FreshKey.make(
                name,
                KeyFile.scopes(scopes),
                bandits == null ? List.of() : KeyFile.bandits(bandits),
                rate == null ? RateLimit.none() : RateLimit.perSecond(rate));
        PrintWriter out = spec.commandLine().getOut();
        if (file != null) {
            append(file, key.line());
        }
        out.println("key (shown this once): " + key.secret());
        out.println(file == null ? "line for the key file: " + key.line() : "its hash is in " + file);
        out.flush();
        return 0;
    }

    private void append(Path where, String line) throws IOException {
        String before = Files.exists(where) ? Files.readString(where) : "";
        if (before.lines()
                .anyMatch(other -> other.strip().split(Pattern.quote(" "), 2)[0].equals(name))) {
            throw new IllegalArgumentException(
                    "there is a key called " + name + " in " + where + " already; take another name");
        }
        if (!Files.exists(where)
                && FileSystems.getDefault().supportedFileAttributeViews().contains("posix")) {
            Files.createFile(where, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        }
        String newline = before.isEmpty() || before.endsWith("\n") ? "" : "\n";
        Files.writeString(
                where,
                newline + line + "\n",
                StandardCharsets.UTF_8,
                StandardOpenOption.CREATE,
                StandardOpenOption.APPEND);
    }
}
