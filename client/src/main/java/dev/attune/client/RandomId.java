package dev.attune.client;

import java.security.SecureRandom;
import java.util.Base64;

/** Unique ids of 128 random bits. */
final class RandomId {
    private static final SecureRandom RANDOM = new SecureRandom();
    private static final int BYTES = 16;

    private RandomId() {}

    static String next() {
        byte[] bits = new byte[BYTES];
        RANDOM.nextBytes(bits);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bits);
    }
}
