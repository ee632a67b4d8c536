package dev.attune.cli;

import dev.attune.lab.NearestWord;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import picocli.CommandLine;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/**
 * Turns exceptions into one line on standard error and an exit code: 2 where the user can put it right (command line,
 * values, files), 1 for a defect. Stack traces appear only when asked for.
 */
final class ErrorReport implements IParameterExceptionHandler, IExecutionExceptionHandler {
    private final BooleanSupplier stacktrace;

    ErrorReport(BooleanSupplier stacktrace) {
        this.stacktrace = stacktrace;
    }

    @Override
    public int handleParseException(ParameterException e, String[] args) {
        CommandLine cmd = e.getCommandLine();
        String hint = " Try '" + cmd.getCommandSpec().qualifiedName() + " --help'.";
        return print(cmd, sentence(describe(e)) + hint, e, CommandLine.ExitCode.USAGE);
    }

    @Override
    public int handleExecutionException(Exception e, CommandLine cmd, ParseResult parsed) {
        if (e instanceof IllegalArgumentException || e instanceof IOException || e instanceof UncheckedIOException) {
            return print(cmd, describe(e), e, CommandLine.ExitCode.USAGE);
        }
        String report = "internal error: " + describe(e) + " (--stacktrace shows where)";
        return print(cmd, report, e, CommandLine.ExitCode.SOFTWARE);
    }

    private int print(CommandLine cmd, String message, Exception e, int exitCode) {
        PrintWriter err = cmd.getErr();
        err.println("attune: " + message.replaceAll("\\s*\\R\\s*", " "));
        if (stacktrace.getAsBoolean()) {
            e.printStackTrace(err);
        }
        err.flush();
        return exitCode;
    }

    private static String describe(Exception e) {
        if (e instanceof UnmatchedArgumentException unmatched
                && !unmatched.getUnmatched().isEmpty()) {
            return unknown(unmatched.getCommandLine(), unmatched.getUnmatched().get(0));
        }
        Throwable cause = e.getCause();
        Throwable told = e instanceof UncheckedIOException && cause != null ? cause : e;
        String message = told.getMessage();
        if (message == null) {
            return told.getClass().getSimpleName();
        }
        return told instanceof NoSuchFileException ? "no such file: " + message : message;
    }

    private static String unknown(CommandLine cmd, String word) {
        boolean option = word.startsWith("-");
        List<String> known = new ArrayList<>();
        if (option) {
            known.addAll(cmd.getCommandSpec().optionsMap().keySet());
        } else {
            known.addAll(cmd.getSubcommands().keySet());
            if (cmd.getParent() == null) {
                known.addAll(AttuneCommand.LAUNCHER_COMMANDS);
            }
        }
        String kind = option ? "option" : known.isEmpty() ? "argument" : "command";
        return NearestWord.to(word, known)
                .map(nearest -> "unknown " + kind + " '" + word + "'. Did you mean '" + nearest + "'?")
                .orElse("unknown " + kind + " '" + word + "'");
    }

    private static String sentence(String text) {
        return text.endsWith(".") || text.endsWith("?") ? text : text + ".";
    }
}
