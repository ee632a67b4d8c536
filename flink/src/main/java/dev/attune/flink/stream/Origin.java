package dev.attune.flink.stream;

import java.io.IOException;

/** Which topic a record came from. The order counts: of records of the same time, requests come before rewards. */
public enum Origin {
    /** Requests and observations. */
    REQUESTS(1),
    /** Rewards. */
    REWARDS(2),
    /** Definitions of bandits. */
    DEFINITIONS(3);

    /** What saved state calls it. */
    final int code;

    Origin(int code) {
        this.code = code;
    }

    static Origin of(int code) throws IOException {
        for (Origin candidate : values()) {
            if (candidate.code == code) {
                return candidate;
            }
        }
        throw new IOException("there is no origin with the code " + code);
    }
}
