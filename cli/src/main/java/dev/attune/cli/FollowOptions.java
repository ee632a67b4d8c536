package dev.attune.cli;

import dev.attune.kafka.KafkaConnection;
import dev.attune.kafka.wire.Topics;
import dev.attune.server.ServerOptions;
import java.io.IOException;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParseResult;

/** Options of {@code attune serve} for following a stream. */
final class FollowOptions {
    private static final String FOLLOW = "--follow";
    private static final String PREFIX = "--follow-prefix";
    private static final String PROPERTIES = "--follow-properties";

    /** Options that need bandits which learn in this process. */
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
                    "Kafka brokers of an 'attune stream': decide by the models that the stream publishes; the stream"
                            + " learns. No data folder is used.")
    private @Nullable String bootstrap;

    @Option(
            names = PREFIX,
            paramLabel = "TEXT",
            defaultValue = Topics.PREFIX,
            description = "Prefix of the topics' names (default: ${DEFAULT-VALUE}).")
    private String prefix = Topics.PREFIX;

    @Option(names = PROPERTIES, paramLabel = "FILE", description = "Properties of the Kafka clients, such as security.")
    private @Nullable Path properties;

    /** Returns whether a stream is followed. */
    boolean wanted() {
        return bootstrap != null;
    }

    /** Returns the name of the stream for messages. */
    String stream() {
        return "the stream " + prefix + "* on " + bootstrap;
    }

    /** Rejects options that exclude each other. */
    void check(ParseResult given) {
        List<String> odd = wanted() ? OF_A_FOLDER : List.of(PREFIX, PROPERTIES);
        for (String option : odd) {
            if (given.hasMatchedOption(option)) {
                throw new IllegalArgumentException(
                        wanted()
                                ? option + " needs a data folder, which a service with " + FOLLOW
                                        + " does not have: remove " + option + " or " + FOLLOW
                                : option + " needs " + FOLLOW);
            }
        }
    }

    /** Returns the same options, with the stream to follow if there is one. */
    ServerOptions applied(ServerOptions options) throws IOException {
        String brokers = bootstrap;
        if (brokers == null) {
            return options;
        }
        KafkaConnection kafka = new KafkaConnection(brokers, Topics.of(prefix), "attune-follow", clientProperties());
        return options.withFollowing(kafka.follow(stream()));
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
