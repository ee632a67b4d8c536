package dev.attune.site;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.attune.testkit.Browser;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The site of this checkout: complete, with links that lead somewhere, and usable from a folder without a server. */
class SiteTest {
    private static final Pattern REFERENCE = Pattern.compile("(?:href|src)=\"([^\"]*)\"");
    private static final Pattern ID = Pattern.compile(" id=\"([^\"]+)\"");

    @TempDir
    static Path site;

    @BeforeAll
    static void write() throws IOException {
        SiteGenerator.write(Path.of(".."), site);
    }

    @Test
    void everyPageOfTheDocumentationIsOnTheSite() throws IOException {
        try (Stream<Path> docs = Files.walk(Path.of("../docs"))) {
            assertThat(docs.filter(file -> file.toString().endsWith(".md")))
                    .hasSizeGreaterThan(40)
                    .allSatisfy(file -> assertThat(site.resolve(Path.of("..")
                                    .relativize(file)
                                    .toString()
                                    .replaceFirst("\\.md$", ".html")
                                    .replaceFirst("README\\.html$", "index.html")))
                            .exists());
        }
    }

    @Test
    void linksLeadToPagesAndHeadingsOfTheSite() throws IOException {
        Map<Path, Set<String>> ids = new HashMap<>();
        List<Path> pages = pages();
        for (Path page : pages) {
            ids.put(
                    page,
                    ID.matcher(Files.readString(page))
                            .results()
                            .map(id -> id.group(1))
                            .collect(Collectors.toSet()));
        }
        List<String> broken = new ArrayList<>();
        Set<String> seen = new HashSet<>();
        for (Path page : pages) {
            REFERENCE.matcher(Files.readString(page)).results().forEach(reference -> {
                URI link = URI.create(reference.group(1));
                if (link.isAbsolute()) {
                    return;
                }
                seen.add(link.toString());
                Path to = link.getPath().isEmpty()
                        ? page
                        : page.resolveSibling(link.getPath()).normalize();
                String fragment = link.getFragment();
                if (!Files.isRegularFile(to)
                        || (fragment != null && !ids.get(to).contains(fragment) && !anchored(to, fragment))) {
                    broken.add(site.relativize(page) + ": " + link);
                }
            });
        }
        assertThat(broken).isEmpty();
        assertThat(seen).hasSizeGreaterThan(300);
    }

    @Test
    void anIdIsThatOfOneElement() throws IOException {
        for (Path page : pages()) {
            assertThat(ID.matcher(Files.readString(page)).results().map(id -> id.group(1)))
                    .as(page.toString())
                    .doesNotHaveDuplicates();
        }
    }

    /** Lines of a source file, "#L12", have no anchors; pages link to whole files instead. */
    private static boolean anchored(Path page, String fragment) {
        return page.toString().contains("/source/") && fragment.startsWith("L");
    }

    @Test
    void pagesNeedNothingFromTheNetwork() throws IOException {
        for (Path page : pages()) {
            assertThat(Files.readString(page)).doesNotContainPattern("(src|rel=\"stylesheet\" href)=\"https?:");
        }
        assertThat(Files.readString(site.resolve("site.js"))).doesNotContain("fetch(", "http");
    }

    @Test
    void aLinkThatLeadsNowhereStopsTheBuildWithThePage(@TempDir Path root, @TempDir Path out) throws IOException {
        for (String page : List.of("ARCHITECTURE", "CONTRIBUTING", "CHANGELOG", "SECURITY", "docs/README")) {
            Files.createDirectories(root.resolve(page).getParent());
            Files.writeString(root.resolve(page + ".md"), "# A page\n");
        }
        Files.writeString(root.resolve("README.md"), "# A page\n\n[a word](docs/none.md)\n");

        assertThatThrownBy(() -> SiteGenerator.write(root, out))
                .isInstanceOf(IOException.class)
                .hasMessage("README.md: the link docs/none.md leads to no file");
    }

    @Test
    void anchorsAreThoseOfGitHub() {
        Page page = Page.read("# A `b` (c)!\n\n## Same\n\ntext *one*\n\n## Same\n", link -> link);

        assertThat(page.title()).isEqualTo("A b (c)!");
        assertThat(page.sections()).extracting(Page.Section::anchor).containsExactly("a-b-c", "same", "same-1");
        assertThat(page.sections().get(1).text()).isEqualTo("text one");
        assertThat(page.html()).contains("<h2 id=\"same-1\">");
    }

    @Test
    @Tag("browser")
    void searchCopyAndDarkWorkFromAFolder() throws Exception {
        try (Browser browser = Browser.start()) {
            browser.size(1400, 900);
            browser.open(site.resolve("index.html").toUri().toString());
            browser.keys("/");
            browser.await("document.activeElement.id === 'site-search'");
            browser.keys("uniform share");
            browser.await("document.querySelectorAll('#site-results a').length > 2");
            assertThat(browser.texts("#site-results a").get(0)).containsIgnoringCase("share");
            browser.keys("xyzzy");
            browser.awaitText("#site-results", "Nothing found.");

            browser.run("document.querySelector('.code button').click()");
            browser.awaitText(".code button", "Copied");

            browser.run("document.documentElement.dataset.theme = 'light'");
            String light = background(browser);
            browser.run("document.getElementById('site-theme').click()");
            browser.await("document.documentElement.dataset.theme === 'dark'");
            assertThat(background(browser)).isNotEqualTo(light);
            browser.open(site.resolve("docs/glossary.html").toUri().toString());
            assertThat(browser.run("return document.documentElement.dataset.theme"))
                    .isEqualTo("dark");
            assertThat(browser.run("return document.querySelector('nav a[aria-current]').textContent"))
                    .isEqualTo("Glossary");

            browser.size(390, 800);
            assertThat(browser.number("document.documentElement.scrollWidth")).isLessThanOrEqualTo(390);
        }
    }

    private static String background(Browser browser) {
        return String.valueOf(browser.run("return getComputedStyle(document.body).backgroundColor"));
    }

    private static List<Path> pages() throws IOException {
        try (Stream<Path> files = Files.walk(site)) {
            return files.filter(file -> file.toString().endsWith(".html")).toList();
        }
    }
}
