package dev.attune.flink.stream;

import java.io.IOException;

/** Which topic a record goes to. */
public enum Channel {
    /** Answers to requests. */
    DECISIONS(1),
    /** Records that could not be used, and why. */
    DEAD_LETTERS(2),
    /** Counters of bandits. */
    METRICS(3),
    /** Bandits without their waiting decisions, for those who decide elsewhere. */
    MODELS(4);

    /** What saved state calls it. */
    final int code;

    Channel(int code) {
        this.code = code;
    }

    static Channel of(int code) throws IOException {
        for (Channel candidate : values()) {
            if (candidate.code == code) {
                return candidate;
            }
        }
        throw new IOException("there is no channel with the code " + code);
    }
}
