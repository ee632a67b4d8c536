package dev.attune.flink.sweep;

import org.apache.flink.runtime.throwable.ThrowableAnnotation;
import org.apache.flink.runtime.throwable.ThrowableType;

/** A worker cannot play the cells that it is given, and could not if it tried again. */
@ThrowableAnnotation(ThrowableType.NonRecoverableError)
final class UnfitWorkerException extends Exception {
    private static final long serialVersionUID = 1;

    UnfitWorkerException(String message) {
        super(message);
    }
}
