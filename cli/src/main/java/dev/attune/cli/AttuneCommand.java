package dev.attune.cli;

import java.io.PrintWriter;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

/**
 * The {@code attune} command. It only gathers the subcommands, one class each; a new one is added to
 * {@code subcommands} below, and to the examples.
 */
@Command(
        name = "attune",
        description = "Contextual bandits that tune their own hyperparameters.",
        synopsisSubcommandLabel = "COMMAND",
        mixinStandardHelpOptions = true,
        versionProvider = BuildVersion.class,
        subcommands = {
            DemoCommand.class,
            RunCommand.class,
            ReportCommand.class,
            EvaluateCommand.class,
            ReproduceCommand.class,
            DataCommand.class,
            ServeCommand.class,
            KeysCommand.class,
            StreamCommand.class,
            JournalCommand.class,
            CardCommand.class,
            ListCommand.class,
            BenchCommand.class,
            CrashCommand.class
        },
        descriptionHeading = "%n",
        optionListHeading = "%nOptions:%n",
        commandListHeading = "%nCommands:%n",
        footerHeading = "%nCommands for work on Attune itself (run by the ./attune launcher in the source tree):%n",
        footer = {
            "  test       Format check, static checks and all tests: ./mvnw verify",
            "  mutation   Mutation testing of core; prints the score",
            "  jmh        JMH benchmarks; arguments go to JMH",
            "",
            "Examples:",
            "  attune demo                  the tour: nothing chosen, beside the best fixed choice, in a minute",
            "  attune run my.yaml           try tuners on problems of your own",
            "  attune evaluate log.json --format dsjson   what would it have earned on your own log?",
            "  attune reproduce             the paper's tables and figures, run again",
            "  attune list                  policies, tuners and environments",
            "  attune data                  data sets for experiments: terms, and how to get them",
            "  attune serve                 the decision service on this machine",
            "  attune keys new --name web --scopes decide,reward --file keys.txt   who may use it",
            "  attune stream --help         the same on Apache Flink and Kafka",
            "  attune journal ls data       the decision log of a service",
            "  attune card news.attune      one page about a bandit: which model leads, why, what it has learnt",
            "  attune crash                 does the service keep its promises when it is killed?",
            "  attune bench policies        how fast is it on this machine?",
            "  attune --version             which build, on which JVM",
            "  attune test                  is this checkout sound on this machine?",
            "  attune test -pl core         the same for one module",
            "  attune jmh -l                names of the JMH benchmarks",
            "",
            "Exit code: 0 done, 1 failed, 2 the command line or the input was wrong."
        })
public final class AttuneCommand implements Runnable {
    /** Commands that the launcher runs before Java starts; they are known here only to be suggested. */
    static final List<String> LAUNCHER_COMMANDS = List.of("test", "mutation", "jmh");

    @Option(
            names = "--stacktrace",
            scope = ScopeType.INHERIT,
            description = "Show the stack trace of an error (or set ATTUNE_STACKTRACE=1).")
    private boolean stacktrace;

    @Option(
            names = "--classpath",
            paramLabel = "JARS",
            scope = ScopeType.INHERIT,
            description = "Jar files or folders with policies, tuners and environments of your own, separated as in a"
                    + " Java class path (docs/guide/extending.md).")
    private String classpath = "";

    @Spec
    private CommandSpec spec;

    /** Runs the command and exits with its code. */
    public static void main(String[] args) {
        System.exit(commandLine().execute(args));
    }

    /** The whole command tree with its error handling, ready to execute. */
    static CommandLine commandLine() {
        AttuneCommand root = new AttuneCommand();
        ErrorReport errors = new ErrorReport(() -> root.stacktrace || "1".equals(System.getenv("ATTUNE_STACKTRACE")));
        return new CommandLine(root)
                .setUsageHelpAutoWidth(true)
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setExecutionStrategy(parsed -> {
                    List<CommandLine> commands = parsed.asCommandLineList();
                    try {
                        PluginPath.use(root.classpath);
                    } catch (IllegalArgumentException e) {
                        CommandLine last = commands.get(commands.size() - 1);
                        throw new CommandLine.ParameterException(last, String.valueOf(e.getMessage()), e);
                    }
                    return new CommandLine.RunLast().execute(parsed);
                })
                .setParameterExceptionHandler(errors)
                .setExecutionExceptionHandler(errors);
    }

    /** {@code attune} alone teaches. */
    @Override
    public void run() {
        PrintWriter out = spec.commandLine().getOut();
        spec.commandLine().usage(out);
        out.flush();
    }
}
