package dev.attune.kafka.wire;

import java.io.IOException;

/** The topics that the stream job writes. */
public enum OutputTopic {
    /** Answers to requests. */
    DECISIONS(1),
    /** Records that could not be processed, with the reason. */
    DEAD_LETTERS(2),
    /** Counters of bandits. */
    METRICS(3),
    /** Models without their open decisions, for services that follow the stream. */
    MODELS(4);

    private final int code;

    OutputTopic(int code) {
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
    public static OutputTopic of(int code) throws IOException {
        for (OutputTopic candidate : values()) {
            if (candidate.code == code) {
                return candidate;
            }
        }
        throw new IOException("there is no output topic with the code " + code);
    }
}
