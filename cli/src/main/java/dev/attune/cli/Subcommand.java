package dev.attune.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** A command: its output and what all commands share. */
@Command(mixinStandardHelpOptions = true)
abstract class Subcommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    /** Prints the help; for commands that only have subcommands. */
    @Override
    public Integer call() throws Exception {
        spec.commandLine().usage(out());
        return CommandLine.ExitCode.OK;
    }

    CommandSpec spec() {
        return spec;
    }

    /** Returns the standard output, which is flushed after each line and at the end of the command. */
    PrintWriter out() {
        return spec.commandLine().getOut();
    }

    /** Returns the error output, which is flushed after each line and at the end of the command. */
    PrintWriter err() {
        return spec.commandLine().getErr();
    }

    /** Prints a line to the error output. */
    void log(String line) {
        err().println(line);
    }

    ProgressBar progressBar() {
        return new ProgressBar(err());
    }

    /** Returns the width of the terminal in columns. */
    int width() {
        return spec.usageMessage().width();
    }

    /** Removes a shutdown hook, unless it is running. */
    static void removeHook(Thread hook) {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // the JVM is shutting down, and the hook runs
        }
    }

    /** Rejects a folder with files in it. */
    static void requireEmpty(String option, Path folder) throws IOException {
        if (Files.isDirectory(folder)) {
            try (Stream<Path> files = Files.list(folder)) {
                if (files.findAny().isPresent()) {
                    throw new IllegalArgumentException(option + " " + folder + " is not empty");
                }
            }
        }
    }

    /** Deletes a folder with everything in it. */
    static void delete(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }
}
