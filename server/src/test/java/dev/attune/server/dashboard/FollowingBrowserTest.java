package dev.attune.server.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import dev.attune.server.ServerOptions;
import dev.attune.server.follow.TestStream;
import dev.attune.testkit.Browser;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the pages of a service that follows a stream show, and do not offer. */
@Tag("browser")
class FollowingBrowserTest {
    private static final String SEEN = ".filter(each => each.checkVisibility()).map(each => each.textContent.trim())";

    private final TestStream stream = new TestStream();

    @TempDir
    Path folder;

    private Browser browser;
    private LiveService service;

    @BeforeEach
    void open() throws IOException, InterruptedException {
        browser = Browser.start();
        stream.before("movies", TestStream.bandit("", 300));
        stream.before("movies~de", TestStream.bandit("", 30));
        service = LiveService.start(ServerOptions.of(folder, 0).withFollowing(stream.following()));
        service.play("movies", 100, List.of("a", "b", "c"));
        browser.size(1280, 900);
        browser.prefer("prefers-color-scheme", "light");
    }

    @AfterEach
    void close() throws IOException {
        if (browser != null) {
            browser.close();
        }
        if (service != null) {
            service.close();
        }
    }

    @Test
    void aLineSaysThatItFollowsAndNothingIsOfferedThatCannotWork() throws Exception {
        browser.open(service.address() + "/#/");
        browser.awaitText(".bandits .name", "movies~de");
        browser.awaitText("#following", TestStream.NAME);
        assertThat(browser.texts(".lead")).allSatisfy(text -> assertThat(text).doesNotContain("journal"));
        browser.await("!Array.from(document.querySelectorAll('a'))" + SEEN + ".includes('New bandit')");
        browser.screenshot("following-overview-light");
        browser.size(400, 900);
        browser.screenshot("following-overview-narrow");
        browser.await("document.documentElement.scrollWidth <= 400");

        browser.size(1280, 900);
        browser.open(service.address() + "/#/bandit/movies");
        browser.await("document.querySelectorAll('.figures div').length === 6");
        browser.awaitText(".actions", "Download model");
        assertThat(browser.texts(".actions button")).containsExactly("Download model");
        browser.awaitText("#following", TestStream.NAME);
        browser.await("document.querySelectorAll('a[href^=\"#/decision\"]').length === 0");
        browser.screenshot("following-bandit-light");
        browser.size(400, 900);
        browser.screenshot("following-bandit-narrow");
        browser.await("document.documentElement.scrollWidth <= 400");
        assertThat(browser.console()).isEmpty();
    }
}
