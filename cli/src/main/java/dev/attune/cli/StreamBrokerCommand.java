package dev.attune.cli;

import dev.attune.flink.broker.LocalBroker;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code attune stream broker}: a Kafka broker for trying out. */
@Command(
        name = "broker",
        description = {
            "Runs a Kafka broker of a single node on this machine's loopback address, for trying out.",
            "",
            "Ctrl-C stops it; the next start on the same folder has all that was written."
        },
        sortOptions = false,
        mixinStandardHelpOptions = true)
final class StreamBrokerCommand implements Callable<Integer> {
    @Option(names = "--port", defaultValue = "9092", description = "Port; 0 for any that is free (default: 9092).")
    private int port;

    @Option(
            names = "--folder",
            paramLabel = "DIR",
            defaultValue = "attune-broker",
            description = "Its data (default: ${DEFAULT-VALUE}).")
    private Path folder;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException, InterruptedException {
        PrintWriter out = spec.commandLine().getOut();
        LocalBroker broker = LocalBroker.start(folder, port);
        Runtime.getRuntime().addShutdownHook(new Thread(broker::close, "attune-stop"));
        out.println("Kafka listens on " + broker.bootstrap() + ", data in "
                + folder.toAbsolutePath().normalize());
        out.flush();
        new CountDownLatch(1).await(); // until the process is told to stop
        return 0;
    }
}
