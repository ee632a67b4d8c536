package dev.attune.server.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the pages show of a real service, in a real browser. Pictures are kept in target/screenshots, for people to look at. */
class DashboardBrowserTest extends OpenDashboard {
    private static final List<String> ARMS =
            List.of("jazz", "news", "sport", LiveService.IMAGE, "weather", "opinion", "local");
    private static final String MORE_DECISIONS =
            "Number(/([\\d,]+) in all/.exec(document.querySelectorAll('.figures > div')[2].lastChild.textContent)?.[1].replaceAll(',', ''))";

    private static String decision = "";

    @Override
    void populate() throws IOException, InterruptedException {
        service.create("front-page", "\"floor\":0.05");
        service.create("one-knob", "\"tuner\":\"CDT\",\"horizon\":2000");
        service.create("two-knobs", "\"policy\":\"GLOC\",\"tuner\":\"CDT\",\"horizon\":2000");
        service.create("candidates", "\"tuner\":\"TL\",\"horizon\":2000");
        service.create("unused", "");
        service.create("words", "\"floor\":0.05");
        for (int i = 0; i < 30; i++) {
            service.playWords("words", 100, List.of("sport", "music", "science"));
        }
        for (String each : List.of("one-knob", "two-knobs", "candidates", "front-page")) {
            for (int i = 0; i < 3; i++) {
                decision = service.play(each, 100, ARMS);
            }
        }
    }

    @AfterEach
    void nothingOnTheConsole() {
        if (browser != null) {
            assertThat(browser.console()).isEmpty();
        }
    }

    @Test
    void theOverviewListsEveryBanditWithItsNumbers() throws IOException {
        go("");
        browser.awaitText(".bandits .name", "front-page");
        assertThat(browser.texts(".bandits .name a")).contains("front-page", "one-knob", "two-knobs", "unused");
        browser.await("document.querySelectorAll('.bandits td.number .interval')[0].textContent.includes(' to ')"
                + " || document.querySelectorAll('.bandits td.number .interval')[2].textContent.includes(' to ')");
        browser.await("document.querySelector('attune-connection').dataset.state === 'live'");
        browser.screenshot("overview-light");
        browser.prefer("prefers-color-scheme", "dark");
        browser.screenshot("overview-dark");
    }

    @Test
    void theOverviewIsSearchedAndSorted() {
        go("");
        browser.awaitText(".bandits .name", "front-page");
        browser.run("const search = document.querySelector('input[type=search]'); search.value = 'gloc';"
                + "search.dispatchEvent(new Event('input'))");
        assertThat(browser.texts(".bandits .name a")).containsExactly("two-knobs");
        browser.run("const search = document.querySelector('input[type=search]'); search.value = '';"
                + "search.dispatchEvent(new Event('input'))");
        browser.run("document.querySelector('th[data-key=name] button').click()");
        assertThat(browser.texts(".bandits .name a")).isSortedAccordingTo((a, b) -> b.compareTo(a));
        assertThat(browser.texts("th[aria-sort=descending]")).containsExactly("Bandit");
    }

    @Test
    void aBanditsPageDrawsAllItsChartsAndFollowsTheService() throws Exception {
        go("bandit/front-page");
        browser.await("document.querySelectorAll('.figures > div').length === 6");
        drawn(
                "Reward over time",
                "Exploration rate over time",
                "Why the last arm was chosen",
                "Arms over time",
                "Cost of exploring",
                "Propensities");
        browser.awaitText(".model tbody th", "country");
        assertThat(browser.texts(".figures dd")).anyMatch(text -> text.matches("0\\.\\d+ to 0\\.\\d+"));
        double before = browser.number(MORE_DECISIONS);
        service.play("front-page", 50, ARMS);
        browser.await(MORE_DECISIONS + " >= " + (before + 50));
        pictures("bandit");
    }

