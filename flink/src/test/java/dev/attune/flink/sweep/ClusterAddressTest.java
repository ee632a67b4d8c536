package dev.attune.flink.sweep;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ClusterAddressTest {
    @Test
    void anAddressIsHostAndPort() {
        assertThat(ClusterAddress.parse("flink://jobs.example.org:8081"))
                .isEqualTo(new ClusterAddress("jobs.example.org", 8081))
                .hasToString("flink://jobs.example.org:8081");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "flink://",
                "flink://host",
                "flink://:8081",
                "flink://host:8081/jobs",
                "http://host:1",
                "flink://a b:1"
            })
    void anythingElseIsRefusedWithAnExample(String text) {
        assertThatThrownBy(() -> ClusterAddress.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("'" + text + "'")
                .hasMessageContaining("flink://localhost:8081");
    }

    @Test
    void aClusterThatIsNotThereIsSaidSo() throws IOException {
        int free;
        try (ServerSocket socket = new ServerSocket(0)) {
            free = socket.getLocalPort();
        }
        assertThatThrownBy(() -> new ClusterAddress("localhost", free).freeSlots())
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith("no Flink cluster answers at flink://localhost:" + free);
    }

    @Test
    void whoAnswersMustBeAFlinkOfThisLineWithAFreeSlot() throws IOException {
        assertThat(answerTo("not found")).contains("is not Flink's REST interface");
        assertThat(answerTo("{\"status\":\"UP\"}")).contains("is not Flink's REST interface");
        assertThat(answerTo("{\"flink-version\":\"1.20.1\",\"slots-total\":2,\"slots-available\":2}"))
                .contains("runs Flink 1.20.1, and this is built for 2.");
        assertThat(answerTo("{\"flink-version\":\"2.2.0\",\"slots-total\":4,\"slots-available\":0}"))
                .contains("has no free slot: all 4 are taken");
        assertThat(answerTo("{\"flink-version\":\"2.2.0\",\"slots-total\":0,\"slots-available\":0}"))
                .contains("has no task managers");
        assertThat(answerTo("{\"flink-version\":\"2.2.0\",\"slots-total\":4,\"slots-available\":3}"))
                .isEqualTo("3");
    }

    private static String answerTo(String body) throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/overview", exchange -> {
            byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(200, bytes.length);
            exchange.getResponseBody().write(bytes);
            exchange.close();
        });
        server.start();
        try {
            return String.valueOf(
                    new ClusterAddress("localhost", server.getAddress().getPort()).freeSlots());
        } catch (IOException e) {
            return String.valueOf(e.getMessage());
        } finally {
            server.stop(0);
        }
    }
}
