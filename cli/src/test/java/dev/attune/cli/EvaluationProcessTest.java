package dev.attune.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.attune.encode.Arm;
import dev.attune.encode.Features;
import dev.attune.journal.Offer;
import dev.attune.live.DecisionRequest;
import dev.attune.live.RewardMessage;
import dev.attune.live.json.DefinitionJson;
import dev.attune.server.AttuneServer;
import dev.attune.server.ServerListener;
import dev.attune.server.ServerOptions;
import dev.attune.server.http.Evaluations;
import dev.attune.server.runtime.Bandits;
import dev.attune.testkit.Browser;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Evaluations that a page asks for, each in a process of its own, beside a service that runs. */
@Tag("process")
class EvaluationProcessTest {
    private static final List<Arm> ARMS =
            List.of(new Arm("tea", Features.NONE), new Arm("coffee", Features.NONE), new Arm("juice", Features.NONE));
    private static final int DECISIONS = 600;

    @TempDir
    Path folder;

    private Path data;
    private AttuneServer server;

    @BeforeEach
    void serve() throws IOException {
        data = folder.resolve("data");
        server = AttuneServer.start(
                ServerOptions.of(data, 0).withWarmup(false).withEvaluator(evaluator(Duration.ofMinutes(5))),
                ServerListener.NONE);
        server.awaitReady();
        server.runtime()
                .create(
                        "drinks",
                        DefinitionJson.parse("{\"learning\":\"at-once\",\"floor\":0.3,\"seed\":3}"),
                        ARMS,
                        "test")
                .toCompletableFuture()
                .join();
        server.runtime()
                .create("unused", DefinitionJson.parse("{}"), ARMS, "test")
                .toCompletableFuture()
                .join();
        for (int i = 0; i < DECISIONS; i += 100) {
            play();
        }
    }

    private EvaluationProcess evaluator(Duration limit) {
        return new EvaluationProcess(data, "256m", limit);
    }

    /** Only coffee pays. */
    private void play() {
        List<DecisionRequest> requests = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            requests.add(new DecisionRequest(
                    "",
                    Features.of("device", i % 2 == 0 ? "phone" : "desktop"),
                    new Offer.FromCatalogue(0, List.of()),
                    1));
        }
        List<RewardMessage> rewards = new ArrayList<>();
        for (Bandits.Identified made : server.bandits()
                .decide("drinks", requests)
                .toCompletableFuture()
                .join()) {
            rewards.add(new RewardMessage(made.id(), "", made.answer().arm().equals("coffee") ? 1 : 0));
        }
        server.bandits().reward(rewards).toCompletableFuture().join();
    }

    @AfterEach
    void stop() throws IOException {
        server.close();
    }

    @Test
    void theResultHasEveryCandidateAndTheVerdictOfTheCommand() throws Exception {
        Evaluations.Result result = evaluator(Duration.ofMinutes(5)).evaluate("drinks", progress -> {});
        assertThat(result.columns()).contains("policy", "value", "gain", "gain_low", "gain_high", "warning");
        assertThat(result.rows()).extracting(row -> row.get(0)).contains("arm coffee", "arm tea");
        assertThat(result.verdict()).isNotBlank();
        assertThat(result.text().replaceAll("\\s+", " ")).contains(result.verdict());
        assertThat(result.text()).contains("Against the logging policy").doesNotContain(folder.toString());
    }

    @Test
    void aBanditWithoutBanditsAndAnEvaluationBeyondItsTimeHaveTheirReasons() {
        assertThatThrownBy(() -> evaluator(Duration.ofMinutes(5)).evaluate("unused", progress -> {}))
                .isInstanceOf(IOException.class)
                .hasMessageNotContaining(folder.toString());
        assertThatThrownBy(() -> evaluator(Duration.ofMillis(1)).evaluate("drinks", progress -> {}))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("took longer");
    }

    @Test
    @Tag("browser")
    void thePageStartsItAndShowsTheTable() throws Exception {
        try (Browser browser = Browser.start()) {
            browser.size(1280, 900);
            browser.open(server.uri() + "/#/bandit/drinks");
            browser.awaitText("section button", "Evaluate the journal");
            browser.run("[...document.querySelectorAll('section button')]"
                    + ".find(each => each.textContent === 'Evaluate the journal').click()");
            browser.await(
                    "document.querySelectorAll('table[aria-label=\"Other policies\"] tbody tr').length > 3",
                    Duration.ofMinutes(5));
            assertThat(browser.texts("table[aria-label='Other policies'] tbody th"))
                    .contains("arm coffee");
            assertThat(browser.texts("table[aria-label='Other policies'] td[data-label=Gain]"))
                    .anyMatch(text -> text.matches("\\+0\\.\\d+\\+?[−\\d.]+ to .*"));
            for (int width : new int[] {400, 768, 1024, 1280, 1920}) {
                browser.size(width, 900);
                browser.run(
                        "document.querySelector('table[aria-label=\"Other policies\"]').closest('section').scrollIntoView()");
                browser.await("document.documentElement.scrollWidth <= " + width);
                browser.screenshot("evaluation-" + width);
            }
            assertThat(browser.console()).isEmpty();
        }
    }
}
