package dev.attune.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.attune.Attune;
import dev.attune.Bandit;
import dev.attune.api.UniformShare;
import dev.attune.client.ArmRequest;
import dev.attune.client.AttuneClient;
import dev.attune.client.DecisionAnswer;
import dev.attune.encode.Arm;
import dev.attune.encode.Features;
import dev.attune.server.AttuneServer;
import dev.attune.server.ServerListener;
import dev.attune.server.ServerOptions;
import dev.attune.spring.sample.SampleApplication;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.SpringApplication;
import org.springframework.context.ConfigurableApplicationContext;

/** The sample application with a bandit of its own, and with the service. */
@Tag("slow")
class StarterTest {
    private static final HttpClient HTTP = HttpClient.newHttpClient();

    @TempDir
    Path folder;

    @Test
    void theBanditDecidesIsMeasuredAndSurvivesARestart() throws Exception {
        String file = "attune.bandit.file=" + folder.resolve("drinks.attune");
        try (ConfigurableApplicationContext application =
                start(file, "attune.bandit.seed=7", "attune.bandit.uniform-share=0.1")) {
            for (int visitor = 0; visitor < 20; visitor++) {
                String offer = get(application, "/drink?country=DE");
                assertThat(offer).containsPattern("\"arm\":\"(tea|coffee|juice)\"");
                post(application, "/drink/" + offer.replaceAll(".*\"visit\":(\\d+).*", "$1") + "/bought");
            }

            assertThat(get(application, "/actuator/health"))
                    .contains("\"status\":\"UP\"", "\"attune\"", "\"rounds\":20", "\"rewards\":20");
            assertThat(get(application, "/actuator/metrics/attune.bandit.decisions"))
                    .contains("\"value\":20.0");
            assertThat(get(application, "/actuator/metrics/attune.bandit.rewards"))
                    .contains("\"value\":20.0");
            Bandit bandit = application.getBean(Bandit.class);
            assertThat(bandit.seed()).isEqualTo(7);
            assertThat(bandit.definition().orElseThrow().options().uniformShare())
                    .isEqualTo(UniformShare.constant(0.1));
        }
        try (ConfigurableApplicationContext application = start(file)) {
            assertThat(application.getBean(Bandit.class).rounds()).isEqualTo(20);
        }
    }

    @Test
    void withTheAddressOfAServiceThereIsAClientInPlaceOfTheBandit() throws Exception {
        AttuneServer server =
                AttuneServer.start(ServerOptions.of(folder.resolve("data"), 0).withWarmup(false), ServerListener.NONE);
        try (ConfigurableApplicationContext application =
                start("attune.service.url=http://localhost:" + server.port(), "attune.service.retry-for=1ms")) {
            AttuneClient client = application.getBean(AttuneClient.class);
            client.create("drinks");
            DecisionAnswer decision = client.decide(
                    "drinks",
                    ArmRequest.among(List.of(new Arm("tea", Features.NONE), new Arm("coffee", Features.NONE))));
            client.reward(decision.id(), 1);

            assertThat(application.getBeanProvider(Bandit.class).getIfAvailable())
                    .isNull();
            assertThat(get(application, "/actuator/health"))
                    .contains("\"attuneService\"", "\"bandits\":1")
                    .doesNotContain("DOWN");
            server.close();
            assertThat(get(application, "/actuator/health")).contains("\"status\":\"DOWN\"");
        } finally {
            server.close();
        }
    }

    @Test
    void aBanditOfTheApplicationIsUsedAsItIs() throws Exception {
        Bandit own = Attune.bandit().seed(3).build();
        SpringApplication application = new SpringApplication(SampleApplication.class);
        application.addInitializers(context -> context.getBeanFactory().registerSingleton("own", own));
        try (ConfigurableApplicationContext context = application.run(arguments())) {
            assertThat(context.getBean(Bandit.class)).isSameAs(own);
            assertThat(get(context, "/actuator/health")).contains("\"rounds\":0");
        }
    }

    @Test
    void aFileThatIsNoBanditStopsTheStartWithItsName() throws IOException {
        Path file = Files.writeString(folder.resolve("drinks.attune"), "no bandit");

        assertThatThrownBy(() -> start("attune.bandit.file=" + file))
                .hasStackTraceContaining("attune.bandit.file = " + file + " is not a saved bandit");
        assertThat(file).hasContent("no bandit");
    }

    @Test
    void theFileIsWrittenWhileTheApplicationRuns() throws Exception {
        Path file = folder.resolve("drinks.attune");
        try (ConfigurableApplicationContext application =
                start("attune.bandit.file=" + file, "attune.bandit.save-every=20ms")) {
            get(application, "/drink?country=DE");
            long end = System.nanoTime() + Duration.ofMinutes(1).toNanos();
            while (!Files.exists(file) || Bandit.load(Files.readAllBytes(file)).rounds() < 1) {
                assertThat(System.nanoTime()).as("waited a minute for the file").isLessThan(end);
                Thread.sleep(10);
            }
            assertThat(application.isActive()).isTrue();
        }
    }

    @Test
    void aTimeBetweenWritesThatIsNotPositiveIsRejected() {
        assertThatThrownBy(() -> start("attune.bandit.file=" + folder.resolve("f"), "attune.bandit.save-every=0s"))
                .hasStackTraceContaining("attune.bandit.save-every = PT0S must be positive");
    }

    @Test
    void halfARangeOfRewardsIsRejected() {
        assertThatThrownBy(() -> start("attune.bandit.lowest-reward=0"))
                .hasStackTraceContaining(
                        "attune.bandit.lowest-reward and attune.bandit.highest-reward must be given together");
    }

    private static ConfigurableApplicationContext start(String... properties) {
        return SpringApplication.run(SampleApplication.class, arguments(properties));
    }

    private static String[] arguments(String... properties) {
        List<String> arguments = new ArrayList<>(List.of(
                "--server.port=0",
                "--spring.main.banner-mode=off",
                "--logging.level.root=error",
                "--management.endpoints.web.exposure.include=health,metrics",
                "--management.endpoint.health.show-details=always"));
        Stream.of(properties).map(property -> "--" + property).forEach(arguments::add);
        return arguments.toArray(String[]::new);
    }

    private static String get(ConfigurableApplicationContext application, String path) throws Exception {
        return HTTP.send(request(application, path).GET().build(), HttpResponse.BodyHandlers.ofString())
                .body();
    }

    private static void post(ConfigurableApplicationContext application, String path) throws Exception {
        int status = HTTP.send(
                        request(application, path)
                                .POST(HttpRequest.BodyPublishers.noBody())
                                .build(),
                        HttpResponse.BodyHandlers.discarding())
                .statusCode();
        assertThat(status).isEqualTo(200);
    }

    private static HttpRequest.Builder request(ConfigurableApplicationContext application, String path) {
        return HttpRequest.newBuilder(
                URI.create("http://localhost:" + application.getEnvironment().getProperty("local.server.port") + path));
    }
}
