package dev.attune.flink.sweep;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import org.apache.flink.runtime.util.EnvironmentInformation;

/**
 * The REST address of a running Flink cluster.
 *
 * @param host of its job manager
 * @param port of its REST interface and web page, 8081 unless it was changed
 */
public record ClusterAddress(String host, int port) {
    private static final String SCHEME = "flink";
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    /** Parses a text such as flink://localhost:8081. */
    public static ClusterAddress parse(String text) {
        try {
            URI uri = new URI(text);
            String path = uri.getRawPath();
            if (SCHEME.equals(uri.getScheme())
                    && uri.getHost() != null
                    && uri.getPort() > 0
                    && (path == null || path.isEmpty() || path.equals("/"))) {
                return new ClusterAddress(uri.getHost(), uri.getPort());
            }
        } catch (URISyntaxException e) {
            // reported below
        }
        throw new IllegalArgumentException(
                "'" + text + "' is not the address of a Flink cluster; one is flink://host:port, such as"
                        + " flink://localhost:8081");
    }

    /**
     * Returns the number of free slots of the cluster.
     *
     * @throws IOException if it does not answer, or has another version or no free slots
     */
    int freeSlots() throws IOException {
        JsonNode overview = overview();
        String theirs = overview.path("flink-version").asText();
        String ours = EnvironmentInformation.getVersion();
        if (!line(theirs).equals(line(ours))) {
            throw new IOException(
                    "the cluster at " + this + " runs Flink " + theirs + ", and this is built for " + ours);
        }
        int free = overview.path("slots-available").asInt();
        if (free == 0) {
            int all = overview.path("slots-total").asInt();
            throw new IOException("the cluster at " + this
                    + (all == 0
                            ? " has no task managers; start one with bin/taskmanager.sh start"
                            : " has no free slot: all " + all + " are taken by other jobs"));
        }
        return free;
    }

    private JsonNode overview() throws IOException {
        URI uri = URI.create("http://" + host + ":" + port + "/overview");
        HttpResponse<String> answer;
        try {
            answer = HttpClient.newBuilder()
                    .connectTimeout(PATIENCE)
                    .build()
                    .send(HttpRequest.newBuilder(uri).timeout(PATIENCE).build(), HttpResponse.BodyHandlers.ofString());
        } catch (IOException e) {
            throw new IOException(
                    "no Flink cluster answers at " + this + " (" + e
                            + "); the address is that of its web page, such as flink://localhost:8081",
                    e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while asking " + this, e);
        }
        try {
            JsonNode overview = new ObjectMapper().readTree(answer.body());
            if (overview != null && overview.has("flink-version")) {
                return overview;
            }
        } catch (IOException e) {
            // reported below
        }
        throw new IOException("what answers at " + this + " is not Flink's REST interface; its port is that of Flink's"
                + " web page, 8081 unless it was changed");
    }

    /** Returns 2.2 of 2.2.1: clients and clusters of the same minor version are compatible. */
    private static String line(String version) {
        int first = version.indexOf('.');
        int second = version.indexOf('.', first + 1);
        return second < 0 ? version : version.substring(0, second);
    }

    @Override
    public String toString() {
        return SCHEME + "://" + host + ":" + port;
    }
}
