package dev.attune.lab.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The page for all readers and all runs: on a phone, in the dark, on paper, by keyboard; few repetitions, long names. */
class ReportPageReadersTest extends BrowsedReport {
    private static final String LONG =
            "A tuner whose author could not stop before every last option had found its way into the name";
    private static final String UNBROKEN = "environment_with_a_name_that_has_no_place_for_a_line_break_anywhere_in_it";

    /** Texts whose contrast to what is behind them is below WCAG's AA for normal text. */
    private static final String PALE = """
            const context = Object.assign(document.createElement('canvas'), {width: 1, height: 1})
                .getContext('2d', {willReadFrequently: true});
            const rgb = colours => {
              context.clearRect(0, 0, 1, 1);
              colours.forEach(colour => { context.fillStyle = colour; context.fillRect(0, 0, 1, 1); });
              return [...context.getImageData(0, 0, 1, 1).data].slice(0, 3);
            };
            const luminance = colour => colour.map(c => c / 255)
                .map(c => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4))
                .reduce((sum, c, i) => sum + c * [0.2126, 0.7152, 0.0722][i], 0);
            const behind = element => element
                ? [...behind(element.parentElement), getComputedStyle(element).backgroundColor] : [];
            return [...document.querySelectorAll('body *')]
                .filter(element => element.checkVisibility() && !element.closest('svg')
                    && [...element.childNodes].some(node => node.nodeType === 3 && node.textContent.trim()))
                .filter(element => {
                  const ground = behind(element);
                  const [a, b] = [luminance(rgb([...ground, getComputedStyle(element).color])), luminance(rgb(ground))];
                  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05) < 4.5;
                })
                .map(element => `${element.tagName}.${element.className}: ${element.textContent}`);
            """;

    private static SampleAnalysis longNames() {
        return SampleAnalysis.small()
                .withEnvironments(UNBROKEN, "simulation")
                .withTuners(LONG, UNBROKEN, "OP")
                .withHyperparameters("explore", "step size");
    }

    /** Not compared with innerWidth: a phone zooms out until a page that is too wide fits. */
    private static void assertNoWiderThan(int width) {
        assertThat((long) report.browser().run("return document.documentElement.scrollWidth"))
                .isLessThanOrEqualTo(width);
    }

    @Test
    void aPhoneShowsAllWithoutScrollingSideways() throws IOException {
        report.browser().size(400, 860);
        report.open(SampleAnalysis.large(), folder);
        assertNoWiderThan(400);
        report.screenshot("phone");
        report.goTo(0);
        assertNoWiderThan(400);
        report.screenshot("phone-panel");
        report.pointAtChart(0);
        assertNoWiderThan(400);
        report.screenshot("phone-tooltip");
    }

    @ParameterizedTest
    @ValueSource(ints = {400, 1280})
    void longNamesFit(int width) throws IOException {
        report.browser().size(width, 1800);
        report.open(longNames(), folder);
        report.goTo(0);
        assertNoWiderThan(width);
        report.browser().run("scrollTo(0, 0)");
        report.screenshot("long-names-" + width);
    }

    @ParameterizedTest
    @ValueSource(strings = {"light", "dark"})
    void everyTextStandsOutFromWhatIsBehindIt(String scheme) throws IOException {
        report.browser().prefer("prefers-color-scheme", scheme);
        report.open(SampleAnalysis.small(), folder);
        report.goTo(0);
        report.pointAtChart(0);
        assertThat((List<?>) report.browser().run(PALE)).isEmpty();
    }

    @Test
    void chartsFollowWhenTheReaderTurnsToDark() throws IOException {
        report.open(SampleAnalysis.small(), folder);
        report.goTo(0);
        report.browser().prefer("prefers-color-scheme", "dark");
        report.browser().await("getComputedStyle(document.body).backgroundColor === 'rgb(15, 18, 22)'");
        report.awaitDrawn(0, "--series-0", 2);
        report.screenshot("dark-panel");
        report.browser().run("scrollTo(0, 0)");
        report.screenshot("dark");
    }

    @Test
    void onPaperThereAreTablesAndChartsButNoControls() throws IOException {
        report.open(SampleAnalysis.small(), folder);
        report.browser().medium("print");
        String visible = "return [...document.querySelectorAll(arguments[0])].filter(e => e.checkVisibility()).length";
        assertThat(report.browser().run(visible, ".results")).isEqualTo(2L);
        assertThat(report.browser().run(visible, ".matrix")).isEqualTo(1L);
        assertThat(report.browser().run(visible, "button, select")).isEqualTo(0L);
        assertThat((Long) report.browser().run(visible, ".chart")).isPositive();
        report.screenshot("print");
        report.browser().medium("screen");
    }

