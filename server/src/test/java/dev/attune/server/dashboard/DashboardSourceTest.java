package dev.attune.server.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Rules that hold for the text of every page. */
class DashboardSourceTest {
    private static final Path FOLDER = Path.of("src", "main", "resources", "dev", "attune", "server", "dashboard");

    @Test
    void nothingParsesMarkup() throws IOException {
        assertThat(sources())
                .allSatisfy((file, text) -> assertThat(text)
                        .doesNotContainPattern(
                                "innerHTML|outerHTML|insertAdjacentHTML|document\\.write|DOMParser|createContextualFragment"
                                        + "|srcdoc|\\beval\\(|new Function"));
    }

    @Test
    void nothingNeedsAnExceptionOfTheContentSecurityPolicy() throws IOException {
        assertThat(sources())
                .allSatisfy((file, text) -> assertThat(text)
                        .doesNotContainPattern("\\sstyle=\"|\\son[a-z]+=\"|javascript:|data:image|<script>|<style>"));
    }

    @Test
    void nothingIsFetchedFromElsewhere() throws IOException {
        assertThat(sources())
                .allSatisfy((file, text) -> assertThat(text.replace("http://www.w3.org/2000/svg", ""))
                        .doesNotContainPattern("https?://|[(\"']//[a-z]"));
    }

    @Test
    void importsNameFilesThatExist() throws IOException {
        Map<String, String> sources = sources();
        assertThat(sources).allSatisfy((file, text) -> {
            Matcher imports =
                    Pattern.compile("(?:from|import\\() ?'\\./([^']+)'").matcher(text);
            while (imports.find()) {
                assertThat(imports.group(1))
                        .isIn(Stream.concat(sources.keySet().stream(), Stream.of("echarts.min.js"))
                                .toList());
            }
        });
    }

    private static Map<String, String> sources() throws IOException {
        Map<String, String> sources = new TreeMap<>();
        try (Stream<Path> files = Files.list(FOLDER)) {
            for (Path file : files.toList()) {
                sources.put(file.getFileName().toString(), Files.readString(file));
            }
        }
        assertThat(sources).hasSizeGreaterThan(20);
        return sources;
    }
}
