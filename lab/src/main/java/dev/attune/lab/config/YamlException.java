package dev.attune.lab.config;

/** Reports an invalid value in a YAML file; the message names file, line and field. */
public final class YamlException extends IllegalArgumentException {
    private static final long serialVersionUID = 1;

    YamlException(String message) {
        super(message);
    }
}
