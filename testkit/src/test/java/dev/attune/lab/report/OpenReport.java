package dev.attune.lab.report;

import dev.attune.testkit.Browser;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** A report in a browser, and what a reader does with it. */
final class OpenReport implements AutoCloseable {
    private static final List<String> ABOUT = List.of(
            "Attune 0.1.0-SNAPSHOT", "Java 17.0.15", "spec: compare-tuners.yaml", "attune run compare-tuners.yaml");

    /** The main chart of the panel whose number is the first argument. */
    private static final String CHART =
            "const chart = echarts.getInstanceByDom(document.querySelector(`#panel-${arguments[0]} .chart.tall`));";

    private final Browser browser;

    private OpenReport(Browser browser) {
        this.browser = browser;
    }

    /** Starts a browser, or skips the test if there is none. */
    static OpenReport start() throws IOException {
        return new OpenReport(Browser.start());
    }

    Browser browser() {
        return browser;
    }

    /** Writes a report to a folder and opens it. */
    void open(SampleAnalysis sample, Path folder) throws IOException {
        open(sample.analysis("Which tuner for which problem"), folder);
    }

    void open(Analysis analysis, Path folder) throws IOException {
        Path page = folder.resolve("index.html");
        ReportPage.write(analysis, ABOUT, page);
        browser.open(page.toUri().toString());
        browser.await("document.querySelector('#shown')"); // the last thing that the page's script adds
    }

    /** Scrolls to a panel and waits for its main chart. */
    void goTo(int panel) {
        browser.run("document.getElementById('panel-' + arguments[0]).scrollIntoView()", panel);
        browser.await("document.querySelector('#panel-" + panel + " .chart.tall canvas')");
    }

    /** Points into the middle of a panel's main chart and waits for the tooltip. */
    void pointAtChart(int panel) {
        browser.run(
                "document.querySelector(`#panel-${arguments[0]} .chart.tall`).scrollIntoView({block: 'center'})",
                panel);
        Object middle = browser.run("return innerWidth / 2");
        browser.pointAt(((Number) middle).intValue(), 450);
        browser.await("document.querySelector('#panel-" + panel + " .tip')");
    }

    void clickLegend(int panel, String tuner) {
        browser.run(
                "[...document.querySelectorAll(`#panel-${arguments[0]} .legend button`)]"
                        + ".find(button => button.textContent === arguments[1]).click()",
                panel,
                tuner);
    }

    /**
     * Waits until so many things of a colour are drawn in a panel's main chart: of a tuner, its line and its band. The chart
     * follows a click or a change of scheme with the next frame, not at once.
     */
    void awaitDrawn(int panel, String property, int count) {
        browser.await("(() => {"
                + CHART.replace("arguments[0]", Integer.toString(panel))
                + "const colour = getComputedStyle(document.documentElement).getPropertyValue('" + property
                + "').trim();"
                + "return chart.getZr().storage.getDisplayList(true)"
                + ".filter(({style}) => style.fill === colour || style.stroke === colour).length"
                + "})() === " + count);
    }

    /** The names of the series of a type in a panel's main chart, whether they are on or off. */
    List<String> series(int panel, String type) {
        return strings(inChart(
                panel, "return chart.getOption().series.filter(s => s.type === '" + type + "').map(s => s.name)"));
    }

    /** A number of a panel's main chart. */
    double number(int panel, String expression) {
        return ((Number) inChart(panel, "return " + expression)).doubleValue();
    }

    private Object inChart(int panel, String script) {
        return browser.run(CHART + script, panel);
    }

    /** The text of every element that a selector finds. */
    List<String> texts(String selector) {
        return strings(
                browser.run("return [...document.querySelectorAll(arguments[0])].map(e => e.textContent)", selector));
    }

    /** How many elements a selector finds. */
    long count(String selector) {
        return (long) browser.run("return document.querySelectorAll(arguments[0]).length", selector);
    }

    void screenshot(String name) throws IOException {
        browser.screenshot("report-" + name);
    }

    private static List<String> strings(Object list) {
        return ((List<?>) list).stream().map(String::valueOf).toList();
    }

    @Override
    public void close() throws IOException {
        browser.close();
    }
}
