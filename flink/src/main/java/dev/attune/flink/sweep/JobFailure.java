package dev.attune.flink.sweep;

/** Describes why a job failed. */
final class JobFailure {
    private JobFailure() {}

    /** Returns the message of the root cause, which Flink wraps many times, without class names. */
    static String describe(Throwable failure) {
        Throwable first = failure;
        while (first.getCause() != null) {
            first = first.getCause();
        }
        String message = first.getMessage();
        if (message == null) {
            return first.toString();
        }
        // An exception of a worker arrives as text: its class name, then its message.
        return message.replaceFirst("^(?:[a-z0-9]+\\.)+[A-Z]\\w*: ", "").replaceFirst("\\.$", "");
    }
}
