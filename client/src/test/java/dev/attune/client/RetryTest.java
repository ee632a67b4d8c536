package dev.attune.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.attune.encode.Arm;
import dev.attune.encode.Features;
import dev.attune.live.RewardOutcome;
import dev.attune.server.AttuneServer;
import dev.attune.server.ServerListener;
import dev.attune.server.ServerOptions;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the client does when the service does not answer. */
class RetryTest {
    private static final ArmRequest REQUEST = ArmRequest.among(List.of(new Arm("tea", Features.NONE)));

    @TempDir
    private Path folder;

    @Test
    @Tag("slow")
    void aCallSurvivesARestart() throws Exception {
        int port = freePort();
        AttuneClient client = client(port).build();
        String decision;
        try (AttuneServer server = server(port)) {
            assertThat(server.port()).isEqualTo(port);
            client.create("drinks");
            decision = client.decide("drinks", REQUEST).id();
        }
        CompletableFuture<DecisionAnswer> meanwhile = client.async().decide("drinks", REQUEST);
        CompletableFuture<RewardOutcome> reward = client.async().reward(decision, 1);
        try (AttuneServer server = server(port)) {
            assertThat(server.port()).isEqualTo(port);
            assertThat(meanwhile.join().round()).isEqualTo(2);
            assertThat(reward.join()).isEqualTo(RewardOutcome.COUNTED);
        }
    }

    @Test
    void aLostAnswerIsAskedForAgainWithTheSameId() throws Exception {
        try (Mute service =
                new Mute(List.of("", "HTTP/1.1 503 Busy\r\nRetry-After: 0\r\nContent-Length: 0\r\n\r\n", ok()))) {
            DecisionAnswer answer = client(service.port()).build().decide("drinks", REQUEST);

            assertThat(answer.arm()).isEqualTo("tea");
            assertThat(service.bodies())
                    .hasSize(3)
                    .containsOnly(service.bodies().get(0));
            assertThat(service.bodies().get(0)).containsPattern("\"id\":\"[A-Za-z0-9_-]{22}\"");
        }
    }

    @Test
    void aBanditIsNotCreatedTwice() throws Exception {
        try (Mute service = new Mute(List.of("", ok()))) {
            assertThatThrownBy(() -> client(service.port()).build().create("drinks"))
                    .isInstanceOfSatisfying(
                            AttuneException.class, e -> assertThat(e.kind()).isEqualTo(AttuneException.UNREACHABLE));
            assertThat(service.bodies()).hasSize(1);
        }
    }

    @Test
    void itGivesUpInTime() throws Exception {
        AttuneClient client =
                client(freePort()).retryFor(Duration.ofMillis(300)).build();

        assertThatThrownBy(() -> client.decide("drinks", REQUEST)).isInstanceOfSatisfying(AttuneException.class, e -> {
            assertThat(e.kind()).isEqualTo(AttuneException.UNREACHABLE);
            assertThat(e.status()).isZero();
        });
    }

    private static AttuneClient.Builder client(int port) {
        return AttuneClient.builder(URI.create("http://127.0.0.1:" + port));
    }

    private AttuneServer server(int port) throws Exception {
        AttuneServer server = AttuneServer.start(
                ServerOptions.of(folder.resolve("data"), port).withWarmup(false), ServerListener.NONE);
        server.awaitReady();
        return server;
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    private static String ok() {
        String body =
                "{\"decision\":\"x\",\"arm\":\"tea\",\"probability\":null,\"setting\":{},\"round\":1,\"ranking\":[],"
                        + "\"repeated\":true}";
        return "HTTP/1.1 200 OK\r\nContent-Length: " + body.length() + "\r\n\r\n" + body;
    }

    /** A service that takes a request, gives a prepared answer, or none, and hangs up. */
    private static final class Mute implements AutoCloseable {
        private final ServerSocket socket = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
        private final List<String> bodies = Collections.synchronizedList(new ArrayList<>());

        Mute(List<String> answers) throws IOException {
            Thread thread = new Thread(() -> answers.forEach(this::serve));
            thread.setDaemon(true);
            thread.start();
        }

        private void serve(String answer) {
            try (Socket caller = socket.accept()) {
                StringBuilder request = new StringBuilder();
                byte[] some = new byte[1 << 14];
                while (request.indexOf("}") < 0) { // the end of the body, or of its first object
                    int read = caller.getInputStream().read(some);
                    request.append(new String(some, 0, read, StandardCharsets.UTF_8));
                }
                bodies.add(request.substring(request.indexOf("\r\n\r\n")));
                caller.getOutputStream().write(answer.getBytes(StandardCharsets.UTF_8));
            } catch (IOException e) {
                // closed: the test is over
            }
        }

        int port() {
            return socket.getLocalPort();
        }

        List<String> bodies() {
            return List.copyOf(bodies);
        }

        @Override
        public void close() throws IOException {
            socket.close();
        }
    }
}
