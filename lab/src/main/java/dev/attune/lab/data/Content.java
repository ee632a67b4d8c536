package dev.attune.lab.data;

import java.io.BufferedInputStream;
import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;

/** The uncompressed content of a file in memory, with its name for error messages. */
public final class Content {
    private final String name;
    private final byte[] bytes;

    Content(String name, byte[] bytes) {
        this.name = name;
        this.bytes = bytes;
    }

    /** Returns a text as the content of a file of this name. */
    public static Content of(String name, String text) {
        return new Content(name, text.getBytes(StandardCharsets.UTF_8));
    }

    /** Reads a file, plain or gzipped. */
    public static Content read(Path file) throws IOException {
        requireFile(file);
        try (InputStream in = open(file)) {
            return new Content(file.toString(), in.readAllBytes());
        } catch (EOFException | ZipException e) {
            throw new IOException(file + ": the compressed file is damaged or cut short (" + e.getMessage() + ")", e);
        }
    }

    /** Rejects a missing file, or a folder. */
    public static void requireFile(Path file) throws IOException {
        if (!Files.isRegularFile(file)) {
            throw new IOException((Files.exists(file) ? "this is not a file: " : "no such file: ") + file);
        }
    }

    /** Opens a file, see {@link #unzipped}. */
    public static InputStream open(Path file) throws IOException {
        InputStream plain = Files.newInputStream(file);
        try {
            return unzipped(plain);
        } catch (IOException e) {
            plain.close();
            throw e;
        }
    }

    /** Returns a stream of the uncompressed content; gzip is detected by its first two bytes. */
    public static InputStream unzipped(InputStream plain) throws IOException {
        BufferedInputStream in = new BufferedInputStream(plain, 1 << 16);
        in.mark(2);
        boolean gzip = in.read() == 0x1f && in.read() == 0x8b;
        in.reset();
        return gzip ? new GZIPInputStream(in, 1 << 16) : in;
    }

    /** Returns the name for error messages. */
    public String name() {
        return name;
    }

    /** Returns a copy of the bytes. */
    byte[] bytes() {
        return bytes.clone();
    }

    /** Returns the SHA-256 of the uncompressed bytes, in hex. */
    public String fingerprint() {
        return checksum("SHA-256");
    }

    /** Returns a checksum of the uncompressed bytes, in hex. */
    String checksum(String algorithm) {
        return HexFormat.of().formatHex(digest(algorithm).digest(bytes));
    }

    /** Returns a digest of this algorithm, which every JVM has. */
    public static MessageDigest digest(String algorithm) {
        try {
            return MessageDigest.getInstance(algorithm);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(algorithm + " is missing from this JVM", e);
        }
    }

    /** Returns the encoding: UTF-8, UTF-16 by its byte order mark, or ISO 8859-1 if the bytes are not UTF-8. */
    private Charset charset() {
        if (bytes.length >= 2
                && ((bytes[0] == (byte) 0xFE && bytes[1] == (byte) 0xFF)
                        || (bytes[0] == (byte) 0xFF && bytes[1] == (byte) 0xFE))) {
            return StandardCharsets.UTF_16;
        }
        try {
            StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes));
            return StandardCharsets.UTF_8;
        } catch (CharacterCodingException e) {
            return StandardCharsets.ISO_8859_1;
        }
    }

    /** Returns what is unusual about the content, in clauses; empty if nothing is. */
    List<String> notes() {
        Charset charset = charset();
        return charset.equals(StandardCharsets.UTF_8)
                ? List.of()
                : List.of("the text is not UTF-8; read as " + charset);
    }

    /** Opens the text, without a byte order mark. */
    BufferedReader reader() {
        int from = bytes.length >= 3 && bytes[0] == (byte) 0xEF && bytes[1] == (byte) 0xBB && bytes[2] == (byte) 0xBF
                ? 3
                : 0;
        return new BufferedReader(
                new InputStreamReader(new ByteArrayInputStream(bytes, from, bytes.length - from), charset()));
    }

    /** Creates an error at a line of this file, counted from 1. */
    IOException error(long line, String what) {
        return new IOException(name + " line " + line + ": " + what);
    }
}
