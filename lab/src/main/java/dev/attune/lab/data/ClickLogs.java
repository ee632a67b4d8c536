package dev.attune.lab.data;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Finds the files of a Yahoo click log. */
public final class ClickLogs {
    /** How the names of R6A files begin. */
    public static final String R6A = "ydata-fp-td-clicks-v1";
    /** How the names of R6B files begin. */
    public static final String R6B = "ydata-fp-td-clicks-v2";

    private ClickLogs() {}

    /**
     * The file itself, whatever it is called, or those files of a folder whose names begin so, which is also the order of
     * time.
     *
     * @throws IOException if there are none
     */
    public static List<Path> at(Path path, String beginning) throws IOException {
        if (!Files.isDirectory(path)) {
            if (!Files.isReadable(path)) {
                throw new IOException("no such file: " + path);
            }
            return List.of(path);
        }
        try (Stream<Path> inside = Files.list(path)) {
            List<Path> found = inside.filter(
                            file -> file.getFileName().toString().startsWith(beginning) && Files.isRegularFile(file))
                    .sorted()
                    .toList();
            if (found.isEmpty()) {
                throw new IOException("no file " + beginning + "* in " + path
                        + "; a log of another name must be named itself, not its folder");
            }
            return found;
        }
    }
}
