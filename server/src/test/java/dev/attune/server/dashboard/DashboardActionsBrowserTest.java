package dev.attune.server.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import dev.attune.server.ServerOptions;
import dev.attune.testkit.Browser;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.Keys;

/** What people do on the pages: fill in the form, pause, give a key; and how many bandits and how little network they bear. */
@Tag("browser")
class DashboardActionsBrowserTest {
    private static final int MANY = 1000;
    private static final int FIRST_PAINT_MILLIS = 2000;
    private static final int TABS = 60;

    private static Browser browser;

    @TempDir
    Path folder;

    @AfterAll
    static void stop() throws IOException {
        if (browser != null) {
            browser.close();
        }
    }

    @BeforeEach
    void start() throws IOException {
        if (browser == null) {
            browser = Browser.start();
        }
        browser.size(1280, 900);
        browser.prefer("prefers-color-scheme", "light");
        browser.open("about:blank"); // the last test's page looks for a service that has gone
        browser.console();
    }

    @Test
    void theFormSaysWhatIsWrongAsOneTypesAndShowsTheServicesComplaintAtItsField() throws Exception {
        try (LiveService service = LiveService.start(folder)) {
            service.create("taken", "");
            browser.open(service.address() + "/#/new");
            browser.await("document.querySelector('.form input')");
            browser.run("document.querySelector('.form input').focus()");
            browser.keys("not a name");
            browser.awaitText(".field-error:not([hidden])", "Letters, digits");
            assertThat(browser.texts("[aria-invalid=true]")).hasSize(1);
            browser.screenshot("form-error");
            browser.run("document.activeElement.select()");
            browser.keys("taken", Keys.ENTER);
            browser.awaitText(".field:has([aria-invalid=true]) .field-error", "taken");
            browser.await("location.hash === '#/new'");
            assertThat(browser.run("return document.activeElement === document.querySelector('.form input')"))
                    .isEqualTo(true);
            browser.screenshot("form-refused");
            assertThat(browser.console()).hasSize(1).allMatch(line -> line.contains("409"));
        }
    }

    @Test
    void anAlarmSaysWhatToDoLeadsToItsTimeAndStaysUntilItIsAcknowledged() throws Exception {
        try (LiveService service = LiveService.start(folder)) {
            service.create("shop", "");
            List<String> arms = List.of("tea", "coffee");
            for (int i = 0; i < 4; i++) {
                service.play("shop", 500, arms);
            }
            service.playUnrewarded("shop", 300, arms);
            browser.open(service.address() + "/#/");
            browser.awaitText(".attention .alarm-message", "the mean reward fell from 0.");
            browser.awaitText(".attention .alarm-action", "Check what sends rewards");
            browser.screenshot("alarm-overview");
            browser.run("document.querySelector('.attention .alarms a').click()");
            browser.await("/bandit.shop.from=[0-9]+&to=[0-9]+/.test(location.hash)");
            browser.awaitText(".panel.urgent h2", "Alarms");
            assertThat(browser.run("return Boolean(document.querySelector('.panel.urgent').compareDocumentPosition("
                            + "document.querySelector('.verdict')) & Node.DOCUMENT_POSITION_FOLLOWING)"))
                    .isEqualTo(true);
            browser.screenshot("alarm-bandit");
            String left = "document.querySelectorAll('.urgent .alarms button:not([hidden])').length";
            for (double open = browser.number(left); open > 0; open--) { // also of models that followed the fall
                browser.run("document.querySelector('.urgent .alarms button').click()");
                browser.awaitText("dialog", "somebody has seen it");
                browser.run("document.querySelector('dialog button[type=submit]').click()");
                browser.await(left + " < " + open);
            }
            browser.awaitText(".alarms .small", "Acknowledged by local");
            browser.await("!document.querySelector('.panel.urgent') && document.querySelector('.panels .alarms')");
            assertThat(browser.texts(".alarms button:not([hidden])")).isEmpty();
            browser.screenshot("alarm-acknowledged");
            browser.open(service.address() + "/#/audit");
            browser.awaitText("tbody tr", "alarm acknowledged");
            browser.open(service.address() + "/#/");
            browser.awaitText(".bandits .name", "shop");
            browser.await("document.querySelector('.attention').hidden");
            assertThat(browser.console()).isEmpty();
        }
    }

