package dev.attune.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.attune.bench.service.ServerProcess;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The plug-in of the guide, as an author builds it: compiled, in a jar, used by a process of its own. */
@Tag("process")
class PluginTest {
    private static final Path GUIDE = Path.of("..", "docs", "guide", "extending.md");
    private static final Pattern SOURCE = Pattern.compile("```java\n(package my;.*?)```", Pattern.DOTALL);
    private static final Pattern CLASS = Pattern.compile("class (\\w+) ");
    private static final Pattern SERVICE = Pattern.compile("\\| `(META-INF/services/\\S+)` \\| `(\\S+)` \\|");
    private static final Pattern SPEC = Pattern.compile("```yaml\n(.*?)```", Pattern.DOTALL);
    private static final Pattern DEFINITION = Pattern.compile("`(\\{\"name\".*?\\})`", Pattern.DOTALL);
    private static final int MOST_LINES = 79;

    @TempDir
    private Path folder;

    private String guide = "";
    private final CapturedCommandLine attune = new CapturedCommandLine();

    @BeforeEach
    void readGuide() throws IOException {
        guide = Files.readString(GUIDE);
    }

    @Test
    void policyTunerAndEnvironmentOfTheGuideAreListedAndPlayed() throws Exception {
        String jar = jar(services());

        assertThat(attune.runProcess(folder, "list", "--classpath", jar))
                .as(attune.err())
                .isZero();
        assertThat(attune.out().lines()).anyMatch(line -> line.startsWith("EpsilonGreedy"));
        assertThat(attune.out().lines()).anyMatch(line -> line.startsWith("FivePoints"));
        assertThat(attune.out().lines()).anyMatch(line -> line.startsWith("weather"));

        Path spec = Files.writeString(folder.resolve("my.yaml"), only(SPEC));
        Path results = folder.resolve("results");
        assertThat(attune.runProcess(folder, "run", "--classpath", jar, spec.toString(), "--out", results.toString()))
                .as(attune.err())
                .isZero();
        assertThat(attune.err())
                .contains("left out: explore=2 on EpsilonGreedy: it accepts values between 0.0 and 1.0 only");
        List<String> summary = Files.readAllLines(results.resolve("summary.csv"));
        for (String policy : List.of("EpsilonGreedy", "LinUCB")) {
            for (String tuner : List.of("FivePoints", "Fixed")) {
                assertThat(summary)
                        .as("%s tuned by %s", policy, tuner)
                        .anyMatch(row -> row.startsWith("weather,") && row.contains(policy) && row.contains(tuner));
            }
        }
    }

    @Test
    void theServiceCreatesABanditByTheNamesOfTheGuide() throws Exception {
        List<String> arguments = List.of("--no-warmup", "--classpath", jar(services()));
        int port = ServerProcess.freePort();
        Path data = folder.resolve("data");
        try (ServerProcess server =
                ServerProcess.start(port, data, folder.resolve("log"), List.of("-Xmx256m"), arguments)) {
            server.awaitReady(Duration.ofMinutes(1));
            URI bandits = server.address().resolve("/v1/bandits");
            assertThat(post(bandits, only(DEFINITION))).isEqualTo(201);
            String request = "{\"context\":{\"hot\":true},\"arms\":[{\"id\":\"tea\"},{\"id\":\"lemonade\"}]}";
            assertThat(post(server.address().resolve("/v1/bandits/drinks/decisions"), request))
                    .isEqualTo(200);
        }
    }

    @Test
    void theThreeClassesOfTheGuideAreShort() {
        long lines = SOURCE.matcher(guide)
                .results()
                .mapToLong(block -> block.group(1).lines().count())
                .sum();

        assertThat(lines).isPositive().isLessThanOrEqualTo(MOST_LINES);
    }

    @Test
    void aMissingJarIsReportedInOneLine() throws Exception {
        String missing = folder.resolve("missing.jar").toString();

        assertThat(attune.runProcess(folder, "list", "--classpath", missing)).isEqualTo(2);
        assertThat(attune.err().lines())
                .containsExactly("attune: --classpath: no such file: " + missing + ". Try 'attune list --help'.");
        assertThat(attune.out()).isEmpty();
    }

