package dev.attune.cli;

import dev.attune.lab.config.YamlField;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Stack;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.IParameterPreprocessor;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;

/**
 * The configuration of {@code attune serve}: an option of the command line, else the variable {@code ATTUNE_*}, else the field of the file that {@code
 * --config} names, else the default. All options exist in all three places. An empty value means that the option is not set.
 */
final class ServeConfig implements IParameterPreprocessor {
    static final String CONFIG = "--config";
    private static final String PREFIX = "ATTUNE_";
    private static final List<String> COMMAND_LINE_ONLY = List.of(CONFIG, "--print-config", "--help", "--version");

    private final Map<String, String> environment;

    /** Reads the variables of the process. */
    ServeConfig() {
        this(System.getenv());
    }

    ServeConfig(Map<String, String> environment) {
        this.environment = environment;
    }

    /** Adds options from the variables and the file to those of the command line. */
    @Override
    public boolean preprocess(Stack<String> args, CommandSpec spec, @Nullable ArgSpec of, Map<String, Object> info) {
        List<String> given = new ArrayList<>(args);
        Collections.reverse(given); // the top of the stack is the next argument
        Map<String, Setting> settings;
        try {
            settings = settings(spec, given);
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), String.valueOf(e.getMessage()), e);
        }
        for (Setting setting : settings.values()) {
            if (setting.flag) {
                if (Boolean.parseBoolean(setting.value)) {
                    args.push(setting.option);
                }
            } else if (!setting.value.isEmpty()) {
                args.push(setting.option + "=" + setting.value);
            }
        }
        return false;
    }

    /** A value that is not from the command line. */
    private record Setting(String option, String value, boolean flag, String source) {}

    /** Returns the settings of variables and file that the command line does not replace, by option. */
    private Map<String, Setting> settings(CommandSpec spec, List<String> given) {
        Map<String, OptionSpec> options = new TreeMap<>();
        for (OptionSpec option : spec.options()) {
            if (!COMMAND_LINE_ONLY.contains(option.longestName())) {
                options.put(option.longestName(), option);
            }
        }
        Map<String, Setting> settings = new LinkedHashMap<>();
        Path file = file(given);
        if (file != null) {
            Map<String, String> keys = new TreeMap<>();
            options.keySet().forEach(option -> keys.put(option.substring(2), option));
            String name = file.toString();
            YamlField.read(name, text(file), "it may contain " + String.join(", ", keys.keySet()))
                    .fields(keys.keySet())
                    .forEach((key, field) -> {
                        String option = "--" + key;
                        String value = field.text();
                        OptionSpec known = options.get(option);
                        if (known != null) {
                            settings.put(option, setting(known, value.equals("null") ? "" : value, name + ", " + key));
                        }
                    });
        }
        options.forEach((option, known) -> {
            String variable = variable(option);
            String value = environment.get(variable);
            if (value != null) {
                settings.put(option, setting(known, value, variable));
            }
        });
        settings.keySet().removeIf(option -> isGiven(option, given));
        return settings;
    }

    private static Setting setting(OptionSpec option, String value, String source) {
        boolean flag = option.arity().max() == 0;
        if (flag && !value.isEmpty() && !value.equals("true") && !value.equals("false")) {
            throw new IllegalArgumentException(source + ": must be true or false, not '" + value + "'");
        }
        return new Setting(option.longestName(), value, flag, source);
    }

    static String variable(String option) {
        return PREFIX + option.substring(2).replace('-', '_').toUpperCase(Locale.ROOT);
    }

    private static boolean isGiven(String option, List<String> given) {
        return given.stream().anyMatch(arg -> arg.equals(option) || arg.startsWith(option + "="));
    }

    private @Nullable Path file(List<String> given) {
        for (int i = 0; i < given.size(); i++) {
            if (given.get(i).startsWith(CONFIG + "=")) {
                return Path.of(given.get(i).substring(CONFIG.length() + 1));
            } else if (given.get(i).equals(CONFIG) && i + 1 < given.size()) {
                return Path.of(given.get(i + 1));
            }
        }
        String named = environment.getOrDefault(variable(CONFIG), "");
        return named.isEmpty() ? null : Path.of(named);
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (NoSuchFileException e) {
            throw new IllegalArgumentException("no such file: " + file, e);
        } catch (IOException e) {
            throw new IllegalArgumentException("cannot read " + file + ": " + e.getMessage(), e);
        }
    }

    /** Prints every option as a line of the file, with where its value comes from. */
    void print(CommandSpec spec, PrintWriter out) {
        List<String> given = spec.commandLine().getParseResult().originalArgs();
        Map<String, Setting> settings = settings(spec, given);
        for (OptionSpec option : spec.options()) {
            String name = option.longestName();
            if (COMMAND_LINE_ONLY.contains(name)) {
                continue;
            }
            Setting setting = settings.get(name);
            String source = isGiven(name, given) ? "command line" : setting == null ? "default" : setting.source;
            Object value = option.getValue();
            String shown = value == null
                    ? ""
                    : value instanceof Enum<?> e ? e.name().toLowerCase(Locale.ROOT) : value.toString();
            out.println(name.substring(2) + ":" + (shown.isEmpty() ? "" : " " + quoted(shown)) + "   # " + source);
        }
    }

    private static String quoted(String value) {
        return value.matches("[A-Za-z0-9/_][A-Za-z0-9/_.:-]*") && !value.endsWith(":")
                ? value
                : "'" + value.replace("'", "''") + "'";
    }
}
