package dev.attune.testkit;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Base64;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.interactions.Actions;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.logging.LoggingPreferences;

/**
 * A real browser without a window. It uses the Chromium and the chromedriver of this computer, fetches nothing from elsewhere, and
 * keeps its profile in a folder of its own.
 */
public final class Browser implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final Duration POLL = Duration.ofMillis(50);

    /** Its warning that it does not know this Chromium concerns an interface that is not used here. */
    private static final Logger CDP_VERSIONS = Logger.getLogger("org.openqa.selenium.devtools.CdpVersionFinder");

    private final Path profile;
    private final ChromeDriver driver;

    private Browser(Path chromium, Path chromedriver) throws IOException {
        CDP_VERSIONS.setLevel(Level.SEVERE);
        profile = Files.createTempDirectory("attune-browser");
        LoggingPreferences everything = new LoggingPreferences();
        everything.enable(LogType.BROWSER, Level.ALL);
        ChromeOptions options = new ChromeOptions();
        options.setBinary(chromium.toFile());
        options.addArguments(
                "--headless=new",
                "--no-sandbox",
                "--disable-gpu",
                "--disable-dev-shm-usage",
                "--disable-quic",
                "--no-first-run",
                "--disable-background-networking",
                "--disable-component-update",
                "--disable-sync",
                "--hide-scrollbars",
                "--user-data-dir=" + profile);
        options.setCapability("goog:loggingPrefs", everything);
        driver = new ChromeDriver(
                new ChromeDriverService.Builder()
                        .usingDriverExecutable(chromedriver.toFile())
                        .build(),
                options);
        driver.manage().timeouts().scriptTimeout(PATIENCE).pageLoadTimeout(PATIENCE);
    }

    /** Starts a browser, or skips the test with a message if this computer has none. */
    public static Browser start() throws IOException {
        Optional<Path> chromium = find("ATTUNE_CHROMIUM", "chromium", "chromium-browser", "google-chrome");
        Optional<Path> chromedriver = find("ATTUNE_CHROMEDRIVER", "chromedriver");
        assumeTrue(
                chromium.isPresent() && chromedriver.isPresent(),
                "Skipped: needs chromium and chromedriver on the PATH, or named by ATTUNE_CHROMIUM and ATTUNE_CHROMEDRIVER");
        return new Browser(chromium.get(), chromedriver.get());
    }

    private static Optional<Path> find(String variable, String... names) {
        String given = System.getenv(variable);
        if (given != null && !given.isEmpty()) {
            if (!Files.isExecutable(Path.of(given))) {
                throw new IllegalArgumentException(variable + " is '" + given + "', which is no program");
            }
            return Optional.of(Path.of(given));
        }
        String path = Optional.ofNullable(System.getenv("PATH")).orElse("");
        List<String> folders = Pattern.compile(File.pathSeparator, Pattern.LITERAL)
                .splitAsStream(path)
                .toList();
        return Arrays.stream(names)
                .flatMap(name -> folders.stream().map(folder -> Path.of(folder, name)))
                .filter(Files::isExecutable)
                .findFirst();
    }

    /** Opens an address after leaving the page before it, whose scripts have ended then. */
    public void open(String address) {
        driver.get("about:blank");
        driver.get(address);
    }

    /** Runs the body of a function in the page and returns what it returns. */
    public @Nullable Object run(String script, Object... arguments) {
        return driver.executeScript(script, arguments);
    }

    /** Returns the value of an expression that is a number. */
    public double number(String expression) {
        return ((Number) Objects.requireNonNull(run("return (" + expression + ")"))).doubleValue();
    }

    /** Returns the texts of all elements that a selector finds. */
    public List<String> texts(String selector) {
        @Nullable
        Object found = run("return [...document.querySelectorAll(arguments[0])].map(e => e.textContent)", selector);
        return ((List<?>) Objects.requireNonNull(found))
                .stream().map(String::valueOf).toList();
    }

    /** Waits for a minute until an expression in the page is true. */
    public void await(String condition) {
        await(condition, PATIENCE);
    }

    /** Waits until an expression in the page is true. */
    public void await(String condition, Duration patience) {
        long end = System.nanoTime() + patience.toNanos();
        while (!Boolean.TRUE.equals(run("return !!(" + condition + ")"))) {
            if (System.nanoTime() > end) {
                throw new AssertionError("timed out waiting for: " + condition + "; the text of the page: "
                        + run("return document.body.innerText.slice(0, 2000)"));
            }
            LockSupport.parkNanos(POLL.toNanos());
        }
    }

    /** Waits until an element shows a text. */
    public void awaitText(String selector, String text) {
        run("globalThis.wanted = [arguments[0], arguments[1]]", selector, text);
        await("[...document.querySelectorAll(wanted[0])].some(e => e.textContent.includes(wanted[1]))");
    }

    /** Presses keys, one after the other, wherever the focus is. */
    public void keys(CharSequence... keys) {
        new Actions(driver).sendKeys(keys).perform();
    }

    /** Sets the size of the window in CSS pixels; a narrow one is a phone. */
    public void size(int width, int height) {
        driver.executeCdpCommand(
                "Emulation.setDeviceMetricsOverride",
                Map.of("width", width, "height", height, "deviceScaleFactor", 1, "mobile", width < 500));
    }

    /** Shows the page as on a "screen" or in "print". */
    public void medium(String medium) {
        driver.executeCdpCommand("Emulation.setEmulatedMedia", Map.of("media", medium));
    }

    /** Sets a preference of the user, such as prefers-color-scheme: dark. */
    public void prefer(String feature, String value) {
        driver.executeCdpCommand(
                "Emulation.setEmulatedMedia", Map.of("features", List.of(Map.of("name", feature, "value", value))));
    }

    /** Moves the mouse, in CSS pixels of the window. */
    public void pointAt(double x, double y) {
        driver.executeCdpCommand("Input.dispatchMouseEvent", Map.of("type", "mouseMoved", "x", x, "y", y));
    }

    /** Returns all messages of the console since the last call. */
    public List<String> console() {
        return driver.manage().logs().get(LogType.BROWSER).getAll().stream()
                .map(entry -> entry.getLevel() + " " + entry.getMessage())
                .toList();
    }

    /** Prints the page to PDF, written to target/screenshots; returns its bytes as ISO 8859-1 text. */
    public String print(String name) throws IOException {
        Object data = driver.executeCdpCommand("Page.printToPDF", Map.of("printBackground", true))
                .get("data");
        byte[] pdf = Base64.getDecoder().decode(String.valueOf(data));
        Path file = Path.of("target", "screenshots", name + ".pdf");
        Files.createDirectories(file.toAbsolutePath().getParent());
        Files.write(file, pdf);
        return new String(pdf, StandardCharsets.ISO_8859_1);
    }

    /** Returns what axe finds wrong with the page: rule, impact, and elements. Needs the script axe.min.js on the class path. */
    public List<String> axe() throws IOException {
        try (InputStream in = Browser.class.getResourceAsStream("/axe.min.js")) {
            run(new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8)
                    + ";globalThis.axe = axe");
        }
        Object found = driver.executeAsyncScript("const done = arguments[arguments.length - 1];"
                + "axe.run(document).then(r => done(r.violations.map(v => `${v.id} (${v.impact}): "
                + "${v.nodes.slice(0, 3).map(n => n.target.join(' ') + ' ' + n.failureSummary).join('; ')}`)))");
        return ((List<?>) Objects.requireNonNull(found))
                .stream().map(String::valueOf).toList();
    }

    /** Saves files that pages offer to a folder, without asking. */
    public void downloadTo(Path folder) {
        driver.executeCdpCommand(
                "Browser.setDownloadBehavior",
                Map.of(
                        "behavior",
                        "allow",
                        "downloadPath",
                        folder.toAbsolutePath().toString()));
    }

    /** Goes back in the history. */
    public void back() {
        driver.navigate().back();
    }

    /** Writes what the window shows to target/screenshots, for people to look at. */
    public void screenshot(String name) throws IOException {
        Object picture = driver.executeCdpCommand("Page.captureScreenshot", Map.of("format", "png"))
                .get("data");
        Path file = Path.of("target", "screenshots", name + ".png");
        Files.createDirectories(file.toAbsolutePath().getParent());
        Files.write(file, Base64.getDecoder().decode(String.valueOf(picture)));
    }

    @Override
    public void close() throws IOException {
        driver.quit();
        try (Stream<Path> files = Files.walk(profile)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        }
    }
}
