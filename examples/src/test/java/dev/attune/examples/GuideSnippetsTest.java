package dev.attune.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The Java snippets of a page, one after another as the body of a method, compile and run, and print what their comments say. Pages of
 * algorithms and some guides; they may use core and the lab.
 */
@Tag("process")
class GuideSnippetsTest {
    private static final Path DOCS = Path.of("..", "docs");
    private static final Pattern SNIPPET = Pattern.compile("^```java\\n(.*?)^```", Pattern.DOTALL | Pattern.MULTILINE);
    private static final Pattern PRINTED = Pattern.compile("System\\.out\\.println\\(.*\\); // (.+)");

    @TempDir
    Path folder;

    static List<String> pages() throws IOException {
        List<String> pages = new ArrayList<>(List.of(
                "guide/features.md", "guide/using-the-library.md", "guide/propensities.md", "guide/environments.md"));
        try (Stream<Path> algorithms = Files.list(DOCS.resolve("algorithms"))) {
            algorithms.map(path -> "algorithms/" + path.getFileName()).sorted().forEach(pages::add);
        }
        pages.removeIf(page -> snippets(page).isEmpty());
        return pages;
    }

    @ParameterizedTest
    @MethodSource("pages")
    void snippetsPrintWhatTheySay(String page) throws Exception {
        String snippets = snippets(page);
        Path source = folder.resolve("Snippets.java");
        Files.writeString(source, program(snippets));
        String classes = System.getProperty("java.class.path");

        int compiled = ToolProvider.getSystemJavaCompiler()
                .run(null, null, null, "-proc:none", "-cp", classes, "-d", folder.toString(), source.toString());

        assertThat(compiled).as("javac of the snippets of " + page).isZero();
        Process run = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        classes + System.getProperty("path.separator") + folder,
                        "Snippets")
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .start();
        String output = new String(run.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        List<String> said = printed(snippets);
        assertThat(run.waitFor()).as(output).isZero();
        assertThat(output.lines().filter(said::contains).toList()).isEqualTo(said);
    }

    private static String snippets(String page) {
        try {
            StringBuilder code = new StringBuilder();
            Matcher matcher = SNIPPET.matcher(Files.readString(DOCS.resolve(page)));
            while (matcher.find()) {
                if (!matcher.group(1).contains("\n...\n")) { // an excerpt of a program
                    code.append(matcher.group(1));
                }
            }
            return code.toString();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String program(String snippets) {
        Set<String> imports = new LinkedHashSet<>();
        List<String> body = new ArrayList<>();
        snippets.lines().forEach(line -> {
            if (line.startsWith("import ")) {
                imports.add(line);
            } else {
                body.add(line);
            }
        });
        return String.join("\n", imports)
                + "\npublic class Snippets {\npublic static void main(String[] args) throws Exception {\n"
                + String.join("\n", body)
                + "\n}\n}\n";
    }

    private static List<String> printed(String snippets) {
        return PRINTED.matcher(snippets)
                .results()
                .map(result -> result.group(1))
                .toList();
    }
}