    @Test
    void theModelOfThousandsOfCoefficientsIsSearchedByName() throws IOException {
        go("bandit/words");
        browser.awaitText(".model tbody th", "-word-");
        assertThat(browser.number("document.querySelectorAll('.model > table tbody tr').length"))
                .isEqualTo(12);
        List<String> surest = browser.texts(".model > table tbody th");
        assertThat(surest).allMatch(name -> name.contains("-word-") || name.startsWith("id="));
        assertThat(browser.texts(".model .panel-head p").get(0))
                .matches(
                        "[\\d,]+ coefficients of [\\d,]+ features; at most 1,048,576 are kept; about [\\d.,]+\u00a0[kM]B");
        assertThat(browser.number("Number(document.querySelector('.model .panel-head p').textContent.split(' ')[0]"
                        + ".replace(',', ''))"))
                .isGreaterThan(2_000);
        assertThat(browser.texts(".model .why").get(0))
                .startsWith("Predicts best: ")
                .contains(" ahead of ");
        browser.run("document.querySelector('.model details').open = true");
        assertThat(browser.texts(".model details tbody tr")).hasSizeGreaterThan(3);
        assertThat(browser.texts(".model details tbody td").get(0)).isEqualTo("leads");
        browser.run("document.querySelector('.model').scrollIntoView()");
        browser.screenshot("model-words");

        type("SPORT-word-2 x id=sport");
        browser.await("document.querySelectorAll('.model > table tbody tr').length === 1");
        assertThat(browser.texts(".model > table tbody th")).containsExactly("context.words=sport-word-2 x id=sport");
        assertThat(browser.texts(".model > table tbody td.number").get(0))
                .startsWith("+")
                .contains(" to ");
        assertThat(browser.texts(".model .tools span")).containsExactly("1 match");
        browser.screenshot("model-search");
        type("rare-");
        browser.awaitText(".model .tools span", "the 200 surest matches");
        browser.awaitText(".model > button", "Show the surest 200");
        browser.run("document.querySelector('.model > button').click()");
        assertThat(browser.number("document.querySelectorAll('.model > table tbody tr').length"))
                .isEqualTo(200);
        type("nothing has this name");
        browser.awaitText(".model .note", "nothing has this name");
        type("");
        browser.awaitText(".model > table tbody th", "-word-");
    }

    @Test
    void aDetectedChangeOfTheWorldIsAmongTheAlarmsAndExplainedByTheModel() throws Exception {
        service.create("changing", "\"policy\":\"Restarting\"");
        service.play("changing", 90, ARMS);
        go("bandit/changing");
        browser.awaitText(
                ".alarms li",
                "the model was replaced by a younger one, which had predicted the last rewards better, after 80 rewards");
        assertThat(browser.texts(".alarms li .alarm-message"))
                .hasSize(2)
                .first()
                .asString()
                .endsWith("after 80 rewards");
        browser.awaitText(
                ".model .why",
                "Predicts best: young LinUCB; 3.5 ahead of mean of each arm in log-likelihood, leading since reward 80.");
        assertThat(browser.texts(".model .rejected li"))
                .containsExactly("old LinUCB: the world has changed since it started");
        browser.awaitText(
                ".model .why",
                "The world changed 2 times, last after 80 rewards: the model was replaced by a younger one.");
        assertThat(browser.texts(".model .panel-head p").get(0)).matches(".*; about [\\d.,]+\u00a0k?B");
        browser.run("document.querySelector('.alarms').closest('.panel').scrollIntoView()");
        browser.run("document.querySelector('.model details').open = true");
        browser.screenshot("world-changed");
    }

    private static void type(String text) {
        browser.run(
                "const search = document.querySelector('.model input[type=search]'); search.value = arguments[0];"
                        + "search.dispatchEvent(new Event('input'))",
                text);
    }

    @Test
    void theMapOfAZoomingTunerShowsItsBallsOnAStripOrInAPlane() throws IOException {
        go("bandit/one-knob");
        drawn("Settings that the tuner tries");
        browser.awaitText(".tuner .why", "ball");
        assertThat(browser.texts(".tuner .why").get(0)).contains("explore").doesNotContain("kappa");
        pictures("strip");
        go("bandit/two-knobs");
        drawn("Settings that the tuner tries");
        browser.awaitText(".tuner .why", "kappa");
        pictures("plane");
    }

