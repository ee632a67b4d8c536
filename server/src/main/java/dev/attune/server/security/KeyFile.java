package dev.attune.server.security;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Keys in a text file, one a line; {@code #} begins a comment. The file holds hashes, never a key.
 *
 * <pre>
 *   ops sha256:9f86d0...0a08 scopes=admin
 *   web sha256:60303a...8c4b scopes=decide,reward bandits=front-page,news-* rate=1000
 * </pre>
 */
public final class KeyFile {
    private static final Pattern SPACES = Pattern.compile("\\s+");
    private static final Pattern COMMA = Pattern.compile(",");
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,99}");
    private static final Pattern BANDIT = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]*\\*?|\\*");
    private static final Pattern RATE = Pattern.compile("[0-9]{1,10}");
    private static final String HASH = "sha256:";

    private KeyFile() {}

    /**
     * Returns the keys of a text, without those of invalid lines.
     *
     * @param errors receives an error for each invalid line, with its number, or that there is no key
     */
    static KeyRing parse(Path file, String text, List<String> errors) {
        List<String> lines = text.lines().toList();
        List<KeyRing.Entry> entries = new ArrayList<>();
        Set<String> names = new HashSet<>();
        for (int i = 0; i < lines.size(); i++) {
            String line = lines.get(i);
            int comment = line.indexOf('#');
            String content = (comment < 0 ? line : line.substring(0, comment)).strip();
            if (content.isEmpty()) {
                continue;
            }
            try {
                KeyRing.Entry entry = parse(content);
                if (!names.add(entry.key().name())) {
                    throw new IllegalArgumentException(
                            "another key is called " + entry.key().name() + " too");
                }
                entries.add(entry);
            } catch (IllegalArgumentException e) {
                errors.add(file + ", line " + (i + 1) + ": " + e.getMessage());
            }
        }
        if (entries.isEmpty() && errors.isEmpty()) {
            errors.add("there is no key in " + file + "; 'attune keys new --file " + file + "' adds one");
        }
        return new KeyRing(entries);
    }

    private static KeyRing.Entry parse(String line) {
        List<String> words = SPACES.splitAsStream(line).toList();
        if (words.size() < 3 || !words.get(1).startsWith(HASH)) {
            throw new IllegalArgumentException("a key is 'NAME sha256:HEX scopes=decide,reward,metrics,admin'");
        }
        String name = requireName(words.get(0));
        byte[] hash = HexFormat.of().parseHex(words.get(1).substring(HASH.length()));
        if (hash.length != KeyRing.HASH_BYTES) {
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
        return new KeyRing.Entry(hash, new ApiKey(name, scopes, bandits, rate));
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
