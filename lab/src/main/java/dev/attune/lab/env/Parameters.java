package dev.attune.lab.env;

import dev.attune.lab.env.EnvironmentProvider.Parameter;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Predicate;

/** The values of an environment's parameters: those given, and presets for the others. Errors name the parameter. */
public final class Parameters {
    private final String environment;
    private final Map<String, String> values = new HashMap<>();

    /**
     * Checks the names.
     *
     * @param environment the name of the environment, for messages
     * @param known its parameters
     * @param given values as written in a spec, by name
     */
    public Parameters(String environment, List<Parameter> known, Map<String, String> given) {
        this.environment = environment;
        for (Parameter parameter : known) {
            values.put(parameter.name(), given.getOrDefault(parameter.name(), parameter.preset()));
        }
        for (String name : given.keySet()) {
            if (!values.containsKey(name)) {
                throw new IllegalArgumentException("environment " + environment + " has no parameter " + name
                        + "; it has "
                        + (known.isEmpty()
                                ? "none"
                                : String.join(
                                        ", ",
                                        known.stream().map(Parameter::name).toList())));
            }
        }
    }

    /** Returns whether the environment has this parameter, with a value given or preset. */
    public boolean has(String name) {
        return !values.getOrDefault(name, "").isEmpty();
    }

    /** Returns the value as text; rejects a missing value. */
    public String text(String name) {
        String value = values.get(name);
        if (value == null) {
            throw new IllegalStateException(
                    "environment " + environment + " reads " + name + ", which it has not listed");
        }
        if (value.isEmpty()) {
            throw new IllegalArgumentException("environment " + environment + " needs " + name);
        }
        return value;
    }

    /** Returns the value as a path. */
    public Path path(String name) {
        return Path.of(text(name));
    }

    /** Returns the value as a whole number of at least {@code least}. */
    public int integer(String name, int least) {
        return parsed(name, Integer::valueOf, number -> number >= least, "a whole number of at least " + least);
    }

    /** Returns the value as a number in [low, high]. */
    public double number(String name, double low, double high) {
        return parsed(
                name,
                Double::valueOf,
                number -> number >= low && number <= high,
                "a number between " + low + " and " + high);
    }

    private <T> T parsed(String name, Function<String, T> parse, Predicate<T> valid, String wanted) {
        String value = text(name);
        try {
            T parsed = parse.apply(value);
            if (valid.test(parsed)) {
                return parsed;
            }
        } catch (NumberFormatException e) {
            // reported below
        }
        throw bad(name, value, wanted);
    }

    /** Returns the value as one of these words. */
    public String oneOf(String name, String... words) {
        String value = text(name);
        for (String word : words) {
            if (word.equalsIgnoreCase(value)) {
                return word;
            }
        }
        throw bad(name, value, "one of " + String.join(", ", words));
    }

    private IllegalArgumentException bad(String name, String value, String wanted) {
        return new IllegalArgumentException(
                "environment " + environment + ": " + name + " = " + value + " must be " + wanted);
    }
}
