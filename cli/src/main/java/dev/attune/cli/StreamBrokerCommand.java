package dev.attune.cli;

import dev.attune.kafka.LocalBroker;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code attune stream broker}: runs a Kafka broker for evaluation. */
@Command(
        name = "broker",
        description = {
            "Runs a single Kafka broker on the loopback address of this machine, for evaluation.",
            "",
            "Ctrl-C stops it; the next start on the same folder keeps its data."
        },
        sortOptions = false,
        mixinStandardHelpOptions = true)
final class StreamBrokerCommand implements Callable<Integer> {
    @Option(names = "--port", defaultValue = "9092", description = "Port; 0 for any free one (default: 9092).")
    private int port;

    @Option(
            names = "--folder",
            paramLabel = "DIR",
            defaultValue = "attune-broker",
            description = "Folder for its data (default: ${DEFAULT-VALUE}).")
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
        new CountDownLatch(1).await(); // until the process is stopped
        return 0;
    }
}
