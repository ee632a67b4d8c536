package dev.attune.flink.sweep;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.CodeSource;
import org.jspecify.annotations.Nullable;

/** The file attune-job.jar: Attune and its dependencies, for clusters. */
public final class JobJar {
    private static final String NAME = "attune-job.jar";

    private JobJar() {}

    /** Returns its path: beside this program, or in the parent folder of its libraries. */
    public static Path find() throws IOException {
        @Nullable CodeSource source = JobJar.class.getProtectionDomain().getCodeSource();
        try {
            if (source != null) {
                Path here = Path.of(source.getLocation().toURI()).toAbsolutePath();
                for (Path folder = here.getParent(), last = here; folder != null; folder = folder.getParent()) {
                    Path jar = folder.resolve(NAME);
                    if (Files.isRegularFile(jar)) {
                        return jar;
                    }
                    if (!last.equals(here)) {
                        break; // two folders are enough: beside attune.jar, or beside its libraries
                    }
                    last = folder;
                }
            }
        } catch (URISyntaxException e) {
            throw new IOException("cannot find the jars of Attune: " + e.getMessage(), e);
        }
        throw new NoSuchFileException(
                NAME + " beside attune.jar; './mvnw -DskipTests package' builds it in flink/target");
    }
}
