package dev.attune.lab.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What the page does, in a real browser. Its pictures are kept in target/screenshots, for people to look at. */
class ReportPageBrowserTest extends BrowsedReport {
    @Test
    void everyPanelDrawsALineAndABandForEachTuner() throws IOException {
        SampleAnalysis sample = SampleAnalysis.small();
        List<String> names = new ArrayList<>(sample.tuners());
        names.addAll(List.of("Best fixed", "Greedy", "Random"));
        report.open(sample, folder);
        report.browser().await("document.querySelector('.chart canvas')");
        report.screenshot("desktop");
        for (int panel = 0; panel < 2; panel++) {
            report.goTo(panel);
            assertThat(report.series(panel, "line")).isEqualTo(names);
            assertThat(report.series(panel, "custom")).isEqualTo(names);
            for (int i = 0; i < sample.tuners().size(); i++) {
                report.awaitDrawn(panel, "--series-" + i, 2);
            }
        }
    }

    @Test
    void chartsArePrintedAlsoThoseThatWereNeverSeen() throws IOException {
        report.browser().prefer("prefers-color-scheme", "dark"); // paper is white all the same
        report.open(SampleAnalysis.small(), folder);
        report.browser().await("document.querySelector('.chart canvas')");
        report.browser()
                .run("globalThis.printed = []; addEventListener('beforeprint', () => {"
                        + "globalThis.paper = getComputedStyle(document.body).color;"
                        + "printed = [...document.querySelectorAll('.chart')].filter(e => e.offsetParent)"
                        + ".map(e => e.querySelector('canvas') ? 1 : 0) })");
        assertThat(report.browser().print("report")).startsWith("%PDF");
        assertThat((List<?>) report.browser().run("return printed"))
                .hasSizeGreaterThan(1)
                .allMatch(each -> each.equals(1L));
        report.browser().await("!document.documentElement.classList.contains('paper')");
        assertThat(report.browser().run("return paper"))
                .as("ink on paper, and on a dark screen")
                .isNotEqualTo(report.browser().run("return getComputedStyle(document.body).color"));
    }

    @Test
    void aLegendEntrySwitchesALineAndItsBandOffAndOnAgain() throws IOException {
        report.open(SampleAnalysis.small(), folder);
        report.goTo(0);
        report.clickLegend(0, "RandUCB");
        report.awaitDrawn(0, "--series-1", 0);
        report.awaitDrawn(0, "--series-0", 2);
        assertThat(report.texts("#panel-0 .legend button[aria-pressed=false]")).contains("RandUCB");
        report.clickLegend(0, "RandUCB");
        report.awaitDrawn(0, "--series-1", 2);
    }

    @Test
    void randomIsOffAtFirstWhereItWouldSqueezeTheOthersAndThePageSaysSo() throws IOException {
        report.open(SampleAnalysis.small(), folder);
        report.goTo(0);
        assertThat(report.texts("#panel-0 .legend button[aria-pressed=false]")).containsExactly("Random");
        assertThat(report.texts("#panel-0 .note").get(0)).contains("Random is switched off");
        String top = "chart.getOption().yAxis[0].max";
        double without = report.number(0, top);
        report.clickLegend(0, "Random");
        assertThat(report.number(0, top)).isGreaterThan(2 * without);
    }

    @Test
    void theTooltipTellsMeanAndIntervalOfEveryLineThatIsOn() throws IOException {
        report.open(SampleAnalysis.small(), folder);
        report.goTo(0);
        report.pointAtChart(0);
        assertThat(report.texts("#panel-0 .tip tr")).hasSize(7).allMatch(row -> row.matches(".+[0-9.]+ to [0-9.]+"));
        report.screenshot("tooltip");
    }

    @Test
    void zoomingInFitsTheAxisAndResetShowsAllRounds() throws IOException {
        report.open(SampleAnalysis.small(), folder);
        report.goTo(0);
        String click = "document.querySelector(`#panel-0 .tools button:nth-child(${arguments[0]})`).click()";
        String end = "chart.getOption().dataZoom[0].endValue";
        String top = "chart.getOption().yAxis[0].max";
        double highest = report.number(0, top);
        report.browser().run(click, 1);
        report.browser().run(click, 1);
        assertThat(report.number(0, end)).isEqualTo(2500);
        assertThat(report.number(0, top)).isLessThan(highest);
        report.browser().run(click, 3);
        assertThat(report.number(0, end)).isEqualTo(10_000);
        assertThat(report.number(0, top)).isEqualTo(highest);
    }

