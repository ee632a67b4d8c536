package dev.attune.server.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the pages state in words and numbers is what was counted. */
class DashboardTextBrowserTest extends OpenDashboard {
    private static final List<String> ARMS = List.of("jazz", "news", "sport", "weather");
    private static final int ROUNDS = 600;

    @Override
    void populate() throws IOException, InterruptedException {
        service.create("shop", "\"floor\":0.2");
        service.create("zooming", "\"tuner\":\"CDT\",\"horizon\":2000,\"floor\":0.3");
        service.create("unused", "");
        for (int i = 0; i < 3; i++) {
            service.play("shop", ROUNDS / 3, ARMS);
            service.play("zooming", ROUNDS / 3, ARMS);
        }
    }

    /** Runs an expression over a module of the pages, which it names m. */
    private static Object module(String file, String expression) {
        return browser.run(
                "return import(new URL(arguments[0], document.querySelector('script[type=module]').src)).then(m => "
                        + expression + ")",
                file);
    }

    private static String covered() {
        browser.await("document.querySelector('.covers')?.textContent.includes(' to ')");
        return browser.texts(".covers").get(0);
    }

    @Test
    void theNoticeOfAChangedShareNamesTheNewOne() {
        goToBandit("shop");
        browser.run("[...document.querySelectorAll('.actions button')]"
                + ".find(e => e.textContent === 'Change uniform share').click()");
        browser.await("document.querySelector('dialog input')");
        browser.run("document.querySelector('dialog input').value = '0.33';"
                + "document.querySelector('dialog button[type=submit]').click()");
        browser.await("document.querySelector('.toast')");
        assertThat(browser.texts(".toast")).containsExactly("The uniform share of shop is 0.33.");
    }

    @Test
    void decisionsOfKnownAndUnknownProbabilityAddUpToAll() {
        goToBandit("zooming");
        browser.run("globalThis.propensities = () => [...document.querySelectorAll('section')]"
                + ".find(e => e.querySelector('h2')?.textContent === 'Propensities')");
        browser.await("/decision/.test(propensities().textContent)");
        String text = String.valueOf(
                browser.run(
                        "return [...propensities().querySelectorAll('.why, .note')].filter(e => !e.hidden).map(e => e.textContent).join()"));
        assertThat(text)
                .matches(
                        "The probability of \\d+ of 600 decisions is known\\. \\d+ rewarded decisions estimate a random"
                                + " arm as well as \\d+ random ones would\\.");
    }

    @Test
    void aRangeStatesTheWholeStepsThatAreCounted() {
        goToBandit("shop");
        assertThat(covered()).contains("in steps of 5\u00a0s");
        long now = System.currentTimeMillis();
        long step = 300_000; // the steps of a range that began more than ten minutes ago
        go("bandit/shop?from=" + (now - 7_201_000) + "&to=" + (now + 1_000));
        String text = covered();
        assertThat(text).contains("in steps of 5\u00a0min");
        String first = "document.querySelector('.arms time').getAttribute('datetime')";
        browser.await("document.querySelector('.arms time')");
        String begin = String.valueOf(
                browser.run(
                        "const at = new Date(" + first
                                + "); return new Intl.DateTimeFormat('en-GB', {hour: '2-digit', minute: '2-digit', second: '2-digit'}).format(at)"));
        assertThat(text)
                .as("nothing is counted before the first decision")
                .containsPattern("cover " + begin.substring(0, 6));
        long whole = now - now % step - 6 * step;
        go("bandit/unused?from=" + (whole + 61_000) + "&to=" + (whole + step + 90_000));
        text = covered();
        assertThat(text)
                .contains(" to " + clock(whole + 2 * step) + " in steps")
                .contains("cover " + clock(whole) + " to ");
        go("bandit/unused?from=" + (now - 60L * 86_400_000) + "&to=" + now);
        assertThat(covered()).contains("Statistics are kept for 30 days.");
    }

    private static String clock(long millis) {
        return String.valueOf(module("./format.js", "m.briefTime(" + millis + ")"));
    }

    @Test
    void theRangeBeforeIsNamedAndDoesNotOverlap() {
        long now = System.currentTimeMillis();
        long step = 300_000;
        long from = now - now % step - step; // 1 to 2 whole steps and the one that is open
        go("bandit/shop?from=" + from + "&to=" + now + "&compare=:before");
        browser.awaitText(".span-bar [role=status]", "nothing to compare with in");
        browser.await(
                "document.querySelector('.span-bar [role=status]').textContent.includes('before the first decision')");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "bandit/shop", "bandit/zooming"})
    void aNumberAndItsUnitStayOnOneLine(String page) {
        go(page);
        browser.await("/\\d\\u00a0%/.test(document.querySelector('main').textContent)");
        assertThat(String.valueOf(browser.run(
                        "return (document.querySelector('main').innerText.match(/.{20}\\d %/g) ?? []).join('; ')")))
                .isEmpty();
    }

    @Test
    void theSummaryCountsBanditsByTheirVerdict() {
        go("");
        String rows = "states => m.summary(states.map(state => ({ verdict: { state } })))";
        assertThat(String.valueOf(module("./page-overview.js", "(" + rows + ")(['better', 'worse', 'better'])")))
                .startsWith("3 bandits: 2 better than their control, 1 worse.");
        assertThat(String.valueOf(module("./page-overview.js", "(" + rows + ")(['cannot-tell'])")))
                .startsWith("1 bandit: 1 not known yet.");
    }

    @Test
    void noTickOfSharesIsAboveTheWhole() {
        goToBandit("shop");
        String top =
                "((chart) => chart.chart.getModel().getComponent('yAxis').axis.scale.getExtent()[1])(drawnPanel.querySelector('attune-chart'))";
        drawn("Exploring over time");
        module(
                "./time-chart.js",
                "{ const chart = drawnPanel.querySelector('attune-chart'); const at = Date.now();"
                        + "chart.show({ label: 'all', option: () => m.barChart({ from: at, to: at + 10000, bucketSeconds: 5, buckets: [{ time: at }] },"
                        + " '%', 'Exploring', '--exploring', () => 100, 100) }); }");
        browser.await(top + " === 100");
        assertThat(browser.number("drawnPanel.querySelector('attune-chart').chart.getOption().series[0].data[0][1]"))
                .isEqualTo(100);
    }
}
