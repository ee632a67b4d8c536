package dev.attune.server.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import dev.attune.server.ServerOptions;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.openqa.selenium.Keys;

/** Pages at five widths, light and dark, by keyboard alone, on paper, and without permissions or a connection. */
class DashboardLayoutBrowserTest extends OpenDashboard {
    private static final List<String> ARMS = List.of("jazz", "news", "sport", "weather");

    private static String decision = "";

    @Override
    void populate() throws IOException, InterruptedException {
        service.create("front-page-of-the-morning", "\"floor\":0.2");
        service.create("one-knob", "\"tuner\":\"CDT\",\"horizon\":2000,\"floor\":0.3");
        service.create("unused", "");
        for (int i = 0; i < 4; i++) {
            decision = service.play("front-page-of-the-morning", 250, ARMS);
            service.play("one-knob", 100, ARMS);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {400, 768, 1024, 1280, 1920})
    void everyPageFitsItsWidthAndAxeFindsNothingInLightAndDark(int width) throws IOException {
        browser.size(width, 900);
        for (String page : List.of(
                "", "bandit/front-page-of-the-morning", "bandit/one-knob", "new", "audit", "decision/" + decision)) {
            if (page.startsWith("bandit/")) {
                goToBandit(page.substring("bandit/".length()));
            } else {
                go(page);
            }
            if (page.isEmpty()) {
                browser.awaitText(".verdict-cell", "a decision");
            }
            String name = width + "-" + (page.isEmpty() ? "overview" : page.replaceAll("/.*", ""));
            assertThat(browser.number("document.documentElement.scrollWidth"))
                    .as(name + " scrolls sideways")
                    .isLessThanOrEqualTo(width);
            if (page.isEmpty()) {
                assertThat(browser.number("document.querySelector('.bandits .name').getBoundingClientRect().width"))
                        .as("the column of names at " + width)
                        .isGreaterThan(100);
            }
            for (String theme : List.of("light", "dark")) {
                browser.prefer("prefers-color-scheme", theme);
                browser.screenshot(name + "-" + theme);
                assertThat(browser.axe()).as(name + " in " + theme).isEmpty();
            }
            browser.prefer("prefers-color-scheme", "light");
        }
    }

    @Test
    void theOverviewAnswersWhetherItWorksWhatItExploresAndWhatThatCosts() {
        go("");
        browser.awaitText(".verdict-cell", "Better");
        String row = browser.texts(".bandits tbody tr").get(0);
        assertThat(row)
                .containsPattern(
                        "Better than a random arm by 0\\.\\d+ reward a decision \\(0\\.\\d+ to 0\\.\\d+\\), over 1,000 rewards");
        assertThat(row).containsPattern("\\d+\\.\\d\u00a0%of decisions");
        assertThat(row).containsPattern("[\\d.]+\u00a0%of the reward");
        assertThat(browser.texts(".verdict-cell"))
                .anyMatch(text -> text.startsWith("Cannot tell yet: no reward of a decision"));
    }

    @Test
    void aTunerWithoutProbabilitiesHasAnUpliftByItsRandomDraws() {
        go("bandit/one-knob");
        browser.await("/^[+−]/.test(document.querySelectorAll('.figures > div')[1].querySelector('dd').textContent)");
    }

    @Test
    void allIsReachedAndUsedByTheKeyboard() {
        go("");
        browser.awaitText(".bandits .name", "front-page");
        focus("document.activeElement.closest('th[data-key=cost]')");
        browser.keys(Keys.ENTER);
        browser.await("document.querySelector('th[data-key=cost]').getAttribute('aria-sort') === 'descending'");
        browser.await("location.hash.includes('sort=cost')");
        focus(
                "document.activeElement.matches('.bandits .name a') && document.activeElement.textContent.startsWith('front')");
        browser.keys(Keys.ENTER);
        browser.await("document.querySelector('.verdict')");
        browser.await("document.activeElement.tagName === 'H1'");
        focus("document.activeElement.matches('.hint-mark summary')");
        browser.keys(Keys.ENTER);
        browser.await("document.querySelector('.hint-mark[open] .hint-text')");
        focus("document.activeElement.textContent === 'Baseline'");
        browser.keys(Keys.SPACE);
        browser.await(
                "document.activeElement.getAttribute('aria-pressed') === 'true' && location.hash.includes('baseline=')");
        focus("document.activeElement.matches('.table-scroll')");
        browser.awaitText("button[aria-pressed=true]", "Resume");
    }

    /** Presses Tab until a condition holds. */
    private static void focus(String condition) {
        for (int i = 0; i < 150; i++) {
            browser.keys(Keys.TAB);
            if (Boolean.TRUE.equals(browser.run("return !!(" + condition + ")"))) {
                return;
            }
        }
        throw new AssertionError("the keyboard does not reach: " + condition);
    }

    @Test
    void recentDecisionsKeepFocusWhileNewOnesComeAndWaitWhileTheyAreRead() throws Exception {
        go("bandit/front-page-of-the-morning");
        browser.await("document.querySelector('.table-scroll tbody a')");
        browser.keys(Keys.TAB); // the window has the focus from now on
        browser.run("document.querySelector('.table-scroll tbody tr:nth-child(2) a').focus();"
                + "globalThis.kept = document.activeElement");
        service.play("front-page-of-the-morning", 30, ARMS);
        browser.awaitText(".tools span", "newer");
        assertThat(browser.run("return document.activeElement === kept && kept.isConnected"))
                .isEqualTo(true);
        assertThat(browser.texts(".table-scroll tbody td[data-label=Why]")).allMatch(why -> why.endsWith("."));
    }

    @Test
    void goingBackFindsThePlaceAndTheRangeAgain() {
        browser.size(1280, 500);
        go("bandit/front-page-of-the-morning?span=10m");
        browser.await("document.documentElement.scrollHeight > 2500");
        browser.run("document.querySelector('input[value=\"30d\"]').click()");
        browser.await("location.hash.includes('span=30d')");
        browser.awaitText(".note", "No decision in a complete step");
        browser.run("scrollTo(0, 1200)");
        browser.await("scrollY === 1200");
        browser.run("requestAnimationFrame(() => requestAnimationFrame(() => { globalThis.settled = true; }))");
        browser.await("globalThis.settled");
        // The page may have grown above the place since: the browser then moves with what is read.
        browser.run("globalThis.left = scrollY; location.hash = '#/audit'");
        browser.awaitText("h1", "Audit");
        browser.back();
        browser.await("location.hash.includes('span=30d') && document.querySelector('input[value=\"30d\"]')?.checked");
        browser.await("Math.abs(scrollY - left) < 50");
    }

    @Test
    void chartsAreOnPaperAlsoThoseThatWereNeverSeen() throws IOException {
        browser.size(1280, 600);
        browser.prefer("prefers-color-scheme", "dark"); // paper is white all the same
        goToBandit("front-page-of-the-morning");
        assertThat(browser.number(
                        "[...document.querySelectorAll('attune-chart')].filter(e => e.offsetParent && e.what).length"))
                .isGreaterThanOrEqualTo(4);
        browser.run("globalThis.printed = []; addEventListener('beforeprint', () => {"
                + "globalThis.paper = getComputedStyle(document.body).color;"
                + "globalThis.label = document.querySelector('attune-chart').chart.getOption().xAxis[0].axisLabel.color;"
                + "printed = [...document.querySelectorAll('attune-chart')].filter(e => e.offsetParent && e.what)"
                + ".map(e => (c => c ? new Set(new Uint32Array(c.getContext('2d').getImageData(0, 0, c.width, c.height).data.buffer)).size : 0)"
                + "(e.querySelector('canvas'))) })");
        assertThat(browser.print("bandit")).startsWith("%PDF");
        List<?> colours = (List<?>) browser.run("return printed");
        browser.await("document.documentElement.dataset.theme === undefined");
        assertThat(browser.number("Number(/\\d+/.exec(label))"))
                .as("red of the labels of charts, which are dark")
                .isLessThan(130);
        assertThat(browser.run("return paper"))
                .as("ink on paper, and on a dark screen")
                .isNotEqualTo(browser.run("return getComputedStyle(document.body).color"));
        assertThat(colours).hasSizeGreaterThanOrEqualTo(4).allMatch(count -> ((Number) count).intValue() > 8);
    }

    @Test
    void coloursBelongToArmsWhateverTheOrderOfLoading() {
        go("bandit/front-page-of-the-morning");
        browser.await("document.querySelectorAll('.arms tbody .swatch').length === 4");
        String colours = "return JSON.stringify([...document.querySelectorAll('.arms tbody tr')]"
                + ".map(r => [r.querySelector('th').textContent, r.querySelector('.swatch').style.background]).sort())";
        Object first = browser.run(colours);
        go("decision/" + decision);
        browser.awaitText("h1", "Chose");
        go("bandit/front-page-of-the-morning");
        browser.await("document.querySelectorAll('.arms tbody .swatch').length === 4");
        assertThat(browser.run(colours)).isEqualTo(first);
    }

    @Test
    void aKeyThatMayOnlyReadSeesNoButtonsAndALostConnectionNoGreen() throws Exception {
        Path keys = folder.resolve("keys");
        Files.writeString(
                keys,
                "viewer sha256:" + sha256("look") + " scopes=decide\n" + "operator sha256:" + sha256("change")
                        + " scopes=admin,decide,reward\n");
        ServerOptions options = ServerOptions.of(folder.resolve("guarded"), 0);
        LiveService guarded = LiveService.start(options.withHttp(options.http().withKeys(keys)));
        try {
            guarded.as("change");
            guarded.create("shop", "\"floor\":0.2");
            for (int i = 0; i < 4; i++) {
                guarded.play("shop", 250, ARMS);
            }
            browser.open(guarded.address() + "/");
            browser.run("sessionStorage.setItem('attune-key', 'look')");
            browser.open(guarded.address() + "/#/bandit/shop");
            browser.await("document.querySelector('.verdict')?.dataset.state === 'better'");
            browser.await("document.querySelector('.arms tbody tr')");
            assertThat(browser.run("return " + MARK)).isEqualTo(colour("--good"));
            assertThat(browser.texts(".actions button")).isEmpty();
            assertThat(browser.texts(".row-actions button")).containsOnly("Baseline");
            assertThat(browser.number("[...document.querySelectorAll('.own')].filter(e => e.offsetParent).length"))
                    .isZero();
        } finally {
            guarded.close();
        }
        browser.await("document.documentElement.hasAttribute('data-stale')");
        assertThat(browser.run("return getComputedStyle(document.querySelector('.state'), '::after').content"))
                .isEqualTo("\"(last known)\"");
        assertThat(browser.run(
                        "return getComputedStyle(document.querySelector('.verdict > p > strong'), '::after').content"))
                .isEqualTo("\" (last known)\"");
        assertThat(browser.run("return " + MARK)).isEqualTo(colour("--muted"));
        assertThat(browser.run("return getComputedStyle(document.querySelector('.verdict')).backgroundColor"))
                .isEqualTo(colour("--sunken"));
        browser.screenshot("lost-verdict");
        browser.run("sessionStorage.clear()");
    }

    private static final String MARK = "getComputedStyle(document.querySelector('.verdict > p > strong')).color";

    /** Returns a colour of the theme in force, as the browser computes it. */
    private static Object colour(String name) {
        return browser.run(
                "const e = document.createElement('i'); e.style.color = `var(${arguments[0]})`; document.body.append(e);"
                        + "const c = getComputedStyle(e).color; e.remove(); return c",
                name);
    }

    private static String sha256(String text) throws Exception {
        return HexFormat.of()
                .formatHex(MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8)));
    }
}
