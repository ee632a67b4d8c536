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
     */
    static void copy(Path from, Path to) throws IOException {
        Files.createDirectories(to.resolve("snapshots"));
        Files.createDirectories(to.resolve("journal"));
        for (Path file : snapshots(from)) {
            if (file.toString().endsWith(".snapshot") && Files.exists(file)) {
                try {
                    Files.copy(file, to.resolve("snapshots").resolve(file.getFileName()));
                } catch (NoSuchFileException e) {
                    continue; // a newer one has replaced it, and the last one is copied later
                }
            }
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
