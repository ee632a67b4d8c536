package dev.attune.journal;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/** Files of mode 0600 and folders of mode 0700, whatever the umask; on file systems without these modes, as they are. */
public final class OwnerOnly {
    private static final boolean POSIX =
            FileSystems.getDefault().supportedFileAttributeViews().contains("posix");
    private static final String FILE = "rw-------";
    private static final String FOLDER = "rwx------";

    private OwnerOnly() {}

    private static FileAttribute<?>[] mode(String permissions) {
        return POSIX
                ? new FileAttribute<?>[] {
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions))
                }
                : new FileAttribute<?>[0];
    }

    /** Creates a folder and its parents, or changes the mode of an existing one, and makes its name durable. */
    public static void folder(Path folder) throws IOException {
        boolean made = !Files.isDirectory(folder);
        Files.createDirectories(folder, mode(FOLDER));
        if (POSIX && !made) {
            Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString(FOLDER));
        }
        Path parent = folder.toAbsolutePath().getParent();
        if (made && parent != null) {
            Disk.REAL.forceFolder(parent);
        }
    }

    /** Opens a file, which is created with its mode if an option permits that. */
    public static FileChannel open(Path file, OpenOption... options) throws IOException {
        return FileChannel.open(file, Set.of(options), mode(FILE));
    }

    /** Replaces the content of a file; it is not durable. */
    public static void write(Path file, byte[] bytes) throws IOException {
        try (FileChannel channel =
                open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE, StandardOpenOption.TRUNCATE_EXISTING)) {
            ByteBuffer left = ByteBuffer.wrap(bytes);
            while (left.hasRemaining()) {
                channel.write(left);
            }
        }
    }
}
