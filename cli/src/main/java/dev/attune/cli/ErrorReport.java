package dev.attune.cli;

import dev.attune.lab.config.NearestWord;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.NoSuchFileException;
import java.util.Set;
import java.util.function.BooleanSupplier;
import picocli.CommandLine;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/**
 * Reports exceptions as one line on standard error and an exit code: 2 for errors that the user can correct (command
 * line, values, files), 1 for a defect. Stack traces are printed on request only.
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
        String report = "internal error: " + describe(e) + " (--stacktrace prints where)";
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
        Throwable reported = e instanceof UncheckedIOException && cause != null ? cause : e;
        String message = reported.getMessage();
        if (message == null) {
            return reported.getClass().getSimpleName();
        }
        return reported instanceof NoSuchFileException ? "no such file: " + message : message;
    }

    private static String unknown(CommandLine cmd, String word) {
        boolean option = word.startsWith("-");
        Set<String> known = option
                ? cmd.getCommandSpec().optionsMap().keySet()
                : cmd.getSubcommands().keySet();
        String kind = option ? "option" : known.isEmpty() ? "argument" : "command";
        return NearestWord.to(word, known)
                .map(nearest -> "unknown " + kind + " '" + word + "'. Did you mean '" + nearest + "'?")
                .orElse("unknown " + kind + " '" + word + "'");
    }

    private static String sentence(String text) {
        return text.endsWith(".") || text.endsWith("?") ? text : text + ".";
    }
}