    @Test
    void oneRepetitionHasNoBandsAndEstablishesNothing() throws IOException {
        report.browser().size(1280, 1400);
        report.open(SampleAnalysis.small().withRepetitions(1), folder);
        report.goTo(0);
        assertThat(report.series(0, "custom")).isEmpty();
        report.awaitDrawn(0, "--series-0", 1);
        assertThat(report.texts("#panel-0 .verdict").get(0))
                .startsWith("Too few repetitions to establish a difference");
        report.screenshot("one-repetition");
    }

    @Test
    void withoutRegretThePageShowsRewardARound() throws IOException {
        report.browser().size(1280, 1400);
        report.open(SampleAnalysis.small().withoutRegret(), folder);
        report.goTo(0);
        assertThat(report.texts("#panel-0 .results thead th"))
                .contains("Reward")
                .doesNotContain("Regret");
        assertThat(report.number(0, "chart.getOption().yAxis[0].max")).isLessThan(1);
        assertThat(report.texts("#panel-0 .legend button[aria-pressed=false]")).isEmpty();
        report.screenshot("reward");
        report.browser().run("scrollTo(0, 0)");
        report.screenshot("reward-overview");
    }

    @Test
    void aPolicyWithoutHyperparametersHasJustItsResult() throws IOException {
        report.open(SampleAnalysis.small().withHyperparameters(), folder);
        report.goTo(0);
        assertThat(report.count("#panel-0 .chart")).isEqualTo(1);
        assertThat(report.texts(".matrix caption").get(0)).contains("divided by that of");
    }

    @Test
    void aGridOfTwoHyperparametersIsDrawnLineByLine() throws IOException {
        report.open(SampleAnalysis.small().withHyperparameters("explore", "step size"), folder);
        report.browser().run("document.querySelector('#panel-0 .small-charts').scrollIntoView()");
        report.browser().await("document.querySelectorAll('#panel-0 .small-charts canvas').length === 3");
        assertThat(report.texts("#panel-0 .small-charts h3"))
                .containsExactly("explore over time", "step size over time", "Regret of fixed settings, by explore");
        assertThat(report.browser()
                        .run("return echarts.getInstanceByDom(document.querySelector("
                                + "'#panel-0 .small-charts figure:last-child .chart')).getOption().series"
                                + ".filter(series => series.type === 'line').map(series => series.name)"))
                .isEqualTo(List.of("step size=0.5", "step size=1", "step size=2", "Value of information"));
        report.screenshot("grid");
    }

    @Test
    void aRunOfTunersAloneHasNoReferences() throws IOException {
        Panel panel = SampleAnalysis.small().analysis("Tuners").panels().get(0);
        List<Line> tuners = panel.lines().subList(0, 2);
        Panel alone = new Panel("simulation", "LinUCB", 10_000, true, tuners, List.of(), List.of());
        report.open(new Analysis("Tuners", List.of(alone)), folder);
        report.goTo(0);
        assertThat(report.series(0, "line")).containsExactly("Value of information", "RandUCB");
        assertThat(report.count(".verdict, .note, .badge, .edge")).isZero();
    }

    @Test
    void aRunWithoutPanelsIsAnEmptyPage() throws IOException {
        report.open(new Analysis("Nothing yet", List.of()), folder);
        assertThat(report.texts("h1, #shown")).containsExactly("Nothing yet", "0 problems");
    }

    @Test
    void chartsAreToldInWordsAndWalkedThroughByKeyboard() throws IOException {
        report.open(SampleAnalysis.small(), folder);
        report.goTo(0);
        assertThat((String)
                        report.browser().run("return document.querySelector('.chart.tall').getAttribute('aria-label')"))
                .startsWith("Regret so far, LinUCB on simulation. Regret of all 10,000 rounds: Value of information ");
        report.browser()
                .run(
                        "const chart = document.querySelector('.chart.tall'); chart.focus();"
                                + "for (let i = 0; i < 9; i++) chart.dispatchEvent(new KeyboardEvent('keydown', {key: 'ArrowRight'}))");
        report.browser().await("document.querySelector('#panel-0 .tip')");
        assertThat(report.texts("#panel-0 .tip caption").get(0)).startsWith("Round 2,");
    }
}
