package dev.attune.server.security;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.List;
import java.util.Optional;

/**
 * The valid keys, by their hashes. A key has 256 random bits and cannot be guessed, so neither salt nor a slow hash is needed. Immutable.
 */
public final class KeyRing {
    static final int HASH_BYTES = 32;

    private final List<Entry> entries;

    KeyRing(List<Entry> entries) {
        this.entries = List.copyOf(entries);
    }

    /** A key and its hash. */
    @SuppressWarnings("ArrayRecordComponent") // compared in constant time below, never by equals
    record Entry(byte[] hash, ApiKey key) {}

    /**
     * Returns the key with this secret. All keys are compared in full, so that the time reveals nothing.
     */
    public Optional<ApiKey> find(String secret) {
        byte[] hash = hash(secret);
        ApiKey found = null;
        for (Entry entry : entries) {
            if (MessageDigest.isEqual(entry.hash, hash)) {
                found = entry.key;
            }
        }
        return Optional.ofNullable(found);
    }

    /** Returns the number of keys. */
    public int size() {
        return entries.size();
    }

    static byte[] hash(String secret) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(secret.getBytes(StandardCharsets.UTF_8));
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError("every JDK has SHA-256", e);
        }
    }
}
