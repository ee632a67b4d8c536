package dev.attune.flink.job;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Optional;
import java.util.stream.Stream;

/** Finds the last checkpoint of a job. */
final class LastCheckpoint {
    private static final String COMPLETE = "_metadata"; // written last
    private static final int DEEPEST = 3; // folder / job / chk-17 / _metadata

    private LastCheckpoint() {}

    /** Returns the newest complete checkpoint or savepoint in a folder. */
    static Optional<Path> in(Path folder) throws IOException {
        if (!Files.isDirectory(folder)) {
            return Optional.empty();
        }
        try (Stream<Path> files = Files.walk(folder, DEEPEST)) {
            return files.filter(file -> file.endsWith(COMPLETE))
                    .max(Comparator.comparing(LastCheckpoint::time))
                    .map(Path::getParent);
        }
    }

    private static long time(Path file) {
        try {
            return Files.getLastModifiedTime(file).toMillis();
        } catch (IOException e) {
            return Long.MIN_VALUE; // it is being deleted, so it is not the newest
        }
    }
}