    @Test
    void theMapOfATunerWithCandidatesShowsTheirProbabilities() throws IOException {
        go("bandit/candidates");
        browser.awaitText(".tuner tbody td", "%");
        pictures("candidates");
    }

    @Test
    void aBanditWithoutDecisionsSaysSo() throws IOException {
        go("bandit/unused");
        browser.awaitText(".note", "No decision yet");
        browser.awaitText(".note", "No reward has been learnt");
        pictures("empty");
    }

    @Test
    void aTooltipStaysWhileNewDataComeIn() throws Exception {
        go("bandit/front-page");
        drawn("Arms over time");
        List<?> middle = (List<?>) browser.run("const box = [...document.querySelectorAll('section')]"
                + ".find(e => e.querySelector('h2')?.textContent === 'Arms over time').querySelector('canvas').getBoundingClientRect();"
                + "return [box.left + 0.85 * box.width, box.top + box.height / 2]");
        double x = ((Number) middle.get(0)).doubleValue();
        double y = ((Number) middle.get(1)).doubleValue();
        browser.pointAt(x, y);
        browser.pointAt(x - 2, y);
        browser.await("document.querySelector('.tip tr')");
        service.play("front-page", 20, ARMS);
        browser.await(MORE_DECISIONS + " > 300");
        browser.await("document.querySelector('.tip tr')");
        browser.screenshot("tooltip");
    }

    @Test
    void aDecisionIsReplayedAndExplained() throws IOException {
        go("decision/" + decision);
        browser.awaitText("h1", "Chose ");
        browser.run("document.querySelector('.replay-button button').click()");
        browser.await("document.querySelector('.banner')");
        assertThat(browser.texts(".banner").get(0)).matches("Matches\\. .* events? replayed, .*");
        assertThat(browser.texts(".arm-table tbody th")).hasSize(ARMS.size());
        assertThat(browser.texts(".arm-table .chosen")).hasSize(1);
        drawn("Exploration path");
        pictures("decision");
    }

    @Test
    void markupInNamesStaysText() {
        go("bandit/front-page");
        browser.awaitText(".legend li", LiveService.IMAGE);
        browser.awaitText(".model tbody th", "<");
        go("decision/" + decision);
        browser.awaitText(".context dt", LiveService.IMAGE);
        browser.run("document.querySelector('.replay-button button').click()");
        browser.awaitText(".arm-table tbody th", LiveService.IMAGE);
        assertThat(browser.number("document.querySelectorAll('main img, main b, main script').length"))
                .isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "bandit/front-page", "bandit/two-knobs", "bandit/words", "decision", "new", "audit"})
    void nothingScrollsSidewaysOnAPhone(String page) throws IOException {
        browser.size(400, 800);
        go(page.equals("decision") ? "decision/" + decision : page);
        browser.await("document.querySelector('main h1') && !document.querySelector('[aria-busy]')");
        if (page.equals("decision")) {
            browser.run("document.querySelector('.replay-button button').click()");
            browser.await("document.querySelector('.arm-table')");
        }
        browser.screenshot("phone-" + (page.isEmpty() ? "overview" : page.replace('/', '-')));
        assertThat(browser.number("document.documentElement.scrollWidth")).isLessThanOrEqualTo(400);
        assertThat(browser.number("innerWidth")).isEqualTo(400);
    }

    @Test
    void theAuditLogTellsWhoMadeABandit() throws IOException {
        go("audit");
        browser.awaitText("tbody tr", "front-page");
        assertThat(browser.texts("tbody tr")).anyMatch(row -> row.contains("front-page") && row.contains("created"));
        pictures("audit");
    }

    @Test
    void theThemeCanBeChosenAndIsKept() {
        go("");
        browser.run("document.querySelector('.theme').click()");
        String background = "getComputedStyle(document.body).backgroundColor";
        assertThat(browser.run("return " + background)).isEqualTo("rgb(16, 20, 22)");
        go("audit");
        assertThat(browser.run("return " + background)).isEqualTo("rgb(16, 20, 22)");
        browser.run("localStorage.clear()");
    }
}
