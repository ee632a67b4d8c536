package dev.attune.lab.env;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Makes an environment by name. An extension point: an implementation with a public constructor without arguments is registered in {@code
 * META-INF/services/dev.attune.lab.env.EnvironmentProvider}; specs, {@code attune list} and {@code attune run} then know its name.
 */
public interface EnvironmentProvider {
    /**
     * A parameter of an environment.
     *
     * @param name the word used in a spec
     * @param preset its default value, as it would be written in a spec; empty if there is none
     * @param meaning what it is, in a line
     */
    record Parameter(String name, String preset, String meaning) {}

    /** Returns the name that specs use. */
    String name();

    /** Returns what it is, in a line. */
    String summary();

    /** Returns where it comes from: a paper's section, a data set, or nothing. */
    default String source() {
        return "";
    }

    /** Returns the parameters that a spec may set. */
    default List<Parameter> parameters() {
        return List.of();
    }

    /**
     * Creates an environment; may read data, and may take seconds.
     *
     * @throws IOException if its data cannot be read; the message says how to get them
     */
    Environment create(Parameters parameters) throws IOException;

    /** Returns all parameters with their values, given or preset. */
    default Map<String, String> effective(Map<String, String> given) {
        Map<String, String> values = new TreeMap<>();
        parameters().forEach(p -> values.put(p.name(), given.getOrDefault(p.name(), p.preset())));
        return values;
    }

    /** Creates an environment, with presets for parameters that are not given. */
    default Environment make(Map<String, String> given) throws IOException {
        return create(new Parameters(name(), parameters(), given));
    }
}
