package dev.attune.kafka;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.attune.kafka.wire.Topics;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("slow")
class KafkaConnectionTest {
    @Test
    void aBrokerThatCannotBeReachedIsReportedWithItsAddressAndWhatWasTried() throws Exception {
        int free;
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            free = socket.getLocalPort();
        }
        assertThatThrownBy(connection("127.0.0.1:" + free)::partitions)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("no Kafka broker answered at 127.0.0.1:" + free + " within ")
                .hasMessageContaining("Connections tried: 127.0.0.1:" + free + ": Connection refused");
    }

    @Test
    void anotherServiceAtTheAddressIsReported() throws Exception {
        try (ServerSocket silent = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
            assertThatThrownBy(() ->
                            connection("127.0.0.1:" + silent.getLocalPort()).createTopics(1))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("connected, but there was no answer in Kafka's protocol");
        }
    }

    @Test
    void anAddressThatCannotBeResolvedIsReported() {
        assertThatThrownBy(connection("no-such-host.invalid:9092")::partitions)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("no-such-host.invalid:9092");
    }

    private static KafkaConnection connection(String bootstrap) {
        return new KafkaConnection(bootstrap, Topics.of("u-"), "u", Map.of("default.api.timeout.ms", "1500"));
    }
}
