package dev.attune.cli;

import dev.attune.flink.follow.KafkaModelFeed;
import dev.attune.flink.follow.KafkaOutbox;
import dev.attune.flink.kafka.KafkaConnection;
import dev.attune.flink.kafka.Topics;
import dev.attune.server.ServerOptions;
import dev.attune.server.follow.Following;
import java.io.IOException;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import org.apache.kafka.common.KafkaException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParseResult;

/** Options of {@code attune serve} that make it follow a stream. */
final class FollowOptions {
    private static final String FOLLOW = "--follow";
    private static final String PREFIX = "--follow-prefix";
    private static final String PROPERTIES = "--follow-properties";

    /** What only bandits that learn here can want. */
    private static final List<String> OF_A_FOLDER = List.of(
            "--data",
            "--retain-age",
            "--retain-size",
            "--max-waiting",
            "--in-memory",
            "--segment-size",
            "--snapshot-events");

    @Option(
            names = FOLLOW,
            paramLabel = "HOST:PORT",
            description =
                    "Kafka brokers of an 'attune stream': decide by the models that it publishes, and let it learn."
                            + " There is no data folder then.")
    private @Nullable String bootstrap;

    @Option(
            names = PREFIX,
            paramLabel = "TEXT",
            defaultValue = Topics.PREFIX,
            description = "Beginning of the topics' names (default: ${DEFAULT-VALUE}).")
    private String prefix = Topics.PREFIX;

    @Option(
            names = PROPERTIES,
            paramLabel = "FILE",
            description = "Properties of Kafka's clients, such as those of security.")
    private @Nullable Path properties;

    /** Whether it is to follow. */
    boolean wanted() {
        return bootstrap != null;
    }

    /** What people call the stream. */
    String stream() {
        return "the stream " + prefix + "* on " + bootstrap;
    }

    /** Refuses options that make no sense together. */
    void check(ParseResult given) {
        List<String> odd = wanted() ? OF_A_FOLDER : List.of(PREFIX, PROPERTIES);
        for (String option : odd) {
            if (given.hasMatchedOption(option)) {
                throw new IllegalArgumentException(
                        wanted()
                                ? option
                                        + " is for a service with a data folder, and one that follows a stream has none:"
                                        + " leave out " + option + " or " + FOLLOW
                                : option + " is for a service that follows a stream: give " + FOLLOW + " too");
            }
        }
    }

    /** The same options, following the stream if it is wanted. */
    ServerOptions applied(ServerOptions options) throws IOException {
        String brokers = bootstrap;
        if (brokers == null) {
            return options;
        }
        KafkaConnection kafka = new KafkaConnection(brokers, Topics.of(prefix), "attune-follow", clientProperties());
        try {
            return options.withFollowing(new Following(new KafkaModelFeed(kafka), new KafkaOutbox(kafka), stream()));
        } catch (KafkaException e) {
            Throwable cause = e.getCause() == null ? e : e.getCause();
            throw new IllegalArgumentException("cannot follow " + brokers + ": " + cause.getMessage(), e);
        }
    }

    private Map<String, String> clientProperties() throws IOException {
        Map<String, String> all = new TreeMap<>();
        if (properties != null) {
            Properties read = new Properties();
            try (Reader in = Files.newBufferedReader(properties, StandardCharsets.UTF_8)) {
                read.load(in);
            }
            read.stringPropertyNames().forEach(name -> all.put(name, read.getProperty(name)));
        }
        return all;
    }
}