    @Test
    void aFileThatIsNoJarIsReportedInOneLine() throws Exception {
        Path text = Files.writeString(folder.resolve("my.jar"), "no jar");

        assertThat(attune.runProcess(folder, "list", "--classpath", text.toString()))
                .isEqualTo(2);
        assertThat(attune.err()).startsWith("attune: --classpath: " + text + " is not a jar file: ");
        assertThat(attune.err().lines()).hasSize(1);
    }

    @Test
    void aProviderThatDoesNotExistIsReportedInOneLine() throws Exception {
        String jar = jar(Map.of("META-INF/services/dev.attune.api.PolicyProvider", "my.Missing"));

        assertThat(attune.runProcess(folder, "list", "--classpath", jar)).isEqualTo(2);
        assertThat(attune.err()).startsWith("attune: --classpath: ").contains("my.Missing not found");
        assertThat(attune.err().lines()).hasSize(1);
    }

    @Test
    void aNameThatIsTakenIsReportedInOneLine() throws Exception {
        guide = guide.replace("\"weather\"", "\"Simulation\"");
        String jar = jar(services());

        assertThat(attune.runProcess(folder, "list", "--classpath", jar)).isEqualTo(2);
        assertThat(attune.err())
                .contains("--classpath: my.Weather provides Simulation, a name that another provider has");
        assertThat(attune.err().lines()).hasSize(1);
    }

    @Test
    void aFolderIsNotSentToACluster() throws Exception {
        Path spec = Files.writeString(
                folder.resolve("my.yaml"), "rounds: 9\nenvironments: few-arms\npolicies: LinUCB\ntuners: VOI\n");

        assertThat(attune.runProcess(
                        folder,
                        "run",
                        "--classpath",
                        folder.toString(),
                        "--on",
                        "flink://localhost:8081",
                        spec.toString()))
                .isEqualTo(2);
        assertThat(attune.err().lines())
                .containsExactly("attune: --classpath: " + folder + " is a folder; a cluster takes jar files only");
    }

    /** Returns the jar of the guide's classes, registered by these files. */
    private String jar(Map<String, String> services) throws IOException {
        Path sources = Files.createDirectories(folder.resolve("sources/my"));
        Path classes = Files.createDirectories(folder.resolve("classes"));
        List<String> compiler = new ArrayList<>(
                List.of("-d", classes.toString(), "-cp", System.getProperty("java.class.path"), "-proc:none"));
        for (Matcher block = SOURCE.matcher(guide); block.find(); ) {
            Matcher name = CLASS.matcher(block.group(1));
            assertThat(name.find()).isTrue();
            Path source = sources.resolve(name.group(1) + ".java");
            compiler.add(Files.writeString(source, block.group(1)).toString());
        }
        assertThat(ToolProvider.getSystemJavaCompiler().run(null, null, null, compiler.toArray(String[]::new)))
                .as("exit code of the compiler")
                .isZero();
        Path jar = folder.resolve("my.jar");
        try (OutputStream file = Files.newOutputStream(jar);
                JarOutputStream archive = new JarOutputStream(file);
                Stream<Path> compiled = Files.walk(classes)) {
            for (Path each : compiled.filter(Files::isRegularFile).toList()) {
                add(archive, classes.relativize(each).toString().replace('\\', '/'), Files.readAllBytes(each));
            }
            for (Map.Entry<String, String> service : services.entrySet()) {
                add(archive, service.getKey(), service.getValue().getBytes(StandardCharsets.UTF_8));
            }
        }
        return jar.toString();
    }

    private static void add(JarOutputStream archive, String name, byte[] content) throws IOException {
        archive.putNextEntry(new JarEntry(name));
        archive.write(content);
        archive.closeEntry();
    }

    /** Returns the service files of the guide. */
    private Map<String, String> services() {
        Map<String, String> files = new LinkedHashMap<>();
        SERVICE.matcher(guide).results().forEach(row -> files.put(row.group(1), row.group(2)));
        assertThat(files).hasSize(3);
        return files;
    }

    private String only(Pattern block) {
        List<String> found =
                block.matcher(guide).results().map(match -> match.group(1)).toList();
        assertThat(found).hasSize(1);
        return found.get(0);
    }

    private static int post(URI address, String json) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(address)
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(json))
                .build();
        HttpClient http = HttpClient.newHttpClient();
        return http.send(request, HttpResponse.BodyHandlers.discarding()).statusCode();
    }
}
