package dev.attune.lab.spec;

/** Something in a spec that cannot be run; the message names file, line and field. */
public final class SpecException extends IllegalArgumentException {
    private static final long serialVersionUID = 1;

    SpecException(String message) {
        super(message);
    }
}
