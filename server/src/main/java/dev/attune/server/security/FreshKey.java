package dev.attune.server.security;

import java.security.SecureRandom;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;

/**
 * A new key.
 *
 * @param secret for the owner; shown once
 * @param line for the key file
 */
public record FreshKey(String secret, String line) {
    private static final int BYTES = 32;
    private static final String PREFIX = "attune_"; // recognised by scanners for leaked secrets

    /** Makes a key of 256 random bits. */
    public static FreshKey make(String name, Set<Scope> scopes, List<String> bandits, RateLimit rate) {
        byte[] random = new byte[BYTES];
        new SecureRandom().nextBytes(random);
        String secret = PREFIX + Base64.getUrlEncoder().withoutPadding().encodeToString(random);
        ApiKey key = new ApiKey(KeyFile.requireName(name), scopes, bandits, rate);
        return new FreshKey(secret, key.line(HexFormat.of().formatHex(KeyFile.hash(secret))));
    }
}
