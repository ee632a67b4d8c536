package dev.attune.lab.env;

import java.io.IOException;
import java.util.List;

/**
 * An environment of the lab.
 *
 * @param name the name that specs use
 * @param summary what it is, in a line
 * @param source where it comes from: a paper's section, a data set, or nothing
 * @param parameters the parameters that a spec may set
 * @param factory creates one
 */
record EnvironmentEntry(String name, String summary, String source, List<Parameter> parameters, Factory factory)
        implements EnvironmentProvider {
    /** Creates an environment. */
    @FunctionalInterface
    interface Factory {
        Environment create(Parameters parameters) throws IOException;
    }

    @Override
    public Environment create(Parameters given) throws IOException {
        return factory.create(given);
    }
}
