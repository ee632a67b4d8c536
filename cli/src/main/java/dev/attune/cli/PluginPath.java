package dev.attune.cli;

import dev.attune.catalog.Catalog;
import dev.attune.lab.env.EnvironmentCatalog;
import java.io.File;
import java.io.IOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.ServiceConfigurationError;
import java.util.stream.Stream;
import java.util.zip.ZipFile;

/**
 * The value of {@code --classpath}. Policies, tuners and environments that its jars register as services join the catalogues.
 *
 * @param paths jars and folders
 */
record PluginPath(List<Path> paths) {
    static PluginPath parse(String classpath) {
        return new PluginPath(Stream.of(classpath.split(File.pathSeparator, -1))
                .filter(path -> !path.isEmpty())
                .map(Path::of)
                .toList());
    }

    /**
     * Loads policies, tuners and environments into the catalogues, which must not have been used before.
     *
     * @throws IllegalArgumentException if a file does not exist or is not a jar, or a class in it cannot be used
     */
    void load() {
        if (paths.isEmpty()) {
            return;
        }
        URL[] urls = paths.stream().map(PluginPath::url).toArray(URL[]::new);
        ClassLoader parent = Thread.currentThread().getContextClassLoader();
        Thread.currentThread().setContextClassLoader(new URLClassLoader(urls, parent));
        try {
            Catalog.policies();
            Catalog.tuners();
            EnvironmentCatalog.environments();
        } catch (ServiceConfigurationError | LinkageError e) {
            boolean invalid = e instanceof ExceptionInInitializerError; // such as a name that is taken
            Throwable reason = invalid ? Objects.requireNonNullElse(e.getCause(), e) : e;
            throw new IllegalArgumentException("--classpath: " + reason.getMessage(), e);
        }
    }

    private static URL url(Path path) {
        if (!Files.exists(path)) {
            throw new IllegalArgumentException("--classpath: no such file: " + path);
        }
        try {
            if (!Files.isDirectory(path)) {
                new ZipFile(path.toFile()).close(); // a class loader ignores a file that is not a jar
            }
            return path.toUri().toURL();
        } catch (MalformedURLException e) {
            throw new IllegalArgumentException("--classpath: " + path + ": " + e.getMessage(), e);
        } catch (IOException e) {
            throw new IllegalArgumentException("--classpath: " + path + " is not a jar file: " + e.getMessage(), e);
        }
    }
}
