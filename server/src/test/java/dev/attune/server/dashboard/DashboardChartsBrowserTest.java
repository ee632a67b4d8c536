package dev.attune.server.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.locks.LockSupport;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.Keys;

/** What a reader does with the charts and tables of a bandit: compare, choose a range, save numbers and pictures, ask what if, look at segments. */
class DashboardChartsBrowserTest extends OpenDashboard {
    private static final List<String> ARMS = List.of("jazz", "news, \"today\"", "=sport", "weather");
    private static final int[] WIDTHS = {400, 768, 1024, 1280, 1920};
    private static final String REWARD = "document.querySelector('attune-chart')";
    private static final String SERIES = REWARD + ".chart.getOption().series.map(each => each.name)";

    @TempDir
    Path files;

    @Override
    void populate() throws IOException, InterruptedException {
        service.create("morning", "\"floor\":0.2");
        service.create("evening", "\"floor\":0.2");
        for (int i = 0; i < 3; i++) {
            service.play("morning", 200, ARMS);
            service.play("evening", 200, ARMS);
        }
    }

    /** Checks the page as it is now at every width, in both themes. */
    private static void fitsEverywhere(String name, String seen) throws IOException {
        for (int width : WIDTHS) {
            browser.size(width, 900);
            browser.run("document.querySelector(arguments[0]).scrollIntoView({block: 'center'})", seen);
            browser.await("document.documentElement.scrollWidth <= " + width);
            browser.screenshot(name + "-" + width);
        }
        browser.size(1280, 900);
        for (String theme : List.of("dark", "light")) {
            browser.prefer("prefers-color-scheme", theme);
            assertThat(browser.axe()).as(name + " in " + theme).isEmpty();
        }
    }

    private static void openNumbers(String title) {
        browser.run("globalThis.panelTitle = arguments[0]", title);
        browser.run("globalThis.panelFound = [...document.querySelectorAll('section')]"
                + ".find(e => e.querySelector('h2')?.textContent === panelTitle);"
                + "panelFound.querySelector('.chart-data').open = true; panelFound.scrollIntoView()");
    }

    @Test
    void anotherBanditIsDrawnOnTheSameAxesAndStaysAfterAReload() throws IOException {
        goToBandit("morning");
        browser.await("[...document.querySelectorAll('.span-bar option')].some(each => each.value === 'evening')");
        browser.run(
                "const select = document.querySelector('.span-bar select'); select.focus(); select.value = 'evening';"
                        + "select.dispatchEvent(new Event('change'))");
        browser.await(SERIES + ".includes('evening')");
        assertThat(browser.run("return location.hash").toString()).contains("compare=evening");
        assertThat(browser.texts("section.wide .legend:not([hidden]) li")).containsExactly("morning", "evening");
        openNumbers("Reward over time");
        browser.await("[...panelFound.querySelectorAll('th')].some(each => each.textContent === 'evening')");
        browser.await("[...panelFound.querySelectorAll('.chart-data tbody td:nth-child(5)')]"
                + ".some(each => /^0\\.\\d+$/.test(each.textContent))"); // means of the other bandit
        fitsEverywhere("compare", "attune-chart");
        browser.run("location.reload()");
        browser.await(REWARD + "?.chart && " + SERIES + ".includes('evening')");
    }

    @Test
    void theRangeBeforeIsComparedAndItsAbsenceIsStated() {
        goToBandit("morning");
        browser.run("const select = document.querySelector('.span-bar select'); select.value = ':before';"
                + "select.dispatchEvent(new Event('change'))");
        browser.awaitText(".span-bar [role=status]", "nothing to compare with");
    }

    @Test
    void aRangeOfOnesOwnCoversItsDecisionsAloneAndIsInTheAddress() throws IOException {
        goToBandit("morning");
        browser.run("document.querySelector('input[value=custom]').click()");
        browser.await("document.querySelector('.custom-range').checkVisibility()");
        range(2, 3);
        browser.awaitText(".custom-range [role=alert]", "must begin in the past");
        range(-2, -3);
        browser.awaitText(".custom-range [role=alert]", "end after its begin");
        range(-3, -2);
        browser.await("document.querySelectorAll('.figures > div')[2].querySelector('dd').textContent === '0'");
        browser.awaitText(".note", "No arm has been chosen in this range");
        range(-1, 1);
        browser.await("document.querySelectorAll('.figures > div')[2].querySelector('dd').textContent === '600'");
        assertThat(browser.run("return location.hash").toString())
                .contains("from=")
                .contains("to=");
        fitsEverywhere("custom-range", ".span-bar");
        browser.run("location.reload()");
        browser.await("document.querySelectorAll('.figures > div')[2]?.querySelector('dd').textContent === '600'");
        assertThat(browser.run("return document.querySelector('input[value=custom]').checked"))
                .isEqualTo(true);
    }

    /** Gives a range in hours from now and asks for it. */
    private static void range(int from, int to) {
        browser.run(
                "const at = hours => { const time = new Date(Date.now() + hours * 3600000);"
                        + "return new Date(time - time.getTimezoneOffset() * 60000).toISOString().slice(0, 16); };"
                        + "const [from, to] = document.querySelectorAll('.custom-range input');"
                        + "from.value = at(arguments[0]); to.value = at(arguments[1]);"
                        + "document.querySelector('.custom-range button').click()",
                from,
                to);
    }

    /** Keeps the files that the page offers, by name, instead of saving them: a browser saves only a few without a question. */
    private static final String KEEP_FILES = "globalThis.files = {}; const blobs = new Map();"
            + "const make = URL.createObjectURL.bind(URL);"
            + "URL.createObjectURL = blob => { const address = make(blob); blobs.set(address, blob); return address; };"
            + "HTMLAnchorElement.prototype.click = function () {"
            + "const { href, download } = this;"
            + "Promise.resolve(blobs.get(href)?.text() ?? href).then(text => { files[download] = text; }); }";

