package dev.attune.lab.log;

/** A line that is no event of its format; the message says why in a few words that are the same for all such lines. */
final class MalformedLineException extends Exception {
    private static final long serialVersionUID = 1;

    MalformedLineException(String why) {
        super(why, null, false, false); // without a stack trace: a damaged file may have millions
    }

    String why() {
        return String.valueOf(getMessage());
    }
}
