package dev.attune.kafka;

import dev.attune.kafka.wire.InputTopic;
import dev.attune.kafka.wire.Topics;
import dev.attune.live.FollowedStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.RetriableException;

/**
 * The brokers and topics of a stream.
 *
 * @param bootstrap hosts and ports of brokers, separated by commas
 * @param topics names of the topics
 * @param group consumer group and prefix of transactional ids of the job
 * @param properties of Kafka's clients, such as those of security
 */
public record KafkaConnection(String bootstrap, Topics topics, String group, Map<String, String> properties) {
    private static final Duration TIMEOUT = Duration.ofSeconds(30);
    private static final Duration PROBE = Duration.ofSeconds(2);

    /** Copies the properties. */
    public KafkaConnection {
        properties = Map.copyOf(properties);
    }

    /**
     * Opens a client that describes and creates topics. It waits for an answer for 30 s, unless the properties have another {@code
     * default.api.timeout.ms}.
     *
     * @throws IllegalArgumentException if no address can be resolved or a property is invalid
     */
    public Admin admin() {
        Properties all = clientProperties();
        all.putIfAbsent(AdminClientConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, Long.toString(TIMEOUT.toMillis()));
        all.putIfAbsent(
                AdminClientConfig.REQUEST_TIMEOUT_MS_CONFIG, all.get(AdminClientConfig.DEFAULT_API_TIMEOUT_MS_CONFIG));
        try {
            return Admin.create(all);
        } catch (KafkaException e) {
            Throwable cause = e.getCause() == null ? e : e.getCause();
            throw new IllegalArgumentException(
                    "cannot connect to Kafka at " + bootstrap + ": " + cause.getMessage(), e);
        }
    }

    @FunctionalInterface
    private interface AdminCall<T> {
        T run(Admin admin) throws InterruptedException;
    }

    private <T> T call(AdminCall<T> call) throws InterruptedException {
        long began = System.nanoTime();
        try (Admin admin = admin()) {
            return call.run(admin);
        } catch (IllegalArgumentException e) {
            if (e.getCause() instanceof RetriableException) {
                throw new IllegalArgumentException(
                        "no Kafka broker answered at " + bootstrap + " within "
                                + (System.nanoTime() - began) / 1_000_000_000L + " s (" + e.getMessage()
                                + "). Connections tried: " + probe(),
                        e);
            }
            throw e;
        }
    }

    /** Connects to each address, and returns the results. */
    private String probe() {
        List<String> results = new ArrayList<>();
        for (String address : bootstrap.split(",", -1)) {
            int colon = address.lastIndexOf(':');
            try (Socket socket = new Socket()) {
                int port = Integer.parseInt(address.substring(colon + 1).strip());
                InetSocketAddress host = new InetSocketAddress(
                        address.substring(0, Math.max(0, colon)).strip(), port);
                socket.connect(host, (int) PROBE.toMillis());
                results.add(address.strip()
                        + ": connected, but there was no answer in Kafka's protocol (is TLS configured?)");
            } catch (IOException | IllegalArgumentException e) {
                results.add(address.strip() + ": " + (e.getMessage() == null ? e.toString() : e.getMessage()));
            }
        }
        return String.join("; ", results);
    }

    /** Returns properties for any client. */
    public Properties clientProperties() {
        Properties all = new Properties();
        all.putAll(properties);
        all.setProperty(CommonClientConfigs.BOOTSTRAP_SERVERS_CONFIG, bootstrap);
        return all;
    }

    /**
     * Creates the topics that do not exist.
     *
     * @param partitions of topics with one record for each request or reward
     * @return the names of the new topics
     * @throws IllegalArgumentException if the broker does not answer or rejects a topic
     */
    public Set<String> createTopics(int partitions) throws InterruptedException {
        return call(admin -> TopicSetup.create(admin, topics, partitions));
    }

    /**
     * Opens the stream for a service that follows it.
     *
     * @param name of the stream, for logs and the dashboard
     * @throws IllegalArgumentException if the properties of the clients are invalid
     */
    public FollowedStream follow(String name) {
        try {
            return new FollowedStream(new KafkaModelFeed(this), new KafkaOutbox(this), name);
        } catch (KafkaException e) {
            Throwable cause = e.getCause() == null ? e : e.getCause();
            throw new IllegalArgumentException("cannot follow " + bootstrap + ": " + cause.getMessage(), e);
        }
    }

    /**
     * Returns the numbers of partitions of the input topics.
     *
     * @throws IllegalArgumentException if the broker does not answer or lacks a topic
     */
    public Map<String, Integer> partitions() throws InterruptedException {
        return call(admin -> TopicSetup.partitions(admin, topics.inputs()));
    }

    /** Returns the largest number of readers of these topics that all have partitions to read. */
    public int mostReaders(InputTopic... read) throws InterruptedException {
        Map<String, Integer> partitions = partitions();
        return Arrays.stream(read)
                .mapToInt(topic -> partitions.getOrDefault(topics.of(topic), 1))
                .min()
                .orElse(1);
    }
}
