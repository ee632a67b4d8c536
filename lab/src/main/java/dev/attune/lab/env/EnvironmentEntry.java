package dev.attune.lab.env;

import java.io.IOException;
import java.util.List;

/**
 * An environment of the lab: a line of a table.
 *
 * @param factory creates one
 */
record EnvironmentEntry(String name, String summary, String source, List<Parameter> parameters, Factory factory)
        implements EnvironmentProvider {
    /** Creates an environment. */
    @FunctionalInterface
    interface Factory {
        Environment create(Parameters parameters) throws IOException;
    }

    static EnvironmentEntry entry(String name, Factory factory) {
        return new EnvironmentEntry(name, "", "", List.of(), factory);
    }

    EnvironmentEntry about(String line) {
        return new EnvironmentEntry(name, line, source, parameters, factory);
    }

    EnvironmentEntry from(String publication) {
        return new EnvironmentEntry(name, summary, publication, parameters, factory);
    }

    EnvironmentEntry with(Parameter... listed) {
        return new EnvironmentEntry(name, summary, source, List.of(listed), factory);
    }

    @Override
    public Environment create(Parameters given) throws IOException {
        return factory.create(given);
    }
}
