package dev.attune.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpServer;
import dev.attune.Attune;
import dev.attune.api.Control;
import dev.attune.live.statistics.Alarm;
import dev.attune.live.statistics.BanditCounters;
import dev.attune.live.statistics.Health;
import dev.attune.live.statistics.Row;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Alerts reach a local receiver, signed, and again if it fails. */
class AlertWebhookTest {
    private static final byte[] SECRET = "swordfish".getBytes(StandardCharsets.UTF_8);

    @TempDir
    private Path folder;

    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record Received(byte[] body, String signature) {}

    private static Row row(Health health, List<Alarm> alarms) {
        Row row = Row.unseen("shop", Attune.bandit().definition(), Control.random(), false, BanditCounters.ZERO);
        return new Row(
                row.name(),
                row.policy(),
                row.tuner(),
                false,
                row.activity(),
                health,
                row.verdict(),
                row.trend(),
                alarms);
    }

    @Test
    void beginAndEndOfTroubleAreSentOnceSignedAndAgainAfterFailures() throws Exception {
        BlockingQueue<Received> received = new LinkedBlockingQueue<>();
        AtomicInteger failures = new AtomicInteger(2);
        HttpServer receiver = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        receiver.createContext("/hook", exchange -> {
            received.add(new Received(
                    exchange.getRequestBody().readAllBytes(),
                    exchange.getRequestHeaders().getFirst("Attune-Signature")));
            exchange.sendResponseHeaders(failures.getAndDecrement() > 0 ? 503 : 204, -1);
            exchange.close();
        });
        receiver.start();
        AtomicReference<Row> bandit = new AtomicReference<>(row(new Health(Health.State.OK, ""), List.of()));
        URI address = URI.create("http://127.0.0.1:" + receiver.getAddress().getPort() + "/hook");
        AlertWebhook webhook = AlertWebhook.start(
                address, SECRET, folder, () -> List.of(bandit.get()), ServerListener.NONE, Duration.ofMillis(20));
        try {
            bandit.set(row(new Health(Health.State.ATTENTION, "more than half ended without a reward"), List.of()));
            String id = "";
            for (int attempt = 0; attempt < 3; attempt++) { // two failures, then it is accepted
                JsonNode alert = check(received);
                assertThat(alert.get("kind").asText()).isEqualTo("attention");
                assertThat(alert.get("bandit").asText()).isEqualTo("shop");
                assertThat(alert.get("message").asText()).isEqualTo("more than half ended without a reward");
                assertThat(attempt == 0 ? "" : id).isIn("", alert.get("id").asText());
                id = alert.get("id").asText();
            }
            Alarm fall = new Alarm(3, 5, Alarm.Kind.REWARDS_FELL, 4, 0.22, 0.055, 1_250, null);
            bandit.set(row(new Health(Health.State.ATTENTION, fall.message()), List.of(fall)));
            JsonNode another = check(received);
            assertThat(another.get("kind").asText()).isEqualTo("attention");
            assertThat(another.get("message").asText())
                    .startsWith("the mean reward fell from 0.220 to 0.0550 (by 75 %), in the last 1,250 rewards."
                            + " Check what sends rewards");
            bandit.set(row(new Health(Health.State.OK, ""), List.of()));
            assertThat(check(received).get("kind").asText())
                    .isEqualTo("resolved"); // so the first was not sent a fourth time
        } finally {
            webhook.close();
            receiver.stop(0);
        }
    }

    private static JsonNode check(BlockingQueue<Received> received) throws Exception {
        Received one = received.poll(60, TimeUnit.SECONDS);
        assertThat(one).isNotNull();
        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(SECRET, "HmacSHA256"));
        assertThat(one.signature()).isEqualTo("sha256=" + HexFormat.of().formatHex(mac.doFinal(one.body())));
        return new ObjectMapper().readTree(one.body());
    }

    @Test
    void addressesThatAreNotOfTheWebAndEmptySecretsAreRejected() {
        assertThatThrownBy(() -> AlertWebhook.start(
                        URI.create("file:///tmp"),
                        SECRET,
                        folder,
                        List::of,
                        ServerListener.NONE,
                        Duration.ofSeconds(1)))
                .hasMessageContaining("must begin with http");
        assertThatThrownBy(() -> AlertWebhook.start(
                        URI.create("http://localhost"),
                        new byte[0],
                        folder,
                        List::of,
                        ServerListener.NONE,
                        Duration.ofSeconds(1)))
                .hasMessageContaining("must not be empty");
    }
}
