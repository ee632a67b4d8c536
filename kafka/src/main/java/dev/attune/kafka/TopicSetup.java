package dev.attune.kafka;

import dev.attune.kafka.wire.Topics;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.config.TopicConfig;
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

    private TopicSetup() {}

    /**
     * Creates the topics that do not exist; leaves the others unchanged.
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
        return made;
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
     * Returns the number of partitions of each topic.
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