    @Test
    void everyChartIsSavedAsNumbersAndAsAPicture() throws IOException {
        browser.size(1280, 400); // most charts have never been seen
        goToBandit("morning");
        browser.await("document.querySelector('.tuner attune-chart')?.what");
        browser.run(KEEP_FILES);
        String charts = "[...document.querySelectorAll('attune-chart')].filter(each => each.offsetParent && each.what)";
        int count = (int) browser.number(charts + ".length");
        assertThat(count).isGreaterThanOrEqualTo(6);
        for (int i = 0; i < count; i++) {
            browser.run(
                    "globalThis.saved = " + charts + "[arguments[0]]; saved.querySelector('.chart-data').open = true",
                    i);
            String name = text("saved.fileName()");
            String csv = saved("CSV");
            assertThat(csv.lines().findFirst().orElseThrow().split(",", -1))
                    .as(name)
                    .hasSize((int) browser.number("saved.querySelectorAll('.chart-data thead th').length"));
            assertThat(csv.lines().count()).as(name).isGreaterThan(1);
            if (name.equals("arms-over-time")) {
                assertThat(csv).contains("\"news, \"\"today\"\"\"").contains("\n'=sport,");
            }
            byte[] png = Base64.getDecoder().decode(saved("PNG").replace("data:image/png;base64,", ""));
            BufferedImage picture = ImageIO.read(new ByteArrayInputStream(png));
            assertThat(picture.getWidth()).as(name).isGreaterThan(400);
            assertThat(colours(picture)).as("colours of " + name).isGreaterThan(8);
        }
    }

    private static String text(String expression) {
        return String.valueOf(browser.run("return " + expression));
    }

    /** Clicks on a button of a chart and returns the file that the page then offers. */
    private static String saved(String kind) {
        browser.run(
                "[...saved.querySelectorAll('.chart-data button')].find(b => b.textContent === arguments[0]).click()",
                kind);
        String file = "files[saved.fileName() + '." + kind.toLowerCase(Locale.ROOT) + "']";
        browser.await(file);
        return text(file);
    }

    private static long colours(BufferedImage picture) {
        return Arrays.stream(picture.getRGB(0, 0, picture.getWidth(), picture.getHeight(), null, 0, picture.getWidth()))
                .distinct()
                .count();
    }

    @Test
    void theBrowserSavesTheFileOfAChart() throws IOException {
        browser.downloadTo(files);
        goToBandit("morning");
        browser.run("[...document.querySelectorAll('.chart-data button')].find(b => b.textContent === 'CSV').click()");
        Path file = files.resolve("reward-over-time.csv");
        long end = System.nanoTime() + Duration.ofMinutes(1).toNanos();
        while (!Files.exists(file) && System.nanoTime() < end) { // it gets its name when it is complete
            LockSupport.parkNanos(20_000_000);
        }
        assertThat(Files.readString(file)).startsWith("Time,Mean,95 % interval,Rewards\n");
    }

    @Test
    void aLargerUniformShareCostsMoreAndTheSliderTakesKeys() throws IOException {
        goToBandit("morning");
        browser.await("document.querySelector('input[aria-label=\"Uniform share\"]').checkVisibility()");
        browser.run(
                "const slider = document.querySelector('input[aria-label=\"Uniform share\"]');"
                        + "slider.scrollIntoView({block: 'center'}); slider.focus(); globalThis.said = slider.parentElement.querySelector('.why')");
        browser.keys(Keys.HOME);
        browser.await("said.textContent.startsWith('With a uniform share of 0')");
        double none = cost();
        browser.keys(Keys.END);
        browser.await("!said.textContent.startsWith('With a uniform share of 0')");
        double most = cost();
        assertThat(none).isZero();
        assertThat(most).isPositive();
        assertThat(browser.run("return document.activeElement.getAttribute('aria-valuetext')")
                        .toString())
                .matches("[\\d.]+\u00a0%");
        fitsEverywhere("what-if", "input[aria-label=\"Uniform share\"]");
    }

    private static double cost() {
        return browser.number("Number(/cost ([\\d.]+)/.exec(said.textContent)[1])");
    }

    @Test
    void segmentsShowRewardsAndArmsByTheValuesOfAFeature() throws IOException {
        goToBandit("morning");
        browser.await("document.querySelector('table[aria-label=Segments] tbody tr')");
        browser.await(
                "document.querySelector('input[name=segment][value=\"context.country\"], input[name=segment][value=country]')");
        browser.run("document.querySelector('input[name=segment][value*=country]').click()");
        browser.await(
                "[...document.querySelectorAll('table[aria-label=Segments] tbody th')].map(e => e.textContent).join() === 'FR,DE'");
        assertThat(browser.texts("table[aria-label=Segments] td[data-label=Decisions]"))
                .as("decisions of FR and DE: every third visitor is from DE")
                .containsExactly("400", "200");
        assertThat(browser.texts("table[aria-label=Segments] td[data-label=Reward]"))
                .allMatch(text -> text.matches("0\\.\\d+.* to .*"));
        assertThat(browser.texts("table[aria-label=Segments] td[data-label='Arms chosen most']"))
                .allMatch(text -> text.matches(".* \\d+\u00a0%, .* \\d+\u00a0%.*"));
        browser.run("document.querySelector('table[aria-label=Segments]').scrollIntoView({block: 'center'})");
        fitsEverywhere("segments", "table[aria-label=Segments]");
    }
}