    @Test
    void aBanditIsMadeAndPausedByKeyboardAlone() throws Exception {
        try (LiveService service = LiveService.start(folder)) {
            browser.open(service.address() + "/");
            browser.awaitText("main h2", "No bandits yet");
            browser.screenshot("no-bandits");
            tabTo("New bandit");
            browser.keys(Keys.ENTER);
            browser.await("document.querySelector('.form input')");
            browser.await("document.activeElement.tagName === 'H1'");
            browser.keys(Keys.TAB, "by-keyboard", Keys.ENTER);
            browser.await("location.hash === '#/bandit/by-keyboard'");
            browser.awaitText(".actions button", "Pause");
            tabTo("Pause");
            browser.keys(Keys.ENTER);
            browser.awaitText("dialog", "audit log");
            browser.screenshot("pause-dialog");
            for (int i = 0; i < 5; i++) {
                browser.keys(Keys.TAB);
                assertThat(browser.run("return Boolean(document.activeElement.closest('dialog'))"))
                        .isEqualTo(true);
            }
            tabTo("Pause");
            browser.keys(Keys.ENTER);
            browser.awaitText(".state", "Paused");
            browser.awaitText(".actions button", "Resume");
            browser.open(service.address() + "/#/audit");
            browser.awaitText("tbody tr", "paused");
            assertThat(browser.console()).isEmpty();
        }
    }

    /** Presses Tab until something with this text has the focus. */
    private static void tabTo(String text) {
        for (int i = 0; i < TABS; i++) {
            browser.keys(Keys.TAB);
            if (text.equals(browser.run("return document.activeElement.textContent"))) {
                assertThat(browser.run("return getComputedStyle(document.activeElement).outlineStyle"))
                        .as("focus can be seen")
                        .isEqualTo("solid");
                return;
            }
        }
        throw new AssertionError("Tab never came to " + text);
    }

    @Test
    void aKeyIsAskedForWhereTheServiceNeedsOne() throws Exception {
        Path keys = Files.writeString(
                folder.resolve("keys"), "operator sha256:" + sha256("open-sesame") + " scopes=admin\n");
        ServerOptions options = ServerOptions.of(folder.resolve("data"), 0);
        try (LiveService service =
                LiveService.start(options.withHttp(options.http().withKeys(keys)))) {
            browser.open(service.address() + "/");
            browser.awaitText("dialog", "needs a key");
            browser.screenshot("key-dialog");
            browser.keys("wrong", Keys.ENTER);
            browser.awaitText("dialog .field-error", "does not know this key");
            browser.keys("open-sesame", Keys.ENTER);
            browser.awaitText("main h2", "No bandits yet");
            assertThat(browser.number("document.querySelectorAll('dialog').length"))
                    .isZero();
            assertThat(browser.console()).allMatch(line -> line.contains("401"));
        }
    }

    private static String sha256(String key) throws NoSuchAlgorithmException {
        return HexFormat.of()
                .formatHex(MessageDigest.getInstance("SHA-256").digest(key.getBytes(StandardCharsets.UTF_8)));
    }

    @Test
    void aLostConnectionIsSaidAndWhatWasKnownStays() throws Exception {
        try (LiveService service = LiveService.start(folder)) {
            service.create("steady", "");
            browser.open(service.address() + "/");
            browser.awaitText(".bandits .name", "steady");
        }
        browser.awaitText("attune-connection", "Not connected");
        browser.awaitText("attune-connection", "next try in");
        assertThat(browser.texts(".bandits .name a")).containsExactly("steady");
        browser.screenshot("lost");
        assertThat(browser.console()).allMatch(line -> line.contains("net::ERR_"));
    }

    /** Best of three, because other work on the machine is not the page's fault. */
    @Test
    void aThousandBanditsArePaintedSoonAndFiftyAreShown() throws Exception {
        try (LiveService service = LiveService.start(folder)) {
            service.createMany("site-", MANY);
            double soonest = Double.POSITIVE_INFINITY;
            for (int i = 0; i < 3; i++) {
                browser.open(service.address() + "/");
                browser.await("performance.getEntriesByName('attune-bandits').length");
                browser.await("performance.getEntriesByName('first-contentful-paint').length");
                soonest = Math.min(
                        soonest, browser.number("performance.getEntriesByName('first-contentful-paint')[0].startTime"));
            }
            assertThat(soonest).isLessThan(FIRST_PAINT_MILLIS);
            assertThat(browser.texts(".bandits tbody tr")).hasSize(50);
            assertThat(browser.texts(".pager span")).isEqualTo(List.of("1–50 of 1,000"));
            browser.screenshot("thousand");
            assertThat(browser.console()).isEmpty();
        }
    }
}
