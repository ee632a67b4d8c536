package dev.attune.flink.broker;

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
 * A real Kafka broker of a single node (KRaft, broker and controller in one), for trying out, benchmarks and tests. It listens on this machine's
 * loopback address only. Its folder outlives it: another broker on the same folder goes on.
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
     * Starts a broker and waits until it serves.
     *
     * @param folder where it keeps its data; made if it is not there
     * @param port of the broker; 0 for any that is free
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
        // One node: nothing can be replicated, and nobody need wait for others to join.
        properties.setProperty("offsets.topic.replication.factor", "1");
        properties.setProperty("offsets.topic.num.partitions", "1");
        properties.setProperty("transaction.state.log.replication.factor", "1");
        properties.setProperty("transaction.state.log.min.isr", "1");
        properties.setProperty("transaction.state.log.num.partitions", "4");
        properties.setProperty("group.initial.rebalance.delay.ms", "0");
        properties.setProperty("auto.create.topics.enable", "false");
        return properties;
    }

    /** Gives a new folder its identity. */
    private static void format(Path file) throws IOException {
        ByteArrayOutputStream told = new ByteArrayOutputStream();
        String[] arguments = {"format", "--cluster-id", Uuid.randomUuid().toString(), "--config", file.toString()};
        int code = StorageTool.execute(arguments, new PrintStream(told, true, StandardCharsets.UTF_8));
        if (code != 0) {
            throw new IOException("the broker's folder cannot be prepared: "
                    + told.toString(StandardCharsets.UTF_8).strip());
        }
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    /** What clients call it: host and port. */
    public String bootstrap() {
        return HOST + ":" + port;
    }

    /** Stops it; what was acknowledged stays in the folder. */
    @Override
    public void close() {
        server.shutdown();
        server.awaitShutdown();
    }
}
