package dev.attune.server.runtime;

import org.jspecify.annotations.Nullable;

/** A request that was not met for a reason outside its content; what is wrong with its content is a {@link dev.attune.live.RefusedException}. */
public final class ServiceException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** Kinds of reasons. */
    public enum Reason {
        /** There is no such bandit or decision. */
        NOT_FOUND,
        /** Another bandit has this name. */
        NAME_TAKEN,
        /** The journal no longer has the requested events. */
        NOT_KEPT,
        /** Too much work is queued; nothing has changed. The caller may retry. */
        BUSY,
        /** An event could not be sent to the stream, so it is not acknowledged. A retry with the same id gets the same answer. */
        UNSENT,
        /** The service is closed or closing; nothing has changed. */
        STOPPED
    }

    private final Reason reason;
    private final int retrySeconds;

    private ServiceException(Reason reason, String message, int retrySeconds, @Nullable Throwable cause) {
        super(message, cause);
        this.reason = reason;
        this.retrySeconds = retrySeconds;
    }

    /** Creates an exception after which a retry does not help. */
    public ServiceException(Reason reason, String message) {
        this(reason, message, 0, null);
    }

    /** Creates an exception after which a retry does not help. */
    public ServiceException(Reason reason, String message, Throwable cause) {
        this(reason, message, 0, cause);
    }

    /** Returns an exception for a service with too much work, which the caller may ask again after some seconds. */
    public static ServiceException busy(String message, int retrySeconds) {
        return new ServiceException(Reason.BUSY, message, retrySeconds, null);
    }

    /** Returns an exception for a bandit that does not exist. */
    public static ServiceException noBandit(String name) {
        return new ServiceException(Reason.NOT_FOUND, "there is no bandit called " + name);
    }

    /** Returns the kind of the reason. */
    public Reason reason() {
        return reason;
    }

    /** Returns the seconds after which the caller may retry a busy service; 0 for other reasons. */
    public int retrySeconds() {
        return retrySeconds;
    }
}
