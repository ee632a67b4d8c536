package dev.attune.server.runtime;

import dev.attune.journal.Disk;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.Base64;
import java.util.Optional;

/**
 * Ids of decisions: the location of a decision and a signature, so that the id of a decision that was never issued can be neither forged nor
 * guessed.
 *
 * <pre>
 *   base64url( bandit (4) | decision (8) | position (8) | first 16 bytes of HMAC-SHA256(secret, the 20 bytes before) )
 * </pre>
 *
 * <p>48 characters, without padding and unused bits: no two texts are the same id.
 */
final class DecisionIds {
    private static final String ALGORITHM = "SHA-256";
    private static final int BLOCK = 64; // bytes
    private static final int SECRET_BYTES = 32;
    private static final int CONTENT = Integer.BYTES + 2 * Long.BYTES;
    private static final int SEAL = 16;
    private static final int TEXT = (CONTENT + SEAL) * 4 / 3;

    /**
     * The location of a decision.
     *
     * @param bandit number of the bandit that decided
     * @param decision number of the decision in the bandit
     * @param position of the decision in the journal
     */
    record DecisionRef(int bandit, long decision, long position) {}

    // The digest after the first block of each half of HMAC (RFC 2104), which depends on the secret alone. Only copies
    // are used.
    private final MessageDigest inner;
    private final MessageDigest outer;

    private DecisionIds(byte[] secret) {
        this.inner = begun(secret, 0x36);
        this.outer = begun(secret, 0x5C);
    }

    private static MessageDigest begun(byte[] secret, int pad) {
        byte[] block = Arrays.copyOf(secret, BLOCK);
        for (int i = 0; i < BLOCK; i++) {
            block[i] ^= (byte) pad;
        }
        try {
            MessageDigest digest = MessageDigest.getInstance(ALGORITHM);
            digest.update(block);
            return digest;
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError("every JDK has " + ALGORITHM, e);
        }
    }

    /**
     * Creates ids with the secret in a file. If it does not exist it is created, readable by its owner only, and durable when this returns.
     *
     * @param mayCreate whether it may be created; not if ids may have been handed out
     * @throws IOException if the file cannot be read or created, or has another length
     */
    static DecisionIds of(Path file, boolean mayCreate, Disk disk) throws IOException {
        if (!Files.exists(file)) {
            if (!mayCreate) {
                throw new IOException(
                        file + " is missing, and the journal has events: without it, no id handed out before is"
                                + " known. Put it back from a backup; if it is lost, 'head -c " + SECRET_BYTES
                                + " /dev/urandom > "
                                + file + "' makes another one");
            }
            make(file, disk);
        }
        byte[] secret = Files.readAllBytes(file);
        if (secret.length != SECRET_BYTES) {
            throw new IOException(file + " has " + secret.length + " bytes, not " + SECRET_BYTES
                    + "; put it back from a backup, or replace it by " + SECRET_BYTES
                    + " random bytes, and ids handed out before become unknown");
        }
        return new DecisionIds(secret);
    }

    private static void make(Path file, Disk disk) throws IOException {
        byte[] secret = new byte[SECRET_BYTES];
        new SecureRandom().nextBytes(secret);
        Path fresh = file.resolveSibling(file.getFileName() + ".tmp");
        try (Disk.DiskFile out = disk.open(fresh)) {
            out.writeFully(ByteBuffer.wrap(secret), 0);
            out.force();
        }
        disk.replace(fresh, file); // whole or not at all
        Path folder = file.toAbsolutePath().getParent();
        if (folder != null) {
            disk.forceFolder(folder);
        }
    }

    /** Returns the id of a decision. */
    String sign(DecisionRef decision) {
        byte[] id = new byte[CONTENT + SEAL];
        ByteBuffer.wrap(id)
                .putInt(decision.bandit())
                .putLong(decision.decision())
                .putLong(decision.position());
        System.arraycopy(seal(id), 0, id, CONTENT, SEAL);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(id);
    }

    /** Returns the decision with this id; empty if this service has not made the id. */
    Optional<DecisionRef> verify(String text) {
        if (text.length() != TEXT) {
            return Optional.empty();
        }
        byte[] id;
        try {
            id = Base64.getUrlDecoder().decode(text);
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
        if (id.length != CONTENT + SEAL
                || !MessageDigest.isEqual(
                        Arrays.copyOf(seal(id), SEAL), Arrays.copyOfRange(id, CONTENT, CONTENT + SEAL))) {
            return Optional.empty();
        }
        ByteBuffer content = ByteBuffer.wrap(id);
        return Optional.of(new DecisionRef(content.getInt(), content.getLong(), content.getLong()));
    }

    private byte[] seal(byte[] id) {
        try {
            MessageDigest first = (MessageDigest) inner.clone();
            first.update(id, 0, CONTENT);
            MessageDigest second = (MessageDigest) outer.clone();
            second.update(first.digest());
            return second.digest();
        } catch (CloneNotSupportedException e) {
            throw new AssertionError("the JDK's own " + ALGORITHM + " can be copied", e);
        }
    }
}
