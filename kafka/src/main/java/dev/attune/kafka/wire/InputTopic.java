package dev.attune.kafka.wire;

import java.io.IOException;

/** The topics that the stream job reads. The order is significant: of records with the same time, requests precede rewards. */
public enum InputTopic {
    /** Requests and observations. */
    REQUESTS(1),
    /** Rewards. */
    REWARDS(2),
    /** Definitions of bandits. */
    DEFINITIONS(3);

    private final int code;

    InputTopic(int code) {
        this.code = code;
    }

    /** Returns the number of this topic in saved state. */
    public int code() {
        return code;
    }

    /**
     * Returns the topic with a number.
     *
     * @throws IOException if there is none
     */
    public static InputTopic of(int code) throws IOException {
        for (InputTopic candidate : values()) {
            if (candidate.code == code) {
                return candidate;
            }
        }
        throw new IOException("there is no input topic with the code " + code);
    }
}
