package dev.attune.cli;

import java.io.File;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;

/** The jars that {@code --classpath} names: policies, tuners and environments that are registered as services there join the catalogues. */
final class PluginPath {
    private static final AtomicReference<List<Path>> IN_USE = new AtomicReference<>(List.of());

    private PluginPath() {}

    /**
     * Makes the classes of a class path visible to the catalogues, which must not have been used before.
     *
     * @throws IllegalArgumentException if a jar or folder does not exist
     */
    static void use(String classpath) {
        List<Path> paths = new ArrayList<>();
        List<URL> urls = new ArrayList<>();
        try {
            for (String part : classpath.split(File.pathSeparator)) {
                if (!part.isEmpty()) {
                    Path path = Path.of(part);
                    if (!Files.exists(path)) {
                        throw new IllegalArgumentException("--classpath: no such file: " + part);
                    }
                    paths.add(path);
                    urls.add(path.toUri().toURL());
                }
            }
        } catch (IOException e) {
            throw new IllegalArgumentException("--classpath: " + e.getMessage(), e);
        }
        if (!urls.isEmpty()) {
            ClassLoader parent = Thread.currentThread().getContextClassLoader();
            Thread.currentThread().setContextClassLoader(new URLClassLoader(urls.toArray(URL[]::new), parent));
            IN_USE.set(List.copyOf(paths));
        }
    }

    /** Returns the jars and folders in use. */
    static List<Path> inUse() {
        return IN_USE.get();
    }
}
