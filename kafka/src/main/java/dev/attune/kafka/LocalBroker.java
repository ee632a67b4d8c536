package dev.attune.kafka;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;
import kafka.server.KafkaConfig;
import kafka.server.KafkaRaftServer;
import kafka.tools.StorageTool;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.utils.Time;

/**
 * A Kafka broker of a single node (KRaft, combined broker and controller) for trials, benchmarks and tests. It listens on the loopback address
 * only. Its data survive it: another broker on the same folder continues. Needs {@code org.apache.kafka:kafka_2.13}, which is an optional
 * dependency of this module.
 *
 * <pre>{@code
 * try (LocalBroker broker = LocalBroker.start(folder, 9092)) {
 *     String bootstrap = broker.bootstrap();
 * }
 * }</pre>
 */
public final class LocalBroker implements AutoCloseable {
    private static final String HOST = "127.0.0.1";
    private static final String LOG = "log";

    private final KafkaRaftServer server;
    private final int port;

    private LocalBroker(KafkaRaftServer server, int port) {
        this.server = server;
        this.port = port;
    }

    /**
     * Starts a broker and waits until it is ready.
     *
     * @param folder of its data; created if it does not exist
     * @param port of the broker; 0 for any free port
     */
    public static LocalBroker start(Path folder, int port) throws IOException {
        Files.createDirectories(folder);
        int broker = port == 0 ? freePort() : port;
        Properties properties = properties(folder, broker, freePort());
        Path file = folder.resolve("server.properties");
        try (var out = Files.newBufferedWriter(file, StandardCharsets.UTF_8)) {
            properties.store(out, null);
        }
        if (Files.notExists(folder.resolve(LOG).resolve("meta.properties"))) {
            format(file);
        }
        KafkaRaftServer server = new KafkaRaftServer(new KafkaConfig(properties), Time.SYSTEM);
        server.startup();
        return new LocalBroker(server, broker);
    }

    private static Properties properties(Path folder, int broker, int controller) {
        Properties properties = new Properties();
        properties.setProperty("process.roles", "broker,controller");
        properties.setProperty("node.id", "1");
        properties.setProperty("controller.quorum.voters", "1@" + HOST + ":" + controller);
        properties.setProperty(
                "listeners", "PLAINTEXT://" + HOST + ":" + broker + ",CONTROLLER://" + HOST + ":" + controller);
        properties.setProperty("advertised.listeners", "PLAINTEXT://" + HOST + ":" + broker);
        properties.setProperty("listener.security.protocol.map", "PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT");
        properties.setProperty("controller.listener.names", "CONTROLLER");
        properties.setProperty("log.dirs", folder.resolve(LOG).toString());
        // A single node has no replicas and waits for no other members.
        properties.setProperty("offsets.topic.replication.factor", "1");
        properties.setProperty("offsets.topic.num.partitions", "1");
        properties.setProperty("transaction.state.log.replication.factor", "1");
        properties.setProperty("transaction.state.log.min.isr", "1");
        properties.setProperty("transaction.state.log.num.partitions", "4");
        properties.setProperty("group.initial.rebalance.delay.ms", "0");
        properties.setProperty("auto.create.topics.enable", "false");
        return properties;
    }

    /** Formats a new folder. */
    private static void format(Path file) throws IOException {
        ByteArrayOutputStream output = new ByteArrayOutputStream();
        String[] arguments = {"format", "--cluster-id", Uuid.randomUuid().toString(), "--config", file.toString()};
        int code = StorageTool.execute(arguments, new PrintStream(output, true, StandardCharsets.UTF_8));
        if (code != 0) {
            throw new IOException("the broker's folder cannot be prepared: "
                    + output.toString(StandardCharsets.UTF_8).strip());
        }
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    /** Returns its host and port. */
    public String bootstrap() {
        return HOST + ":" + port;
    }

    /** Stops it; acknowledged records stay in the folder. */
    @Override
    public void close() {
        server.shutdown();
        server.awaitShutdown();
    }
}
