package dev.attune.server.runtime;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.stream.Stream;

/** Copies a data folder while it is written, as a crash at that moment would leave it. */
final class FolderCopy {
    private FolderCopy() {}

    static List<Path> snapshots(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder.resolve("snapshots"))) {
            return files.sorted().toList();
        }
    }

    /**
     * What a crash at this moment would leave. The snapshots come first, because none may know more than the journal; and segments are copied
     * from their ends, because they are written from their beginnings: so no page is there without those before it.
     *
     * @return how many snapshots were there
     */
    static int copy(Path from, Path to) throws IOException {
        Files.createDirectories(to.resolve("snapshots"));
        Files.createDirectories(to.resolve("journal"));
        copyIfThere(from.resolve("secret"), to);
        int found = 0;
        for (Path file : snapshots(from)) {
            found += file.toString().endsWith(".snapshot") && copyIfThere(file, to.resolve("snapshots")) ? 1 : 0;
        }
        List<Path> segments;
        try (Stream<Path> files = Files.list(from.resolve("journal"))) {
            segments = files.filter(file -> file.toString().endsWith(".log"))
                    .sorted()
                    .toList();
        }
        for (Path segment : segments) {
            backwards(segment, to.resolve("journal").resolve(segment.getFileName()));
        }
        return found;
    }

    /** A newer one may just have taken its place. */
    private static boolean copyIfThere(Path file, Path folder) throws IOException {
        try {
            Files.copy(file, folder.resolve(file.getFileName()));
            return true;
        } catch (NoSuchFileException e) {
            return false;
        }
    }

    private static void backwards(Path from, Path to) throws IOException {
        int page = 4096;
        try (FileChannel in = FileChannel.open(from, StandardOpenOption.READ);
                FileChannel out = FileChannel.open(to, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
            for (long at = (in.size() - 1) / page * page; at >= 0; at -= page) {
                ByteBuffer bytes = ByteBuffer.allocate(page);
                in.read(bytes, at);
                out.write(bytes.flip(), at);
            }
        }
    }
}
