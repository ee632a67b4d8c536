package dev.attune.lab.env;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * One environment of the catalogue.
 *
 * @param name what it is called everywhere
 * @param summary what it is, in a line
 * @param source where it comes from: a paper's section, a data set, or nothing
 * @param parameters what can be said about it
 * @param factory makes one
 */
public record EnvironmentEntry(
        String name, String summary, String source, List<Parameter> parameters, Factory factory) {
    /** Makes an environment; may read data, and may take seconds. */
    @FunctionalInterface
    public interface Factory {
        /**
         * An environment with these parameters.
         *
         * @throws IOException if its data cannot be read; the message says how to get them
         */
        Environment make(Parameters parameters) throws IOException;
    }

    /** All parameters with their values, given or preset. */
    public Map<String, String> effective(Map<String, String> given) {
        Map<String, String> values = new TreeMap<>();
        parameters.forEach(p -> values.put(p.name(), given.getOrDefault(p.name(), p.preset())));
        return values;
    }

    /** An environment, with presets for what is not given. */
    public Environment make(Map<String, String> given) throws IOException {
        return factory.make(new Parameters(name, parameters, given));
    }
}
