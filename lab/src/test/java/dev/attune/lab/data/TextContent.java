package dev.attune.lab.data;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPOutputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/** Small files for tests. */
public final class TextContent {
    private TextContent() {}

    public static Content of(String... lines) {
        return new Content("test.csv", bytes(lines));
    }

    public static byte[] bytes(String... lines) {
        return (String.join("\n", lines) + "\n").getBytes(StandardCharsets.UTF_8);
    }

    public static Path plain(Path file, String... lines) throws IOException {
        return Files.write(file, bytes(lines));
    }

    public static Path gzipped(Path file, String... lines) throws IOException {
        try (GZIPOutputStream out = new GZIPOutputStream(Files.newOutputStream(file))) {
            out.write(bytes(lines));
        }
        return file;
    }

    public static Path zipped(Path file, String entry, byte[] content) throws IOException {
        try (ZipOutputStream out = new ZipOutputStream(Files.newOutputStream(file))) {
            out.putNextEntry(new ZipEntry("ml-100k/README"));
            out.write(bytes("not the data"));
            out.putNextEntry(new ZipEntry(entry));
            out.write(content);
            out.closeEntry();
        }
        return file;
    }
}
