package dev.attune.server.security;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.regex.Pattern;

/**
 * The keys of a text file, one a line; {@code #} begins a comment. The file holds hashes, never a key. A key has 256 random bits and cannot be guessed, so
 * neither salt nor a slow hash is needed.
 *
 * <pre>
 *   ops sha256:9f86d0...0a08 scopes=admin
 *   web sha256:60303a...8c4b scopes=decide,reward bandits=front-page,news-* rate=1000
 * </pre>
 *
 * <p>The file is read again by {@link #refresh}, so that keys can be added or removed without a restart. A key is valid as long as its line is there: an
 * empty file, one that cannot be read and none at all withdraw all keys, and an invalid line withdraws its key only.
 */
public final class KeyFile {
    private static final Pattern SPACES = Pattern.compile("\\s+");
    private static final Pattern COMMA = Pattern.compile(",");
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,99}");
    private static final Pattern BANDIT = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]*\\*?|\\*");
    private static final Pattern RATE = Pattern.compile("[0-9]{1,10}");
    private static final String HASH = "sha256:";
    private static final int HASH_BYTES = 32;
    private static final String NO_DESCRIPTORS = "Too many open files";

    private final Path file;
    private final Consumer<String> warnings;
    private volatile List<Line> keys;
    private String content; // guarded by this

    /** A key and its hash. */
    @SuppressWarnings("ArrayRecordComponent") // compared in constant time below, never by equals
    private record Line(byte[] hash, ApiKey key) {}

    /**
     * Reads a file for the first time.
     *
     * @throws IOException if it cannot be read, has an invalid line, or has no key
     */
    public KeyFile(Path file, Consumer<String> warnings) throws IOException {
        this.file = file;
        this.warnings = warnings;
        this.content = read();
        List<String> errors = new ArrayList<>();
        this.keys = parse(content, errors);
        if (!errors.isEmpty()) {
            throw new IOException(errors.get(0));
        }
    }

    /** Returns the key with this secret. All keys are compared in full, so that the time reveals nothing. */
    public Optional<ApiKey> find(String secret) {
        byte[] hash = hash(secret);
        ApiKey found = null;
        for (Line line : keys) {
            if (MessageDigest.isEqual(line.hash, hash)) {
                found = line.key;
            }
        }
        return Optional.ofNullable(found);
    }

    static byte[] hash(String secret) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(secret.getBytes(StandardCharsets.UTF_8));
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError("every JDK has SHA-256", e);
        }
    }

    /** Returns the number of keys. */
    public int size() {
        return keys.size();
    }

    /** Reads the file again; if it has changed, its keys are valid from now on, with new rates. */
    public synchronized void refresh() {
        List<String> errors = new ArrayList<>();
        String now = "";
        try {
            now = read();
        } catch (NoSuchFileException e) {
            errors.add("the key file " + file + " does not exist");
        } catch (IOException | RuntimeException e) {
            if (String.valueOf(e.getMessage()).contains(NO_DESCRIPTORS)) {
                return; // says nothing about the file, which is read again in a second
            }
            errors.add("the key file cannot be read: " + e.getMessage());
        }
        if (now.equals(content)) {
            return;
        }
        content = now;
        keys = parse(now, errors);
        if (!errors.isEmpty()) {
            warnings.accept(
                    "the key file has changed; " + keys.size() + " keys are valid: " + String.join("; ", errors));
        }
    }

    private String read() throws IOException {
        return new String(Files.readAllBytes(file), StandardCharsets.UTF_8); // accepts any bytes in comments
    }

    /** Returns the keys of a text, without those of invalid lines; adds an error for each invalid line, with its number, or that there is no key. */
    private List<Line> parse(String text, List<String> errors) {
        List<String> lines = text.lines().toList();
        List<Line> found = new ArrayList<>();
        Set<String> names = new HashSet<>();
        for (int i = 0; i < lines.size(); i++) {
            String line = lines.get(i);
            int comment = line.indexOf('#');
            String words = (comment < 0 ? line : line.substring(0, comment)).strip();
            if (words.isEmpty()) {
                continue;
            }
            try {
                Line key = parse(words);
                if (!names.add(key.key.name())) {
                    throw new IllegalArgumentException("another key is called " + key.key.name() + " too");
                }
                found.add(key);
            } catch (IllegalArgumentException e) {
                errors.add(file + ", line " + (i + 1) + ": " + e.getMessage());
            }
        }
        if (found.isEmpty() && errors.isEmpty()) {
            errors.add("there is no key in " + file + "; 'attune keys new --file " + file + "' adds one");
        }
        return List.copyOf(found);
    }

    private static Line parse(String line) {
        List<String> words = SPACES.splitAsStream(line).toList();
        if (words.size() < 3 || !words.get(1).startsWith(HASH)) {
            throw new IllegalArgumentException("a key is 'NAME sha256:HEX scopes=decide,reward,metrics,admin'");
        }
        String name = requireName(words.get(0));
        byte[] hash = HexFormat.of().parseHex(words.get(1).substring(HASH.length()));
        if (hash.length != HASH_BYTES) {
            throw new IllegalArgumentException("a SHA-256 has 64 hexadecimal digits");
        }
        Set<Scope> scopes = Set.of();
        List<String> bandits = List.of();
        RateLimit rate = RateLimit.none();
        for (String word : words.subList(2, words.size())) {
            int equals = word.indexOf('=');
            String value = word.substring(equals + 1);
            switch (equals < 0 ? "" : word.substring(0, equals)) {
                case "scopes" -> scopes = scopes(value);
                case "bandits" -> bandits = bandits(value);
                case "rate" -> rate = rate(value);
                default -> throw new IllegalArgumentException("'" + word + "' is not scopes=, bandits= or rate=");
            }
        }
        if (scopes.isEmpty()) {
            throw new IllegalArgumentException("key " + name + " has no scopes");
        }
        return new Line(hash, new ApiKey(name, scopes, bandits, rate));
    }

    /** Rejects an invalid name. */
    static String requireName(String name) {
        if (!NAME.matcher(name).matches()) {
            throw new IllegalArgumentException("'" + name
                    + "' is not a valid name of a key: letters, digits, dots, dashes and underscores, at most 100");
        }
        return name;
    }

    /** Parses scopes: {@code decide,reward}. */
    public static Set<Scope> scopes(String text) {
        EnumSet<Scope> scopes = EnumSet.noneOf(Scope.class);
        COMMA.splitAsStream(text).forEach(word -> {
            try {
                scopes.add(Scope.valueOf(word.toUpperCase(Locale.ROOT)));
            } catch (IllegalArgumentException e) {
                throw new IllegalArgumentException(
                        "there is no scope '" + word + "'; there are decide, reward, metrics and admin", e);
            }
        });
        return scopes;
    }

    /** Parses bandits: {@code front-page,news-*}. */
    public static List<String> bandits(String text) {
        List<String> bandits = COMMA.splitAsStream(text).toList();
        for (String bandit : bandits) {
            if (!BANDIT.matcher(bandit).matches()) {
                throw new IllegalArgumentException(
                        "'" + bandit + "' is neither the name of a bandit nor the beginning of one with * after it");
            }
        }
        return bandits;
    }

    private static RateLimit rate(String text) {
        if (!RATE.matcher(text).matches()) {
            throw new IllegalArgumentException("rate=" + text + " is not a number of requests a second");
        }
        return RateLimit.perSecond(Long.parseLong(text));
    }
}
