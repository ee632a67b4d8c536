package dev.attune.cli;

import dev.attune.server.security.FreshKey;
import dev.attune.server.security.KeyFile;
import dev.attune.server.security.RateLimit;
import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code attune keys}: manages the keys of the service. */
@Command(
        name = "keys",
        description = "Creates keys for the clients of the service.",
        synopsisSubcommandLabel = "COMMAND",
        subcommands = KeysCommand.New.class)
final class KeysCommand extends Subcommand {
    /** {@code attune keys new}: creates a key and prints it once. */
    @Command(
            name = "new",
            description = {
                "Creates a key and prints it once. The key file contains its hash only.",
                "",
                "A running service reads its key file again when the file changes. To revoke a key, delete its line."
            },
            sortOptions = false)
    static final class New extends Subcommand {
        @Option(names = "--name", required = true, description = "Name of the client in the audit log.")
        private String name;

        @Option(
                names = "--scopes",
                required = true,
                description = "Comma-separated list of decide, reward, metrics and admin.")
        private String scopes;

        @Option(
                names = "--bandits",
                description =
                        "Comma-separated list of bandits that the key may use; 'news*' is a prefix (default: all).")
        private @Nullable String bandits;

        @Option(names = "--rate", paramLabel = "N", description = "Requests per second (default: unlimited).")
        private @Nullable Long rate;

        @Option(names = "--file", description = "Key file to which the line is added (default: the line is printed).")
        private @Nullable Path file;

        @Override
        public Integer call() throws IOException {
            FreshKey key = FreshKey.make(
                    name,
                    KeyFile.scopes(scopes),
                    bandits == null ? List.of() : KeyFile.bandits(bandits),
                    rate == null ? RateLimit.none() : RateLimit.perSecond(rate));
            if (file != null) {
                append(file, key.line());
            }
            out().println("key (printed only once): " + key.secret());
            out().println(file == null ? "line for the key file: " + key.line() : "its hash is in " + file);
            return 0;
        }

        private void append(Path where, String line) throws IOException {
            String before = Files.exists(where) ? Files.readString(where) : "";
            if (before.lines().anyMatch(other -> other.strip().split(" ", 2)[0].equals(name))) {
                throw new IllegalArgumentException(
                        where + " already has a key named '" + name + "'; choose another name");
            }
            if (!Files.exists(where)
                    && FileSystems.getDefault().supportedFileAttributeViews().contains("posix")) {
                Files.createFile(
                        where, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
            }
            String newline = before.isEmpty() || before.endsWith("\n") ? "" : "\n";
            Files.writeString(where, newline + line + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        }
    }
}
