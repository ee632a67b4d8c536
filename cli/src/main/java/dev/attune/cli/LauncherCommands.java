package dev.attune.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/**
 * Commands that the {@code ./attune} launcher of a source checkout runs before Java starts. They are known here for
 * their help and for suggestions.
 */
final class LauncherCommands {
    private LauncherCommands() {}

    /** Refuses to run, since only the launcher can. */
    @Command(synopsisHeading = "Usage: ./", mixinStandardHelpOptions = true)
    private abstract static class Launched implements Runnable {
        @Parameters(paramLabel = "ARGUMENT", arity = "0..*", description = "Passed on to the tool below.")
        private String[] arguments = {};

        @Spec
        private CommandSpec spec;

        @Override
        public void run() {
            String command = "./attune " + spec.name() + " " + String.join(" ", arguments);
            throw new IllegalArgumentException(
                    "'" + spec.name() + "' needs a source checkout: run '" + command.strip() + "' in its root folder");
        }
    }

    /** {@code attune test}. */
    @Command(
            name = "test",
            description = "Runs format check, static checks and tests of a source checkout: ./mvnw verify.",
            footerHeading = "%nExamples:%n",
            footer = {
                "  attune test --fast                       quick tests, without browser, broker and processes",
                "  attune test                              all checks and tests",
                "  attune test --fast -pl core              one module",
                "  attune test -pl core -Dtest=LinUcbTest   one test class",
                "",
                "All arguments except --fast are passed to Maven. CONTRIBUTING.md describes the tests.",
            })
    static final class Test extends Launched {}

    /** {@code attune mutation}. */
    @Command(
            name = "mutation",
            description = "Runs mutation tests of core in a source checkout and prints the score.",
            footerHeading = "%nExamples:%n",
            footer = {
                "  attune mutation math   one package of core, in minutes",
                "",
                "Further arguments are passed to Maven. CONTRIBUTING.md has the scores of the packages.",
            })
    static final class Mutation extends Launched {}

    /** {@code attune pictures}. */
    @Command(
            name = "pictures",
            description = "Makes the pictures of pages in docs/images of a source checkout, in five minutes.",
            footerHeading = "%nExamples:%n",
            footer = {
                "  attune pictures   after a change of a page, which a test notices",
                "",
                "Arguments are passed to Maven. Needs Chromium and chromedriver.",
            })
    static final class Pictures extends Launched {}

    /** {@code attune jmh}. */
    @Command(
            name = "jmh",
            description = "Runs the JMH benchmarks of a source checkout.",
            footerHeading = "%nExamples:%n",
            footer = {
                "  attune jmh -l                names of all benchmarks",
                "  attune jmh Widths -prof gc   some benchmarks, with allocation",
                "",
                "Arguments are passed to JMH; 'attune jmh -h' lists them.",
            })
    static final class Jmh extends Launched {}

    /** {@code attune dist}. */
    @Command(
            name = "dist",
            description = "Makes the archives of a source checkout that users install.",
            footerHeading = "%nExamples:%n",
            footer = {
                "  attune dist               archives in dist/target/archives",
                "  attune dist test          the same, and runs them in an environment without Java",
            })
    static final class Dist extends Launched {}

    /** {@code attune site}. */
    @Command(
            name = "site",
            description = "Makes the documentation site of a source checkout, with Javadoc, in target/site.",
            footerHeading = "%nExamples:%n",
            footer = {
                "  attune site               target/site/index.html, to be opened from the folder or served as files",
            })
    static final class Site extends Launched {}
}
