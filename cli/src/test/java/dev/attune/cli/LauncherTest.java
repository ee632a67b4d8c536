package dev.attune.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code ./attune test} on machines with and without a browser, as root and not, with a Maven that only claims to test. */
@Tag("process")
class LauncherTest {
    private static final String[] TOOLS = {
        "awk",
        "cat",
        "cp",
        "dirname",
        "env",
        "find",
        "flock",
        "head",
        "mkdir",
        "mktemp",
        "readlink",
        "rm",
        "sed",
        "sh",
        "sort",
        "tail",
        "tee",
        "uniq"
    };
    private static final String SUMMARY = "Tests run: 5, Failures: 0, Errors: 0, Skipped: 1";

    @TempDir
    private Path folder;

    private Path checkout;
    private Path bin;
    private Path called;
    private int code;
    private List<String> lines = List.of();

    @BeforeEach
    void makeMachine() throws IOException {
        checkout = Files.createDirectories(folder.resolve("checkout"));
        bin = Files.createDirectories(folder.resolve("bin"));
        called = Files.createFile(folder.resolve("called"));
        Files.copy(Path.of("..", "attune"), checkout.resolve("attune"));
        for (String tool : TOOLS) {
            Optional<Path> here = onPath(tool);
            if (here.isPresent()) {
                script(bin.resolve(tool), "exec '" + here.get() + "' \"$@\"");
            } else {
                assumeTrue(tool.equals("flock"), "there is no " + tool);
            }
        }
        program("sudo", "exit 0");
        program("apt-cache", "exit 0");
        maven("exit 0");
    }

    @Test
    void asAnotherUserThanRootNothingIsInstalledAndTheSkippedTestsAreReported() throws Exception {
        user(1000);
        program("apt-get", "exit 0");

        attune("test");

        assertThat(code).isZero();
        assertThat(Files.readAllLines(called)).containsExactly("mvnw verify");
        String command = "sudo apt-get install chromium chromium-driver";
        assertThat(lines.get(0)).startsWith("attune: there is no Chromium").endsWith(command);
        assertThat(lines.subList(lines.size() - 5, lines.size()))
                .satisfiesExactly(
                        line -> assertThat(line).matches("attune test passed on Java \\d+\\."),
                        line -> assertThat(line).isEqualTo("Skipped 1: needs chromium and chromedriver on the PATH"),
                        line -> assertThat(line).endsWith(command),
                        line -> assertThat(line).isEqualTo("All modules together:"),
                        line -> assertThat(line).isEqualTo(SUMMARY));
    }

    @Test
    void rootIsToldWhatIsInstalledBeforeItIs() throws Exception {
        user(0);
        program("apt-get", "for one in chromium chromedriver; do cp '" + bin + "/sudo' '" + bin + "'/$one; done");

        attune("test");

        assertThat(code).isZero();
        assertThat(lines.get(0))
                .contains("running as root")
                .contains("installing the packages chromium and chromium-driver with apt-get");
        assertThat(Files.readString(called)).contains("install -y --no-install-recommends chromium chromium-driver");
        assertThat(Files.readString(called)).doesNotContain("sudo");
        assertThat(String.join("\n", lines)).doesNotContain("To install");
    }

    @Test
    void whereTheInstallationFailsTheTestsStillRun() throws Exception {
        user(0);
        program("apt-get", "exit 100");

        attune("test");

        assertThat(code).isZero();
        assertThat(lines).contains("attune: the packages cannot be installed");
        assertThat(Files.readAllLines(called)).contains("mvnw verify").anyMatch(line -> line.endsWith(" update"));
        assertThat(lines.get(lines.size() - 1)).isEqualTo(SUMMARY);
    }

    @Test
    void withABrowserNothingIsInstalledOrSaidOfIt() throws Exception {
        user(0);
        program("apt-get", "exit 0");
        program("chromium", "exit 0");
        program("chromedriver", "exit 0");

        attune("test", "-pl", "core");

        assertThat(Files.readAllLines(called)).containsExactly("mvnw verify -pl core");
        assertThat(String.join("\n", lines)).doesNotContain("install");
    }

    @Test
    void theFastLaneLeavesOutWhatIsTaggedAndNeedsNoBrowser() throws Exception {
        user(0);
        program("apt-get", "exit 0");

        attune("test", "--fast", "-pl", "core");

        assertThat(Files.readAllLines(called))
                .containsExactly(
                        "mvnw test -Dformat.phase=process-sources -DexcludedGroups=browser,broker,process,slow -pl core");
        assertThat(lines).anyMatch(line -> line.startsWith("attune test --fast passed"));
    }

    @Test
    void aFailureIsTheExitCodeAndTheSummaryIsStillTheLastLine() throws Exception {
        user(0);
        program("chromium", "exit 0");
        program("chromedriver", "exit 0");
        maven("exit 3");

        attune("test");

        assertThat(code).isEqualTo(3);
        assertThat(lines).anyMatch(line -> line.startsWith("attune test FAILED"));
        assertThat(lines.get(lines.size() - 1)).isEqualTo(SUMMARY);
    }

