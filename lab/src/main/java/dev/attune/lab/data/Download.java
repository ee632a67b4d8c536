package dev.attune.lab.data;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.function.Consumer;

/** Fetches a file over HTTP. */
final class Download {
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final double MEGABYTE = 1e6;

    private Download() {}

    /**
     * Fetches a file.
     *
     * @param progress receives a line after every tenth
     * @throws IOException if the download fails; the message names the address
     */
    static void fetch(String url, Path target, Consumer<String> progress) throws IOException {
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
                copy(
                        in,
                        target,
                        response.headers().firstValueAsLong("Content-Length").orElse(-1),
                        progress);
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

    private static void copy(InputStream in, Path target, long length, Consumer<String> progress) throws IOException {
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
}
