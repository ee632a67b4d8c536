package dev.attune.server.follow;

/**
 * The stream that a service follows.
 *
 * @param feed where models come from
 * @param outbox where decisions and rewards go
 * @param stream what people call the stream
 */
public record Following(ModelFeed feed, Outbox outbox, String stream) implements AutoCloseable {
    /** Follows no more, and waits for what is on its way to the stream. */
    @Override
    public void close() {
        feed.close();
        outbox.close();
    }
}