    @Test
    void mutationTestingNeedsAPackageOfCore() throws Exception {
        user(0);
        Files.createDirectories(checkout.resolve("core/src/main/java/dev/attune/math"));
        Files.createDirectories(checkout.resolve("core/src/main/java/dev/attune/tuner"));

        attune("mutation");
        assertThat(code).isEqualTo(1);
        assertThat(lines).containsExactly("attune: name a package of core: math tuner");

        attune("mutation", "maths");
        assertThat(code).isEqualTo(1);
        assertThat(lines).containsExactly("attune: core has no package 'maths'; it has math tuner");
        assertThat(Files.readAllLines(called)).isEmpty();
    }

    @Test
    void mutantsThatSurviveAreListedByLineWithTheScore() throws Exception {
        user(0);
        Files.createDirectories(checkout.resolve("core/src/main/java/dev/attune/math"));
        Path reports = Files.createDirectories(checkout.resolve("core/target/pit-reports"));
        String mutation = "<mutation status='%s'><sourceFile>%s</sourceFile><lineNumber>%d</lineNumber>"
                + "<description>%s</description></mutation>";
        Files.writeString(
                reports.resolve("mutations.xml"),
                mutation.formatted("KILLED", "Normal.java", 5, "removed call")
                        + mutation.formatted("TIMED_OUT", "Normal.java", 6, "removed increment")
                        + mutation.formatted("SURVIVED", "Normal.java", 70, "changed boundary")
                        + mutation.formatted("NO_COVERAGE", "Normal.java", 8, "replaced return with &lt;null&gt;"));
        maven(
                "echo '>> Generated 3 mutations Killed 1 (33%)'; echo '>> Mutations with no coverage 1. Test strength 50%'");

        attune("mutation", "math");

        assertThat(code).isZero();
        assertThat(Files.readAllLines(called))
                .containsExactly(
                        "mvnw -pl core -am process-test-classes -Dmutation.module=core -Dmutation.package=math");
        assertThat(lines)
                .endsWith(
                        "Mutants that survived or that no test reaches:",
                        "Normal.java:8 replaced return with <null> (not reached)",
                        "Normal.java:70 changed boundary",
                        "",
                        "Mutation score of math: 33 % (1 of 3 mutants killed)",
                        "Test strength, of the mutants that a test reaches: 50 %",
                        "Timed out, counted as killed: 1",
                        "Report: core/target/pit-reports/index.html");
    }

    private void user(int id) throws IOException {
        program("id", "echo " + id);
        Files.writeString(called, "");
    }

    /** A program that notes how it is called. */
    private void program(String name, String body) throws IOException {
        script(bin.resolve(name), name.equals("id") ? body : "echo \"" + name + " $*\" >>'" + called + "'\n" + body);
    }

    /** Two modules with five tests, one of them skipped. */
    private void maven(String end) throws IOException {
        String report = "core/target/surefire-reports";
        script(
                checkout.resolve("mvnw"),
                String.join(
                        "\n",
                        "shift 3 # options that every call of Maven has",
                        "echo \"mvnw $*\" >>'" + called + "'",
                        "mkdir -p " + report,
                        "cat >" + report + "/TEST-one.xml <<'END'",
                        "    <skipped type=\"org.opentest4j.TestAbortedException\"><![CDATA[org.opentest4j.TestAbortedException: "
                                + "Assumption failed: Skipped: needs chromium and chromedriver on the PATH",
                        "END",
                        "echo '[INFO] Tests run: 3, Failures: 0, Errors: 0, Skipped: 1, Time elapsed: 0.1 s -- in One'",
                        "echo '[WARNING] Tests run: 3, Failures: 0, Errors: 0, Skipped: 1'",
                        "echo '[INFO] Tests run: 2, Failures: 0, Errors: 0, Skipped: 0'",
                        end));
    }

    private static void script(Path file, String body) throws IOException {
        Files.writeString(file, "#!/bin/sh\n" + body + "\n");
        assertThat(file.toFile().setExecutable(true)).isTrue();
    }

    private static Optional<Path> onPath(String tool) {
        return Stream.of(Optional.ofNullable(System.getenv("PATH")).orElse("").split(File.pathSeparator, -1))
                .map(place -> Path.of(place, tool))
                .filter(Files::isExecutable)
                .findFirst();
    }

    private void attune(String... arguments) throws IOException, InterruptedException {
        List<String> command =
                new ArrayList<>(List.of("sh", checkout.resolve("attune").toString()));
        command.addAll(Arrays.asList(arguments));
        Path said = folder.resolve("said");
        ProcessBuilder builder =
                new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(said.toFile());
        builder.environment().clear();
        builder.environment().put("PATH", bin.toString());
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        Process process = builder.start();
        assertThat(process.waitFor(1, TimeUnit.MINUTES)).isTrue();
        code = process.exitValue();
        lines = Files.readAllLines(said);
    }
}
