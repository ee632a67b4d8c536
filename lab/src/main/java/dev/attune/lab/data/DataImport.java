package dev.attune.lab.data;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Brings data sets into the data folder, checked. Nothing is written before everything has been checked, and each file is
 * there whole or not at all.
 */
public final class DataImport {
    private static final int LINES_TO_TRY = 1000;

    private final DataFolder folder;
    private final Consumer<String> progress;
    private final Consumer<String> warning;

    /** Creates an import into a folder. */
    public DataImport(DataFolder folder, Consumer<String> progress, Consumer<String> warning) {
        this.folder = folder;
        this.progress = progress;
        this.warning = warning;
    }

    /** Copies from a folder, an archive or a file. */
    public void copy(DataSet set, Path from) throws IOException {
        if (set.logs().isEmpty()) {
            copyFiles(set, DataSource.at(set, from));
        } else {
            copyLogs(set, from);
        }
    }

    /** Downloads a data set; the message of an error says what to do instead. */
    public void download(DataSet set) throws IOException {
        if (!set.downloadable()) {
            throw new IOException(set.name() + " cannot be downloaded; " + set.command());
        }
        progress.accept("downloading " + set.url());
        Path archive = Files.createTempFile("attune-" + set.name(), ".download");
        try {
            Download.fetch(set.url(), archive, progress);
            copyFiles(set, DataSource.at(set, archive));
        } catch (IOException e) {
            throw new IOException(
                    e.getMessage() + "; if you have it, or get it otherwise: attune data " + set.name()
                            + " --from PATH",
                    e);
        } finally {
            Files.deleteIfExists(archive);
        }
    }

    /** Reads and checks without writing. */
    public void check(DataSet set, DataSource source) throws IOException {
        for (DataFile file : set.files()) {
            verified(file, source);
        }
    }

    private Content verified(DataFile file, DataSource source) throws IOException {
        Content content = source.content(file);
        String concern = file.verify(content);
        if (!concern.isEmpty()) {
            warning.accept(concern);
        }
        return content;
    }

    private void copyFiles(DataSet set, DataSource source) throws IOException {
        List<Content> contents = new ArrayList<>();
        for (DataFile file : set.files()) {
            contents.add(verified(file, source));
        }
        for (int i = 0; i < contents.size(); i++) {
            byte[] bytes = contents.get(i).bytes();
            AtomicFile.write(folder.of(set).resolve(set.files().get(i).name()), file -> Files.write(file, bytes));
        }
    }

    private void copyLogs(DataSet set, Path from) throws IOException {
        List<Path> logs = DataSource.logs(from, set.logs());
        for (Path log : logs) {
            tryFirstLines(log);
            if (!log.getFileName().toString().startsWith(set.logs())) {
                throw new IOException(log + " is not called " + set.logs() + "*, as " + set.name()
                        + " files are; rename it, or name it in the spec: data: " + log);
            }
        }
        for (Path log : logs) {
            progress.accept("copying " + log.getFileName());
            AtomicFile.write(folder.of(set).resolve(log.getFileName()), file -> Files.copy(log, file));
        }
    }

    /** A log is too long to be read twice, but a wrong file shows at once. */
    private static void tryFirstLines(Path log) throws IOException {
        try (VisitReader reader = VisitReader.beginning(List.of(log), LINES_TO_TRY)) {
            while (reader.next() != null) {
                // counted by the reader
            }
            if (reader.counts().events() == 0) {
                throw new IOException(log + " is not a click log: none of its first "
                        + reader.counts().lines() + " lines can be read");
            }
        }
    }
}
