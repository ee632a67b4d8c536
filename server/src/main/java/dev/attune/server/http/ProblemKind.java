package dev.attune.server.http;

import java.util.Locale;

/** Kinds of error answers. */
enum ProblemKind {
    INVALID_REQUEST(400, "The request is invalid"),
    UNAUTHORIZED(401, "A key is needed"),
    FORBIDDEN(403, "The key has no permission"),
    NOT_FOUND(404, "Not found"),
    METHOD(405, "The method is not allowed"),
    TIMEOUT(408, "The request took too long to arrive"),
    NAME_TAKEN(409, "The name is taken"),
    PAUSED(409, "The bandit is paused"),
    CATALOGUE(409, "Another version of the catalogue is in force"),
    CONFLICT(409, "The id was used for something else"),
    FOLLOWING(409, "This service follows a stream"),
    LATE_REWARD(410, "The decision's window is over"),
    NOT_KEPT(410, "The journal no longer has it"),
    TOO_LARGE(413, "The request is too large"),
    UNSUPPORTED_MEDIA_TYPE(415, "The body must be JSON"),
    MISDIRECTED(421, "The host is not served"),
    TOO_MANY_REQUESTS(429, "The key has used up its rate"),
    INTERNAL(500, "Internal error"),
    BUSY(503, "The service is busy"),
    NO_FILES(503, "Files cannot be used"),
    UNSENT(503, "The stream is not available"),
    STARTING(503, "The service is starting"),
    STOPPED(503, "The service has stopped");

    private final int status;
    private final String title;

    ProblemKind(int status, String title) {
        this.status = status;
        this.title = title;
    }

    int status() {
        return status;
    }

    String title() {
        return title;
    }

    String type() {
        return "urn:attune:problem:" + name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
