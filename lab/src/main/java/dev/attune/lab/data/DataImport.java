package dev.attune.lab.data;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import java.util.function.Consumer;

/**
 * Brings data sets into the data folder, checked. Nothing is written before everything has been checked, and each file is
 * there whole or not at all.
 *
 * @param folder where data sets are put
 * @param progress receives a line for each step
 * @param warning receives what is unusual about the data
 */
public record DataImport(DataFolder folder, Consumer<String> progress, Consumer<String> warning) {
    private static final int LINES_TO_TRY = 1000;
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final double MEGABYTE = 1e6;

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
            fetch(set.url(), archive);
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
        for (DataSet.File file : set.files()) {
            verified(file, source);
        }
    }

    private Content verified(DataSet.File file, DataSource source) throws IOException {
        Content content = source.content(file);
        String concern = file.verify(content);
        if (!concern.isEmpty()) {
            warning.accept(concern);
        }
        return content;
    }

    private void copyFiles(DataSet set, DataSource source) throws IOException {
        List<Content> contents = new ArrayList<>();
        for (DataSet.File file : set.files()) {
            contents.add(verified(file, source));
        }
        for (int i = 0; i < contents.size(); i++) {
            byte[] bytes = contents.get(i).bytes();
            writeWhole(folder.of(set).resolve(set.files().get(i).name()), file -> Files.write(file, bytes));
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
            writeWhole(folder.of(set).resolve(log.getFileName()), file -> Files.copy(log, file));
        }
    }

    /** A log is too long to be read twice, but a wrong file shows at once. */
    private static void tryFirstLines(Path log) throws IOException {
        Visit visit = new Visit();
        int lines = 0;
        try (BufferedReader reader =
                new BufferedReader(new InputStreamReader(Content.open(log), StandardCharsets.ISO_8859_1))) {
            for (String line = reader.readLine(); line != null && lines < LINES_TO_TRY; line = reader.readLine()) {
                if (visit.read(line) && visit.shownPlace() >= 0) {
                    return;
                }
                lines++;
            }
        }
        throw new IOException(log + " is not a click log: none of its first " + lines + " lines can be read");
    }

    /**
     * Fetches a file, and reports progress after every tenth.
     *
     * @throws IOException if the download fails; the message names the address
     */
    private void fetch(String url, Path target) throws IOException {
        HttpClient client = HttpClient.newBuilder()
                .followRedirects(HttpClient.Redirect.NORMAL)
                .connectTimeout(PATIENCE)
                .build();
        try {
            HttpRequest request =
                    HttpRequest.newBuilder(URI.create(url)).timeout(PATIENCE).build();
            HttpResponse<InputStream> response = client.send(request, HttpResponse.BodyHandlers.ofInputStream());
            try (InputStream in = response.body()) {
                if (response.statusCode() != 200) {
                    throw new IOException("the server answered " + response.statusCode());
                }
                transfer(
                        in,
                        target,
                        response.headers().firstValueAsLong("Content-Length").orElse(-1));
            }
        } catch (IOException e) {
            // java.net.http leaves out the message when there is no connection at all
            String why = e.getMessage() == null || e.getMessage().isBlank() ? "no connection" : e.getMessage();
            throw new IOException("cannot download " + url + ": " + why, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("the download of " + url + " was interrupted", e);
        }
    }

    private void transfer(InputStream in, Path target, long length) throws IOException {
        byte[] buffer = new byte[1 << 16];
        long done = 0;
        long reported = 0;
        long step = length > 0 ? Math.max(1, length / 10) : 1_000_000;
        try (OutputStream out = Files.newOutputStream(target)) {
            for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
                out.write(buffer, 0, n);
                done += n;
                if (done - reported >= step || done == length) {
                    reported = done;
                    progress.accept(String.format(Locale.ROOT, "%.1f", done / MEGABYTE)
                            + (length > 0 ? String.format(Locale.ROOT, " of %.1f", length / MEGABYTE) : "")
                            + " MB");
                }
            }
        }
    }

    /** Fills a file. */
    @FunctionalInterface
    interface Writing {
        void to(Path file) throws IOException;
    }

    /** Writes a file that is there whole or not at all: first beside the target, then moved to its place. Makes folders where needed. */
    static void writeWhole(Path target, Writing writing) throws IOException {
        Path folder = Files.createDirectories(target.toAbsolutePath().getParent());
        // Not Files.createTempFile, whose files only the user may read: the folder may be shared.
        Path temporary = folder.resolve("." + target.getFileName() + "." + UUID.randomUUID() + ".part");
        try {
            writing.to(temporary);
            try {
                Files.move(temporary, target, StandardCopyOption.ATOMIC_MOVE);
            } catch (AtomicMoveNotSupportedException e) {
                Files.move(temporary, target, StandardCopyOption.REPLACE_EXISTING);
            }
        } finally {
            Files.deleteIfExists(temporary);
        }
    }
}
