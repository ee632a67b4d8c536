package dev.attune.server.follow;

/**
 * The stream that a service follows.
 *
 * @param feed where models come from
 * @param outbox where decisions and rewards go
 * @param stream what people call the stream
 */
public record Following(ModelFeed feed, Outbox outbox, String stream) {}
