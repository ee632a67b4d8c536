package dev.attune.cli;

import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/**
 * A command that the {@code ./attune} launcher of a source checkout runs before Java starts. It is known here for its help
 * and for suggestions.
 */
@Command(synopsisHeading = "Usage: ./")
final class LauncherCommand extends Subcommand {
    @Parameters(paramLabel = "ARGUMENT", arity = "0..*", description = "Passed on to the tool below.")
    private String[] arguments = {};

    /** Adds all commands of the launcher. */
    static void addTo(CommandLine root) {
        add(
                root,
                "test",
                "Runs format check, static checks and tests of a source checkout: ./mvnw verify.",
                "  attune test --fast                       quick tests, without browser, broker and processes",
                "  attune test                              all checks and tests",
                "  attune test --fast -pl core              one module",
                "  attune test -pl core -Dtest=LinUcbTest   one test class",
                "",
                "All arguments except --fast are passed to Maven. CONTRIBUTING.md describes the tests.");
        add(
                root,
                "mutation",
                "Runs mutation tests of core in a source checkout and prints the score.",
                "  attune mutation math   one package of core, in minutes",
                "",
                "Further arguments are passed to Maven. CONTRIBUTING.md has the scores of the packages.");
        add(
                root,
                "pictures",
                "Makes the pictures of pages in docs/images of a source checkout, in five minutes.",
                "  attune pictures   after a change of a page, which a test notices",
                "",
                "Arguments are passed to Maven. Needs Chromium and chromedriver.");
        add(
                root,
                "jmh",
                "Runs the JMH benchmarks of a source checkout.",
                "  attune jmh -l                names of all benchmarks",
                "  attune jmh Widths -prof gc   some benchmarks, with allocation",
                "",
                "Arguments are passed to JMH; 'attune jmh -h' lists them.");
        add(
                root,
                "dist",
                "Makes the archives of a source checkout that users install.",
                "  attune dist               archives in dist/target/archives",
                "  attune dist test          the same, and runs them in an environment without Java");
        add(
                root,
                "site",
                "Makes the documentation site of a source checkout, with Javadoc, in target/site.",
                "  attune site               target/site/index.html, to be opened from the folder or served as files");
    }

    private static void add(CommandLine root, String name, String description, String... footer) {
        CommandLine command = new CommandLine(new LauncherCommand());
        command.getCommandSpec().usageMessage().description(description).footer(footer);
        root.addSubcommand(name, command);
    }

    /** Refuses to run, since only the launcher can. */
    @Override
    public Integer call() {
        String name = spec().name();
        String command = "./attune " + name + " " + String.join(" ", arguments);
        throw new IllegalArgumentException(
                "'" + name + "' needs a source checkout: run '" + command.strip() + "' in its root folder");
    }
}
