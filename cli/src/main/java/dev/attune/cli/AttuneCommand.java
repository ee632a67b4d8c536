package dev.attune.cli;

import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.ScopeType;

/** The {@code attune} command. It only collects the subcommands, one class each. */
@Command(
        name = "attune",
        description = "Contextual bandits that tune their own hyperparameters.",
        synopsisSubcommandLabel = "COMMAND",
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
            TrafficCommand.class,
            ListCommand.class,
            BenchCommand.class,
            CrashCommand.class,
            SoakCommand.class
        },
        footer = {
            "  attune demo                one-minute tour: the automatic bandit beside fixed choices",
            "  attune run my.yaml         compare policies and tuners on your own problems",
            "  attune evaluate log.json --format dsjson   estimate what other policies would have earned",
            "  attune list                policies, tuners and environments",
            "  attune serve               start the decision service on this machine",
            "  attune card news.attune    one page about a saved bandit",
            "  attune help evaluate       help of one command",
            "",
            "Exit code: 0 success, 1 failure, 2 invalid command line or input."
        })
public final class AttuneCommand extends Subcommand {
    @Option(
            names = "--stacktrace",
            scope = ScopeType.INHERIT,
            description = "Print the stack trace of an error. ATTUNE_STACKTRACE=1 does the same.")
    private boolean stacktrace;

    @Option(
            names = "--classpath",
            paramLabel = "JARS",
            scope = ScopeType.INHERIT,
            description = "Jar files or folders with policies, tuners and environments of your own, separated as in"
                    + " a Java class path (docs/guide/extending.md).")
    private String classpath = "";

    /** Runs the command and exits with its code. */
    public static void main(String[] args) {
        System.exit(commandLine().execute(args));
    }

    /** Returns the command tree with its error handling, for the terminal of the user. */
    static CommandLine commandLine() {
        return commandLine(Terminal.width());
    }

    /** Returns the command tree, with help and lists that are at most {@code width} columns wide. */
    static CommandLine commandLine(int width) {
        AttuneCommand root = new AttuneCommand();
        ErrorReport errors = new ErrorReport(() -> root.stacktrace || "1".equals(System.getenv("ATTUNE_STACKTRACE")));
        CommandLine command = new CommandLine(root);
        LauncherCommand.addTo(command);
        command.addSubcommand(new DistFilesCommand())
                .addSubcommand(new HelpCommand())
                .setUsageHelpWidth(width)
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setExecutionStrategy(root::execute)
                .setParameterExceptionHandler(errors)
                .setExecutionExceptionHandler(errors);
        HelpLayout.use(command);
        return command;
    }

    PluginPath plugins() {
        return PluginPath.parse(classpath);
    }

    private int execute(ParseResult parsed) {
        List<CommandLine> commands = parsed.asCommandLineList();
        CommandLine last = commands.get(commands.size() - 1);
        try {
            plugins().load();
        } catch (IllegalArgumentException e) {
            throw new CommandLine.ParameterException(last, String.valueOf(e.getMessage()), e);
        }
        try {
            return new CommandLine.RunLast().execute(parsed);
        } catch (NoClassDefFoundError e) {
            throw new CommandLine.ExecutionException(last, String.valueOf(e.getMessage()), missing(e));
        } finally {
            last.getOut().flush();
            last.getErr().flush();
        }
    }

    /** Returns the error for a class of Flink or Kafka that is not installed; any other class is a defect. */
    private static Exception missing(NoClassDefFoundError e) {
        String type = String.valueOf(e.getMessage());
        if (type.startsWith("org/apache/flink/") || type.startsWith("org/apache/kafka/")) {
            return new IllegalArgumentException("this command needs Flink or Kafka, which are an archive of their own:"
                    + " unpack attune-stream over the folder of attune (README.md, Install)");
        }
        throw e;
    }
}
