package dev.attune.lab.env;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;

/** Environments of small files, made as a spec would make them. */
final class DataFiles {
    private DataFiles() {}

    static Path write(Path file, String... lines) throws IOException {
        return Files.write(file, (String.join("\n", lines) + "\n").getBytes(StandardCharsets.UTF_8));
    }

    /** The environment with this name, with parameters as name, value, name, value. */
    static Environment make(String name, Object... parameters) throws IOException {
        Map<String, String> given = new TreeMap<>();
        for (int i = 0; i < parameters.length; i += 2) {
            given.put(parameters[i].toString(), parameters[i + 1].toString());
        }
        return EnvironmentCatalog.environment(name).make(given);
    }
}
