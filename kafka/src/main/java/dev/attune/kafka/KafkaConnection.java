package dev.attune.kafka;

import dev.attune.kafka.wire.InputTopic;
import dev.attune.kafka.wire.Topics;
import dev.attune.live.follow.FollowedStream;
import java.util.Arrays;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.KafkaException;

/**
 * The brokers and topics of a stream.
 *
 * @param bootstrap hosts and ports of brokers, separated by commas
 * @param topics names of the topics
 * @param group consumer group and prefix of transactional ids of the job
 * @param properties of Kafka's clients, such as those of security
 */
public record KafkaConnection(String bootstrap, Topics topics, String group, Map<String, String> properties) {
    /** Copies the properties. */
    public KafkaConnection {
        properties = Map.copyOf(properties);
    }

    /** Opens a client that describes and creates topics. */
    public Admin admin() {
        return Admin.create(clientProperties());
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
        try (Admin admin = admin()) {
            return TopicSetup.create(admin, topics, partitions);
        }
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

    /** Returns the numbers of partitions of the input topics. */
    public Map<String, Integer> partitions() throws InterruptedException {
        try (Admin admin = admin()) {
            return TopicSetup.partitions(admin, topics.inputs());
        }
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
