package dev.attune.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.core.appender.ConsoleAppender;
import org.apache.logging.log4j.core.config.Configurator;
import org.apache.logging.log4j.core.config.builder.api.AppenderComponentBuilder;
import org.apache.logging.log4j.core.config.builder.api.ConfigurationBuilder;
import org.apache.logging.log4j.core.config.builder.api.ConfigurationBuilderFactory;
import org.apache.logging.log4j.core.config.builder.api.RootLoggerComponentBuilder;
import org.apache.logging.log4j.core.config.builder.impl.BuiltConfiguration;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/**
 * The options of a command that writes a log, and the only place that configures the backend of SLF4J. Without it the log is off: library modules and
 * other commands stay silent.
 *
 * <p>A line has the UTC time, the level, the thread, the logger and the message. As JSON it is an object with the fields {@code time}, {@code level},
 * {@code thread}, {@code logger}, {@code message} and, if there is a stack trace, {@code exception}.
 */
final class LogOptions {
    /** Loggers that would hide all others at the level info: each watermark, each setting of a client, names of metrics used twice. */
    private static final Map<String, Level> CHATTY = Map.of(
            "org.apache.flink.runtime.source.coordinator.SourceCoordinator", Level.WARN,
            "org.apache.flink.metrics.MetricGroup", Level.ERROR,
            "org.apache.kafka", Level.WARN);

    private static final String TIME = "%d{yyyy-MM-dd'T'HH:mm:ss.SSS'Z'}{UTC}";
    private static final String TEXT_PATTERN = TIME + " %-5level [%thread] %logger{1.} %message%n%throwable";
    private static final String JSON_PATTERN = "{\"time\":\"" + TIME
            + "\",\"level\":\"%level\",\"thread\":\"%enc{%thread}{JSON}\",\"logger\":\"%enc{%logger}{JSON}\","
            + "\"message\":\"%enc{%message}{JSON}\"%notEmpty{,\"exception\":\"%enc{%throwable}{JSON}\"}}%n";
    private static final String FILE = "file";
    private static final String CONSOLE = "console";
    private static final long LARGEST_FILE_MEGABYTES = 100;
    private static final int OLD_FILES = 5;

    /** The formats of a line. */
    enum Format {
        /** For people. */
        TEXT,
        /** One JSON object a line. */
        JSON
    }

    /** The levels, from the fewest lines to the most. */
    enum Threshold {
        OFF,
        ERROR,
        WARN,
        INFO,
        DEBUG,
        TRACE
    }

    @Option(
            names = "--log-level",
            paramLabel = "LEVEL",
            defaultValue = "info",
            description = "Level of the log: off, error, warn, info, debug or trace (default: ${DEFAULT-VALUE}).")
    private Threshold level = Threshold.INFO;

    @Option(
            names = "--log-format",
            paramLabel = "FORMAT",
            defaultValue = "text",
            description = "Format of the log: text, or json for one object a line (default: ${DEFAULT-VALUE}).")
    private Format format = Format.TEXT;

    @Option(names = "--log-file", paramLabel = "FILE", description = "File of the log.")
    private @Nullable Path file;

    /**
     * Turns the log on, to {@code --log-file} or a default file. A file of 100 MB is renamed and a new one is begun; the last five are kept.
     *
     * @return the file
     */
    Path toFile(Path otherwise) throws IOException {
        Path log = (file == null ? otherwise : file).toAbsolutePath().normalize();
        Path folder = log.getParent();
        if (folder != null) {
            Files.createDirectories(folder);
        }
        ConfigurationBuilder<BuiltConfiguration> builder = ConfigurationBuilderFactory.newConfigurationBuilder();
        AppenderComponentBuilder appender = builder.newAppender(FILE, "RollingFile")
                .addAttribute("fileName", log.toString())
                .addAttribute("filePattern", log + ".%i")
                .addComponent(builder.newComponent("Policies")
                        .addComponent(builder.newComponent("SizeBasedTriggeringPolicy")
                                .addAttribute("size", LARGEST_FILE_MEGABYTES + "MB")))
                .addComponent(builder.newComponent("DefaultRolloverStrategy").addAttribute("max", OLD_FILES));
        start(builder, appender, FILE);
        return log;
    }

    /** Turns the log on, to {@code --log-file} or the error output. */
    void toErrorsOrFile() throws IOException {
        if (file != null) {
            toFile(file);
            return;
        }
        ConfigurationBuilder<BuiltConfiguration> builder = ConfigurationBuilderFactory.newConfigurationBuilder();
        start(
                builder,
                builder.newAppender(CONSOLE, "Console").addAttribute("target", ConsoleAppender.Target.SYSTEM_ERR),
                CONSOLE);
    }

    private void start(
            ConfigurationBuilder<BuiltConfiguration> builder, AppenderComponentBuilder appender, String name) {
        String pattern = format == Format.JSON ? JSON_PATTERN : TEXT_PATTERN;
        appender.add(builder.newLayout("PatternLayout")
                .addAttribute("charset", "UTF-8")
                .addAttribute("alwaysWriteExceptions", false) // the pattern has its place
                .addAttribute("pattern", pattern));
        RootLoggerComponentBuilder root = builder.newRootLogger(Level.valueOf(level.name()));
        builder.setStatusLevel(Level.ERROR)
                .setShutdownHook("disable") // the log outlives the hook that stops the program
                .add(appender)
                .add(root.add(builder.newAppenderRef(name)));
        if (Level.valueOf(level.name()).equals(Level.INFO)) {
            CHATTY.forEach((logger, least) -> builder.add(builder.newLogger(logger, least)));
        }
        Configurator.reconfigure(builder.build());
    }
}
