package dev.attune.kafka;

import dev.attune.kafka.wire.Topics;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ExecutionException;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.common.errors.TopicExistsException;

/**
 * Creates the topics of a job. Input records have the time of their arrival at the broker, so that times never go back and do not depend on the
 * clocks of producers.
 */
public final class TopicSetup {
    /** The largest record in bytes: enough for the model of a bandit with many features, and for a long ranking. */
    public static final int LARGEST_RECORD = 8 << 20;

    /**
     * How long a definition that was replaced is kept: as long as Kafka keeps requests and rewards by default. A record is deleted by compaction only
     * after the one that replaced it has this age too, so every request that is still there finds the definition of its time.
     */
    static final Duration UNCOMPACTED = Duration.ofDays(7);

    private static final Duration LONGEST_WAIT = Duration.ofMinutes(1); // for topics that were just made
    private static final Duration PAUSE = Duration.ofMillis(50);

    private TopicSetup() {}

    /**
     * Creates the topics that do not exist; leaves the others unchanged. Returns when all of them accept records.
     *
     * @param partitions of topics with one record for each request or reward; definitions have one
     * @return the names of the new topics
     */
    public static Set<String> create(Admin admin, Topics topics, int partitions) throws InterruptedException {
        Set<String> there = names(admin);
        List<NewTopic> missing = new ArrayList<>();
        for (String topic : topics.all()) {
            if (!there.contains(topic)) {
                int count = topic.equals(topics.definitions()) ? 1 : partitions;
                missing.add(new NewTopic(topic, Optional.of(count), Optional.empty()).configs(configs(topics, topic)));
            }
        }
        try {
            admin.createTopics(missing).all().get();
        } catch (ExecutionException e) {
            if (!(e.getCause() instanceof TopicExistsException)) { // else another process was faster
                throw failed("topics cannot be created", e);
            }
        }
        Set<String> made = new TreeSet<>();
        missing.forEach(topic -> made.add(topic.name()));
        awaitLogs(admin, topics.all());
        return made;
    }

    /**
     * Waits until the brokers have made the logs of all partitions. Brokers acknowledge a topic before that. The first batch of an idempotent
     * producer may then be rejected while the second one, already in flight, is accepted, and the first is out of order until its delivery times out
     * (KAFKA-15591).
     *
     * @throws IllegalArgumentException if a topic does not exist, or a partition has no log within the time that the client allows
     */
    private static void awaitLogs(Admin admin, Collection<String> topics) throws InterruptedException {
        long end = System.nanoTime() + LONGEST_WAIT.toNanos();
        while (true) {
            try {
                offsets(admin, topics.stream().map(topic -> new TopicPartition(topic, 0)))
                        .get(); // until then a broker may not know the topic
                ready(admin, admin.describeTopics(topics).allTopicNames().get()).get();
                return;
            } catch (ExecutionException e) {
                // the broker that was asked may not have heard of a topic that another one has just made
                if (!(e.getCause() instanceof RetriableException) || System.nanoTime() > end) {
                    throw failed("the partitions of " + String.join(", ", topics) + " are not ready", e);
                }
                Thread.sleep(PAUSE.toMillis());
            }
        }
    }

    private static Stream<TopicPartition> partitionsOf(Map<String, TopicDescription> topics) {
        return topics.entrySet().stream()
                .flatMap(topic -> topic.getValue().partitions().stream()
                        .map(partition -> new TopicPartition(topic.getKey(), partition.partition())));
    }

    /** Returns the ends of logs; the client asks again while a log does not exist. */
    private static KafkaFuture<?> offsets(Admin admin, Stream<TopicPartition> partitions) {
        return admin.listOffsets(partitions.collect(Collectors.toMap(one -> one, one -> OffsetSpec.latest())))
                .all();
    }

    /** Returns a future that is done when the brokers have made the logs of all partitions of known topics. */
    public static KafkaFuture<?> ready(Admin admin, Map<String, TopicDescription> topics) {
        return offsets(admin, partitionsOf(topics));
    }

    private static Map<String, String> configs(Topics topics, String topic) {
        Map<String, String> configs = new TreeMap<>();
        if (topics.inputs().contains(topic)) {
            configs.put(TopicConfig.MESSAGE_TIMESTAMP_TYPE_CONFIG, "LogAppendTime");
        } else {
            configs.put(TopicConfig.MAX_MESSAGE_BYTES_CONFIG, Integer.toString(LARGEST_RECORD));
        }
        if (topic.equals(topics.definitions()) || topic.equals(topics.models())) {
            configs.put(TopicConfig.CLEANUP_POLICY_CONFIG, TopicConfig.CLEANUP_POLICY_COMPACT);
        }
        if (topic.equals(topics.definitions())) {
            configs.put(TopicConfig.MIN_COMPACTION_LAG_MS_CONFIG, Long.toString(UNCOMPACTED.toMillis()));
        }
        return configs;
    }

    /**
     * Returns the number of partitions of each topic, all of which accept records.
     *
     * @throws IllegalArgumentException if one is missing
     */
    public static Map<String, Integer> partitions(Admin admin, List<String> topics) throws InterruptedException {
        Set<String> missing = new TreeSet<>(topics);
        missing.removeAll(names(admin));
        if (!missing.isEmpty()) {
            throw new IllegalArgumentException("the broker has no topic " + String.join(", ", missing)
                    + "; 'attune stream --create-topics' creates it");
        }
        try {
            Map<String, TopicDescription> found =
                    admin.describeTopics(topics).allTopicNames().get();
            Map<String, Integer> partitions = new TreeMap<>();
            found.forEach(
                    (name, topic) -> partitions.put(name, topic.partitions().size()));
            ready(admin, found).get();
            return partitions;
        } catch (ExecutionException e) {
            throw failed("topics cannot be described", e);
        }
    }

    private static Set<String> names(Admin admin) throws InterruptedException {
        try {
            return admin.listTopics().names().get();
        } catch (ExecutionException e) {
            throw failed("the broker does not answer", e);
        }
    }

    private static IllegalArgumentException failed(String what, ExecutionException e) {
        Throwable cause = e.getCause() == null ? e : e.getCause();
        return new IllegalArgumentException(what + ": " + cause.getMessage(), cause);
    }
}
