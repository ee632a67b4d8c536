package dev.attune.lab;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Assumptions;

/** Finds real data for tests, which are skipped where there are none: MovieLens must not be part of the project. */
public final class RealData {
    private RealData() {}

    /** A file or folder below what ATTUNE_TEST_DATA names, or else below ../shared/data beside the project. */
    public static Path at(String name) {
        String named = System.getenv("ATTUNE_TEST_DATA");
        Path path = (named == null ? Path.of("..", "..", "shared", "data") : Path.of(named)).resolve(name);
        Assumptions.assumeTrue(Files.exists(path), () -> "skipped, because there is no " + path.toAbsolutePath());
        return path;
    }
}
