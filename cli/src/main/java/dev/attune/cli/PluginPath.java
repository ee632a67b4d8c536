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
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.ServiceConfigurationError;
import java.util.StringTokenizer;
import java.util.zip.ZipFile;

/** The jars of {@code --classpath}. Policies, tuners and environments that they register as services join the catalogues. */
final class PluginPath {
    private static volatile List<Path> inUse = List.of();

    private PluginPath() {}

    /**
     * Loads the policies, tuners and environments of a class path into the catalogues, which must not have been used before.
     *
     * @throws IllegalArgumentException if a file does not exist or is not a jar, or a class in it cannot be used
     */
    static void use(String classpath) {
        List<Path> paths = new ArrayList<>();
        List<URL> urls = new ArrayList<>();
        StringTokenizer parts = new StringTokenizer(classpath, File.pathSeparator);
        while (parts.hasMoreTokens()) {
            Path path = Path.of(parts.nextToken());
            paths.add(path);
            urls.add(url(path));
        }
        if (!paths.isEmpty()) {
            ClassLoader parent = Thread.currentThread().getContextClassLoader();
            Thread.currentThread().setContextClassLoader(new URLClassLoader(urls.toArray(URL[]::new), parent));
            inUse = List.copyOf(paths);
            load();
        }
    }

    /** Returns the jars and folders in use. */
    static List<Path> inUse() {
        return inUse;
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

    /** Loads everything now, by the class loader of this thread, and reports what cannot be loaded as an error of the option. */
    private static void load() {
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
}
