package dev.attune.flink.sweep;

/** Why a job failed, for people. */
final class JobFailure {
    private JobFailure() {}

    /** The first cause, which Flink wraps many times, without the names of classes. */
    static String describe(Throwable failure) {
        Throwable first = failure;
        while (first.getCause() != null) {
            first = first.getCause();
        }
        String message = first.getMessage();
        if (message == null) {
            return first.toString();
        }
        // What a worker threw comes as text: the name of its class, then its message.
        return message.replaceFirst("^(?:[a-z0-9]+\\.)+[A-Z]\\w*: ", "").replaceFirst("\\.$", "");
    }
}
