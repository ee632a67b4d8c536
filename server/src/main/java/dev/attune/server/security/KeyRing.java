package dev.attune.server.security;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.List;
import java.util.Optional;

/**
 * The keys that are good, by their hashes. A key is 256 random bits, so that no salt and no slow hash is needed: there is nothing to
 * guess. Immutable.
 */
public final class KeyRing {
    static final int HASH_BYTES = 32;

    private final List<Entry> entries;

    KeyRing(List<Entry> entries) {
        this.entries = List.copyOf(entries);
    }

    /** A key and what it is recognised by. */
    @SuppressWarnings("ArrayRecordComponent") // compared in constant time below, never by equals
    record Entry(byte[] hash, ApiKey key) {}

    /**
     * The key with this secret. All keys are compared, each in full, so that the time it takes tells nothing of how near a guess came.
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

    /** How many keys there are. */
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
