package dev.attune.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The pages of the project: their links lead somewhere, the classes they name exist, and their words are standard ones. */
class DocumentationTest {
    private static final Path ROOT = Path.of("..");
    private static final Pattern FENCED = Pattern.compile("^```.*?^```", Pattern.DOTALL | Pattern.MULTILINE);
    private static final Pattern LINK = Pattern.compile("!?\\[[^\\]]*]\\(([^)\\s]+)\\)");
    private static final Pattern HEADING = Pattern.compile("^#+ +(.+?) *$", Pattern.MULTILINE);
    private static final Pattern ANCHOR = Pattern.compile("<a id=\"([^\"]+)\"");
    private static final Pattern CODE = Pattern.compile("`([^`\\n]+)`");
    private static final Pattern CLASS_NAME = Pattern.compile("([A-Z][a-z0-9]+(?:[A-Z][a-z0-9]+)+)(?:[.(<#].*)?");
    private static final Pattern DECLARED = Pattern.compile("\\b(?:class|interface|enum|record) ([A-Z]\\w*)");
    private static final Pattern DIALECT =
            Pattern.compile("\\b(told|whoever|nobody|anybody|everybody|makes no sense|of choice)\\b");

    /** Classes of the JDK and of libraries, and names that only look like classes. */
    private static final Set<String> FOREIGN = Set.of(
            "CompletableFuture",
            "StrictMath",
            "RandomGenerator",
            "UnsupportedOperationException",
            "NullPointerException",
            "EventId",
            "FromUrl",
            "RewardValue",
            "ServiceLoader",
            "ThreadLocal",
            "IllegalArgumentException",
            "IllegalStateException",
            "ArithmeticException",
            "RecordTooLargeException",
            "CreateTime",
            "LogAppendTime");

    @Test
    void linksLeadToFilesAndHeadingsThatExist() throws IOException {
        List<String> broken = new ArrayList<>();
        for (Path from : pages()) {
            for (MatchResult link : LINK.matcher(prose(from)).results().toList()) {
                String target = link.group(1);
                if (target.matches("(https?|mailto):.*")) {
                    continue;
                }
                int hash = target.indexOf('#');
                String file = hash < 0 ? target : target.substring(0, hash);
                Path to = file.isEmpty() ? from : from.resolveSibling(file).normalize();
                boolean page = file.isEmpty() || file.endsWith(".md");
                boolean anchored =
                        hash < 0 || !page || (Files.exists(to) && anchors(to).contains(target.substring(hash + 1)));
                if (!Files.exists(to) || !anchored) {
                    broken.add(ROOT.relativize(from) + ": " + target);
                }
            }
        }
        assertThat(broken).isEmpty();
    }

    @Test
    void classesThatPagesNameExist() throws IOException {
        Set<String> known = new HashSet<>(FOREIGN);
        for (String language : List.of(".java", ".py", ".js")) {
            for (Path source : files(language)) {
                known.addAll(declared(Files.readString(source)));
            }
        }
        List<String> unknown = new ArrayList<>();
        for (Path page : pages()) {
            known.addAll(declared(Files.readString(page)));
            if (page.endsWith("CHANGELOG.md")) {
                continue; // names what there was
            }
            for (MatchResult code : CODE.matcher(prose(page)).results().toList()) {
                var name = CLASS_NAME.matcher(code.group(1));
                if (name.matches() && !known.contains(name.group(1))) {
                    unknown.add(ROOT.relativize(page) + ": " + code.group(1));
                }
            }
        }
        assertThat(unknown).isEmpty();
    }

    @Test
    void pagesUseStandardWords() throws IOException {
        List<String> found = new ArrayList<>();
        for (Path page : pages()) {
            DIALECT.matcher(prose(page).toLowerCase(Locale.ROOT))
                    .results()
                    .forEach(word -> found.add(ROOT.relativize(page) + ": " + word.group()));
        }
        assertThat(found).isEmpty();
    }

    @Test
    void theExampleOfTheReadmeIsPartOfAProgramThatTheBuildRuns() throws IOException {
        String readme = Files.readString(ROOT.resolve("README.md"));
        int start = readme.indexOf("```java\n") + "```java\n".length();
        String program = Files.readString(Path.of("src/main/java/dev/attune/examples/FirstSteps.java"));

        assertThat(readme.substring(start, readme.indexOf("```", start)).lines())
                .hasSize(5)
                .allSatisfy(line -> assertThat(program).contains(line));
    }

    private static Set<String> anchors(Path page) throws IOException {
        String text = FENCED.matcher(Files.readString(page)).replaceAll("");
        Set<String> anchors = HEADING.matcher(text)
                .results()
                .map(heading -> anchor(heading.group(1)))
                .collect(Collectors.toSet());
        ANCHOR.matcher(text).results().forEach(anchor -> anchors.add(anchor.group(1)));
        return anchors;
    }

    /** Returns the anchor of a heading as GitHub makes it. */
    private static String anchor(String heading) {
        return heading.replaceAll("\\[([^\\]]*)]\\([^)]*\\)", "$1")
                .toLowerCase(Locale.ROOT)
                .replaceAll("[^\\p{L}\\p{N} _-]", "")
                .replace(' ', '-');
    }

    private static Set<String> declared(String text) {
        return DECLARED.matcher(text).results().map(type -> type.group(1)).collect(Collectors.toSet());
    }

    private static String prose(Path page) throws IOException {
        return FENCED.matcher(Files.readString(page)).replaceAll("");
    }

    private static List<Path> pages() throws IOException {
        return files(".md");
    }

    private static List<Path> files(String ending) throws IOException {
        try (Stream<Path> files = Files.walk(ROOT)) {
            return files.filter(file -> file.toString().endsWith(ending))
                    .filter(file -> Stream.of("target", ".git", "node_modules", "runs")
                            .noneMatch(skipped -> file.normalize().toString().contains("/" + skipped + "/")))
                    .toList();
        }
    }
}
