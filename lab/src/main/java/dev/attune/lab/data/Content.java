package dev.attune.lab.data;

import java.io.BufferedInputStream;
import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;

/** A file that fits into memory, uncompressed, together with the name that error messages give it. */
public final class Content {
    private final String name;
    private final byte[] bytes;

    Content(String name, byte[] bytes) {
        this.name = name;
        this.bytes = bytes;
    }

    /** A file, plain or gzipped. */
    public static Content read(Path file) throws IOException {
        requireFile(file);
        try (InputStream in = open(file)) {
            return new Content(file.toString(), in.readAllBytes());
        } catch (EOFException | ZipException e) {
            throw new IOException(file + ": the compressed file is damaged or cut short (" + e.getMessage() + ")", e);
        }
    }

    /** Complains of what is not there, or is a folder. */
    public static void requireFile(Path file) throws IOException {
        if (!Files.isRegularFile(file)) {
            throw new IOException((Files.exists(file) ? "this is not a file: " : "no such file: ") + file);
        }
    }

    /** Opens a file; gzip is known by its first two bytes, not by the name. */
    static InputStream open(Path file) throws IOException {
        InputStream plain = Files.newInputStream(file);
        try {
            return unzipped(plain);
        } catch (IOException e) {
            plain.close();
            throw e;
        }
    }

    /** What the stream holds, uncompressed if it is gzip. */
    public static InputStream unzipped(InputStream plain) throws IOException {
        BufferedInputStream in = new BufferedInputStream(plain, 1 << 16);
        in.mark(2);
        boolean gzip = in.read() == 0x1f && in.read() == 0x8b;
        in.reset();
        return gzip ? new GZIPInputStream(in, 1 << 16) : in;
    }

    /** Where it comes from. */
    public String name() {
        return name;
    }

    /** A copy of the bytes. */
    byte[] bytes() {
        return bytes.clone();
    }

    /** SHA-256 of the uncompressed bytes, in hex. */
    public String fingerprint() {
        return checksum("SHA-256");
    }

    /** Checksum of the uncompressed bytes, in hex. */
    String checksum(String algorithm) {
        return HexFormat.of().formatHex(digest(algorithm).digest(bytes));
    }

    static MessageDigest digest(String algorithm) {
        try {
            return MessageDigest.getInstance(algorithm);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(algorithm + " is missing from this JVM", e);
        }
    }

    /** The text, without the byte order mark that spreadsheets put first. */
    BufferedReader reader() {
        int from = bytes.length >= 3 && bytes[0] == (byte) 0xEF && bytes[1] == (byte) 0xBB && bytes[2] == (byte) 0xBF
                ? 3
                : 0;
        return new BufferedReader(new InputStreamReader(
                new ByteArrayInputStream(bytes, from, bytes.length - from), StandardCharsets.UTF_8));
    }

    /** An error at a line of this file, counted from 1. */
    IOException error(long line, String what) {
        return new IOException(name + " line " + line + ": " + what);
    }
}
