package dev.attune.server.dashboard;

import dev.attune.testkit.Browser;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;

/** Tests of pages: one service with bandits that a subclass makes, one browser, and what a reader does in it. */
@Tag("browser")
abstract class OpenDashboard {
    private static final int HIGHEST = 8000;

    @TempDir
    static Path folder;

    static Browser browser;
    static LiveService service;

    /** Makes and plays the bandits, once for all tests of the class. */
    abstract void populate() throws IOException, InterruptedException;

    /** The first test starts all. Done before all, each test would not be seen as skipped where there is no browser. */
    @BeforeEach
    void open() throws IOException, InterruptedException {
        if (browser == null) {
            browser = Browser.start();
            service = LiveService.start(folder.resolve("data"));
            populate();
        }
        browser.size(1280, 900);
        browser.prefer("prefers-color-scheme", "light");
    }

    @AfterAll
    static void stop() throws IOException {
        if (browser != null) {
            browser.close();
            browser = null;
        }
        if (service != null) {
            service.close();
            service = null;
        }
    }

    /** Opens a page and waits for its data. */
    static void go(String hash) {
        browser.open(service.address() + "/#/" + hash);
        browser.await("document.querySelector('main h1') && !document.querySelector('[aria-busy]')");
    }

    /** Opens the page of a bandit and waits for its verdict and its first chart, which is hidden until a step of time is over. */
    static void goToBandit(String name) {
        go("bandit/" + name);
        browser.await("document.querySelector('.verdict')?.textContent.length > 20");
        browser.await("(chart => { chart.scrollIntoView({block: 'center'}); return chart.querySelector('canvas'); })"
                + "(document.querySelector('attune-chart'))");
    }

    /** Waits until the charts of these panels have more than one colour. */
    static void drawn(String... panels) {
        for (String panel : panels) {
            browser.run("globalThis.panelTitle = arguments[0]", panel);
            browser.await("[...document.querySelectorAll('section h2')].some(e => e.textContent === panelTitle)");
            browser.run(
                    "globalThis.drawnPanel = [...document.querySelectorAll('section')]"
                            + ".find(e => e.querySelector('h2')?.textContent === panelTitle); drawnPanel.scrollIntoView({block: 'center'})");
            browser.await(
                    "(canvas => canvas && new Set(new Uint32Array(canvas.getContext('2d')"
                            + ".getImageData(0, 0, canvas.width, canvas.height).data.buffer)).size > 8)(drawnPanel.querySelector('canvas'))");
        }
    }

    /** The whole page, light and dark. */
    static void pictures(String name) throws IOException {
        browser.run("scrollTo(0, 0)");
        browser.prefer("prefers-color-scheme", "light");
        browser.size(1280, HIGHEST); // charts are drawn when they are seen, and what loads later moves them
        browser.await(
                "[...document.querySelectorAll('attune-chart')].every(e => e.hidden || !e.what || e.offsetParent === null"
                        + " || e.querySelector('canvas'))");
        browser.size(1280, (int) Math.min(4000, browser.number("document.querySelector('main').scrollHeight + 100")));
        browser.screenshot(name + "-light");
        browser.prefer("prefers-color-scheme", "dark");
        browser.await("getComputedStyle(document.body).backgroundColor === 'rgb(16, 20, 22)'");
        browser.screenshot(name + "-dark");
    }
}
