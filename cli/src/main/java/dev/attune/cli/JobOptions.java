package dev.attune.cli;

import dev.attune.flink.job.JobConfig;
import dev.attune.flink.job.JobConfigReader;
import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options that name the stream job: its brokers and its configuration. */
final class JobOptions {
    @Option(
            names = "--bootstrap",
            paramLabel = "HOST:PORT",
            description = "Kafka brokers; overrides the configuration.")
    private @Nullable String bootstrap;

    @Option(names = "--config", paramLabel = "FILE", description = "Configuration of the job, a YAML file.")
    private @Nullable Path config;

    /** Reads the configuration. */
    JobConfig read() throws IOException {
        return JobConfigReader.read(config, bootstrap);
    }
}
