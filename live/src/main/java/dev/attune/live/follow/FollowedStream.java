package dev.attune.live.follow;

/**
 * The stream that a service follows.
 *
 * @param feed source of the models
 * @param outbox destination of decisions and rewards
 * @param name for logs and the dashboard
 */
public record FollowedStream(ModelFeed feed, Outbox outbox, String name) implements AutoCloseable {
    /** Stops following, and waits a limited time for records in flight. */
    @Override
    public void close() {
        feed.close();
        outbox.close();
    }
}
