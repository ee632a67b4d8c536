package dev.attune.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine;

/** Runs commands, in this process or in one of its own, and keeps what the last one printed. */
final class CapturedCommandLine {
    private String out = "";
    private String err = "";

    /** Runs a command in this process and returns its exit code. */
    int run(String... args) {
        return run(AttuneCommand.commandLine(), args);
    }

    /** Runs a command of another command line in this process and returns its exit code. */
    int run(CommandLine command, String... args) {
        StringWriter printed = new StringWriter();
        StringWriter errors = new StringWriter();
        int code = command.setOut(new PrintWriter(printed))
                .setErr(new PrintWriter(errors))
                .execute(args);
        out = printed.toString();
        err = errors.toString();
        return code;
    }

    /** Runs a command in a process of its own, in a folder that also receives its output, and returns its exit code. */
    int runProcess(Path folder, String... args) throws IOException, InterruptedException {
        Path output = folder.resolve("out");
        Path errors = folder.resolve("err");
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                AttuneCommand.class.getName()));
        command.addAll(List.of(args));
        Process process = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectOutput(output.toFile())
                .redirectError(errors.toFile())
                .start();
        try {
            assertThat(process.waitFor(2, TimeUnit.MINUTES)).isTrue();
        } finally {
            process.destroyForcibly();
        }
        out = Files.readString(output);
        err = Files.readString(errors);
        return process.exitValue();
    }

    /** Returns the standard output of the last command. */
    String out() {
        return out;
    }

    /** Returns the standard error of the last command. */
    String err() {
        return err;
    }
}
