package dev.attune.lab;

/** Something in a YAML file that makes no sense; the message names file, line and field. */
public final class YamlException extends IllegalArgumentException {
    private static final long serialVersionUID = 1;

    YamlException(String message) {
        super(message);
    }
}
