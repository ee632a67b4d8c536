package dev.attune.flink.sweep;

import org.apache.flink.runtime.throwable.ThrowableAnnotation;
import org.apache.flink.runtime.throwable.ThrowableType;

/** A worker cannot play its cells, and a retry would not help. */
@ThrowableAnnotation(ThrowableType.NonRecoverableError)
final class UnfitWorkerException extends Exception {
    private static final long serialVersionUID = 1;

    UnfitWorkerException(String message) {
        super(message);
    }
}
