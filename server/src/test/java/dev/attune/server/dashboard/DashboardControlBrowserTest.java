package dev.attune.server.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.openqa.selenium.Keys;

/** What a bandit is compared with belongs to it: it is shown with the verdict, and operators change it on the pages. */
class DashboardControlBrowserTest extends OpenDashboard {
    private static final List<String> ARMS = List.of("jazz", "news", "sport", "weather");

    private final HttpClient http = HttpClient.newHttpClient();

    @Override
    void populate() throws IOException, InterruptedException {
        service.create("judged", "\"floor\":0.2,\"rewards\":{\"low\":0,\"high\":1}");
        service.create("counted", "\"floor\":0.2,\"rewards\":{\"low\":0,\"high\":1},\"control\":{\"arm\":\"news\"}");
        service.play("judged", 200, ARMS);
        service.play("counted", 200, ARMS);
    }

    private JsonNode definition(String bandit) throws IOException, InterruptedException {
        return new ObjectMapper()
                .readTree(http.send(
                                HttpRequest.newBuilder(URI.create(service.address() + "/v1/bandits/" + bandit))
                                        .build(),
                                BodyHandlers.ofString())
                        .body());
    }

    private static void press(String action) {
        browser.awaitText(".actions", action);
        browser.run(
                "[...document.querySelectorAll('.actions button')].find(e => e.textContent === arguments[0]).click()",
                action);
        browser.await("document.querySelector('dialog')");
    }

    private static void choose(String kind) {
        browser.run(
                "const select = document.querySelector('dialog select'); select.value = arguments[0];"
                        + "select.dispatchEvent(new Event('change'))",
                kind);
    }

    private static void type(int input, String text) {
        browser.run(
                "[...document.querySelectorAll('dialog input')].filter(e => !e.disabled)[arguments[0]].value = arguments[1]",
                input,
                text);
    }

    private static void confirm() {
        browser.run("document.querySelector('dialog button[type=submit]').click()");
    }

    @Test
    void theControlIsShownWithTheVerdictAndChangedAfterAQuestion() throws Exception {
        goToBandit("judged");
        browser.awaitText(".verdict-basis", "Compared with a random arm since");
        browser.awaitText(".verdict-basis", "200 rewards");
        assertThat(browser.texts(".covers").get(0)).doesNotContain("Verdict");
        browser.run("scrollTo(0, 0)");
        browser.screenshot("control-verdict");
        press("Change control");
        browser.awaitText("dialog", "counts decisions from now on only");
        browser.awaitText("dialog", "audit log");
        assertThat(browser.number("[...document.querySelectorAll('dialog input')].filter(e => e.offsetParent).length"))
                .isZero();
        browser.screenshot("control-dialog");
        choose("oldSystem");
        type(0, "1");
        confirm();
        browser.awaitText("dialog .field-error", "above 0 and below 1");
        choose("arm");
        confirm();
        browser.awaitText("dialog .field-error", "Enter the id of an arm.");
        type(0, "news");
        confirm();
        browser.await("!document.querySelector('dialog')");
        assertThat(browser.texts(".toast")).containsExactly("judged is compared with the arm news from now on.");
        browser.awaitText(".verdict-basis", "Compared with the arm news since");
        browser.awaitText(".verdict-basis", "0 rewards");
        assertThat(definition("judged").at("/control/arm").asText()).isEqualTo("news");

        press("Change control"); // begins with the one in force
        assertThat(browser.run("return document.querySelector('dialog select').value"))
                .isEqualTo("arm");
        choose("oldSystem");
        type(0, "0.25");
        confirm();
        browser.awaitText(".verdict-basis", "Compared with the old system since");
        assertThat(definition("judged").at("/control/oldSystem").asDouble()).isEqualTo(0.25);
        press("Change control");
        choose("random");
        confirm();
        browser.awaitText(".verdict-basis", "Compared with a random arm since");
        browser.open(service.address() + "/#/audit");
        browser.awaitText("tbody", "control changed");
        browser.awaitText("tbody", "an old system with 25.0");
        browser.awaitText("tbody", "the arm news");
        assertThat(browser.console()).isEmpty();
    }

    @Test
    void theCountBeginsAnewAfterAQuestion() throws Exception {
        goToBandit("counted");
        browser.awaitText(".verdict-basis", "Compared with the arm news since");
        browser.awaitText(".verdict-basis", "200 rewards");
        press("Count from here");
        browser.awaitText("dialog", "The comparison with the arm news begins anew.");
        browser.screenshot("count-dialog");
        browser.run("[...document.querySelectorAll('dialog button')].find(e => e.textContent === 'Cancel').click()");
        browser.await("!document.querySelector('dialog')");
        browser.awaitText(".verdict-basis", "200 rewards");
        press("Count from here");
        confirm();
        browser.awaitText(".toast", "The verdict on counted counts from now on.");
        browser.awaitText(".verdict-basis", ": 0 rewards");
        service.play("counted", 50, ARMS);
        browser.awaitText(".verdict-basis", "50 rewards");
        browser.open(service.address() + "/#/audit");
        browser.awaitText("tbody", "comparison begun anew");
        assertThat(browser.console()).isEmpty();
    }

    @Test
    void aNewBanditHasAControl() throws Exception {
        go("new");
        browser.await("document.querySelector('.form input')");
        browser.run("globalThis.field = label => [...document.querySelectorAll('.form .field')]"
                + ".find(e => e.querySelector('label').textContent === label);"
                + "globalThis.enter = (label, value) => { const input = field(label).querySelector('input, select');"
                + "input.value = value; input.dispatchEvent(new Event('input')); }");
        assertThat(browser.run("return field('Id of the arm').hidden && field('Share of the old system').hidden"))
                .isEqualTo(true);
        browser.run("enter('Name', 'made'); enter('Compared with', 'oldSystem')");
        assertThat(browser.run("return field('Id of the arm').hidden")).isEqualTo(true);
        browser.run("document.querySelector('.form').requestSubmit()");
        browser.awaitText(".field-error:not([hidden])", "above 0 and below 1");
        browser.run("enter('Share of the old system', '0.1')");
        assertThat(browser.texts(".preview pre").get(0)).contains("\"oldSystem\": 0.1");
        browser.run("enter('Compared with', 'arm'); enter('Id of the arm', 'news')");
        assertThat(browser.texts(".preview pre").get(0))
                .contains("\"arm\": \"news\"")
                .doesNotContain("oldSystem");
        browser.screenshot("form-control");
        browser.run("document.querySelector('.form input').focus()");
        browser.keys(Keys.ENTER);
        browser.await("location.hash === '#/bandit/made'");
        assertThat(definition("made").at("/control/arm").asText()).isEqualTo("news");
        browser.awaitText(".verdict-basis", "Compared with the arm news");
        assertThat(browser.console()).isEmpty();
    }
}