    @Test
    void zoomingByHandTakesTheOtherChartsOfThePanelAlong() throws IOException {
        report.open(SampleAnalysis.small(), folder);
        report.goTo(0);
        report.browser().await("document.querySelector('#panel-0 .small-charts canvas')");
        double highest = report.number(0, "chart.getOption().yAxis[0].max");
        report.number(0, "chart.dispatchAction({type: 'dataZoom', startValue: 1000, endValue: 1500}) || 0");
        report.browser()
                .await("echarts.getInstanceByDom(document.querySelector('#panel-0 .small-charts .chart'))"
                        + ".getOption().dataZoom[0].endValue === 1500");
        assertThat(report.number(0, "chart.getOption().yAxis[0].max")).isLessThan(highest);
    }

    @Test
    void filtersShowOneEnvironmentAndOnePolicy() throws IOException {
        report.open(SampleAnalysis.large(), folder);
        String choose = "const select = document.querySelector(`select[name=${arguments[0]}]`);"
                + "select.selectedIndex = arguments[1]; select.dispatchEvent(new Event('change'))";
        report.browser().run(choose, "environment", 3);
        assertThat(report.texts(".panel:not([hidden]) h2"))
                .containsExactly("LinUCB on environment 3", "LinTS on environment 3", "UCB-GLM on environment 3");
        report.browser().run(choose, "policy", 2);
        assertThat(report.texts(".panel:not([hidden]) h2")).containsExactly("LinTS on environment 3");
        assertThat(report.texts(".matrix tbody tr:not([hidden]) th")).containsExactly("LinTS on environment 3");
        assertThat(report.texts("#shown")).containsExactly("1 of 30 problems");
    }

    @Test
    void theAxesCanBeLogarithmic() throws IOException {
        report.open(SampleAnalysis.small(), folder);
        report.goTo(0);
        report.browser().run("document.querySelector('input[value=log]').click()");
        assertThat(report.number(0, "Number(chart.getOption().yAxis[0].type === 'log')"))
                .isEqualTo(1);
        report.awaitDrawn(0, "--series-0", 2);
        report.screenshot("log");
    }

    @Test
    void onlyChartsNearTheWindowAreDrawn() throws IOException {
        report.open(SampleAnalysis.large(), folder);
        report.goTo(0);
        assertThat(report.count(".chart canvas")).isLessThan(10);
        report.goTo(29);
        report.browser().await("!document.querySelector('#panel-0 canvas')");
        assertThat(report.count(".chart canvas")).isLessThan(10);
        assertThat(report.count(".chart")).isEqualTo(90);
        report.screenshot("large-panel");
    }

    @Test
    void aTunerLooksTheSameInEveryPanelAndUnlikeTheOthers() throws IOException {
        report.open(SampleAnalysis.large(), folder);
        report.screenshot("large");
        assertThat(report.browser()
                        .run("const looks = new Map();"
                                + "document.querySelectorAll('.legend button').forEach(button => looks.set(button.textContent,"
                                + " (looks.get(button.textContent) || new Set()).add(button.querySelector('svg').outerHTML)));"
                                + "return [[...looks.values()].every(set => set.size === 1), looks.size,"
                                + " new Set([...looks.values()].map(set => [...set][0])).size]"))
                .isEqualTo(List.of(true, 13L, 13L));
    }

    @Test
    void aClickOnTheOverviewGoesToThePanel() throws IOException {
        report.open(SampleAnalysis.large(), folder);
        report.browser().run("document.querySelector('tr[data-panel=\"20\"] td').click()");
        report.browser().await("Math.abs(document.getElementById('panel-20').getBoundingClientRect().top) < 200");
    }

    @Test
    void markupInNamesStaysText() throws IOException {
        String image = "<img src=x onerror=alert(1)>";
        String script = "</script><script>alert(2)</script>";
        String mark = "{{scripts}}";
        report.open(
                SampleAnalysis.small()
                        .withEnvironments(image)
                        .withTuners(script, image, mark, "<!--<script>", "<b>B</b>"),
                folder);
        report.goTo(0);
        report.pointAtChart(0);
        assertThat(report.texts("#panel-0 h2")).containsExactly("LinUCB on " + image);
        assertThat(report.texts("#panel-0 .legend button")).contains(script, image, mark, "<!--<script>", "<b>B</b>");
        assertThat(report.texts("#panel-0 .tip th")).contains(script, image);
        assertThat(report.count("img, b, script:not([type]) ~ script:not([type])"))
                .isZero();
        report.screenshot("markup");
    }

    @Test
    void nothingIsFetched() throws IOException {
        report.open(SampleAnalysis.small(), folder);
        report.goTo(1);
        assertThat((List<?>) report.browser()
                        .run("return performance.getEntriesByType('resource').map(entry => entry.name)"
                                + ".filter(name => !name.startsWith('data:'))"))
                .isEmpty();
    }
}
