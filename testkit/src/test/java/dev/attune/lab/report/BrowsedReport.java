package dev.attune.lab.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;

/** Tests of the page in one browser, which begin on a light desktop and leave nothing on the console. */
@Tag("browser")
abstract class BrowsedReport {
    static OpenReport report;

    @TempDir
    Path folder;

    @AfterAll
    static void stop() throws IOException {
        if (report != null) {
            report.close();
            report = null;
        }
    }

    /** The first test starts the browser. Done before all, each test would not be seen as skipped where there is none. */
    @BeforeEach
    void desktop() throws IOException {
        if (report == null) {
            report = OpenReport.start();
        }
        report.browser().size(1280, 900);
        report.browser().prefer("prefers-color-scheme", "light");
    }

    @AfterEach
    void nothingOnTheConsole() {
        if (report != null) {
            assertThat(report.browser().console()).isEmpty();
        }
    }
}
