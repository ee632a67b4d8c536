package dev.attune.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.attune.Attune;
import dev.attune.Bandit;
import dev.attune.Decision;
import dev.attune.api.ActionSet;
import dev.attune.bench.service.ServerProcess;
import dev.attune.client.ArmRequest;
import dev.attune.client.AttuneClient;
import dev.attune.encode.Arm;
import dev.attune.encode.Features;
import dev.attune.policy.LinUcb;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CardCommandTest {
    private static final int ROUNDS = 600;

    @TempDir
    private Path folder;

    private final CapturedCommandLine attune = new CapturedCommandLine();

    /** A bandit of drinks: tea pays in Germany, coffee elsewhere. */
    private static Bandit drinks() {
        Bandit bandit = Attune.bandit().seed(3).uniformShare(.05).build();
        Random random = new Random(4);
        for (int t = 0; t < ROUNDS; t++) {
            String country = random.nextBoolean() ? "DE" : "FR";
            Decision made = bandit.decide(Features.of("country", country), "tea", "coffee");
            bandit.reward(made, made.arm().equals("tea") == country.equals("DE") ? 1 : 0);
        }
        return bandit;
    }

    private Path saved(Bandit bandit) throws IOException {
        return Files.write(folder.resolve("drinks.attune"), bandit.save());
    }

    @Test
    void aSavedBanditIsExplainedOnOnePage() throws IOException {
        Bandit bandit = drinks();
        assertThat(attune.run(
                        AttuneCommand.commandLine(160), "card", saved(bandit).toString()))
                .as(attune.err())
                .isZero();

        assertThat(attune.out().lines().toList().get(0)).isEqualTo("drinks.attune");
        assertThat(attune.out())
                .contains("policy       Auto: ")
                .contains("tuner        ")
                .contains("features     named, any number of them")
                .contains("options      seed 3, any reward, 5.00 % of rounds with a random arm, unknown horizon")
                .contains("rounds       600")
                .contains("rewards      600 learnt by the model in force")
                .contains("model        " + bandit.explain().summary())
                .contains("level        not recorded in a file")
                .contains("limits       Any reward is accepted")
                .doesNotContain("rewards are few", "No uniform share")
                .contains("  leads", "No change of the world was detected.")
                .containsPattern("context\\.country=(DE|FR) x id=(tea|coffee) +[+-]0\\.\\d+ +\\([+-]")
                .containsPattern("memory       model about [\\d.]+ kB, the whole bandit as a file [\\d.]+ kB");
        assertThat(attune.out().lines()).hasSizeLessThan(50);
    }

    @Test
    void theSameAsJson() throws IOException {
        Bandit bandit = drinks();
        Path file = saved(bandit);
        assertThat(attune.run(AttuneCommand.commandLine(160), "card", file.toString(), "--json", "--most", "3"))
                .isZero();

        assertThat(attune.out().lines()).hasSize(1);
        JsonNode card = new ObjectMapper().readTree(attune.out());
        assertThat(card.get("policy").asText()).isEqualTo("Auto");
        assertThat(card.at("/options/seed").asLong()).isEqualTo(3);
        assertThat(card.get("rounds").asInt()).isEqualTo(ROUNDS);
        assertThat(card.at("/model/leader").asText()).isEqualTo(bandit.explain().leader());
        assertThat(card.at("/model/lead").asDouble()).isEqualTo(bandit.explain().lead());
        assertThat(card.at("/model/candidates")).hasSameSizeAs(bandit.explain().candidates());
        assertThat(card.get("coefficients")).hasSize(3);
        assertThat(card.at("/model/bytes").asLong()).isEqualTo(bandit.explain().bytes());
        assertThat(card.get("bytes").asLong()).isEqualTo(Files.size(file));
        assertThat(card.has("service")).isFalse();
        assertThat(card.get("limits")).hasSize(2);
    }

    @Test
    void vectorsAreExplainedByThePositionsOfTheirNumbers() throws IOException {
        Bandit bandit = Attune.bandit().vectors(3).policy("LinUCB").seed(1).build();
        Random random = new Random(2);
        for (int t = 0; t < 200; t++) {
            double[][] arms = {{1, random.nextGaussian(), 0}, {1, 0, random.nextGaussian()}};
            Decision made = bandit.decide(ActionSet.ofRows(arms));
            double[] x = arms[Integer.parseInt(made.arm())];
            bandit.reward(made, 2 * x[1] + .1 * random.nextGaussian());
        }
        assertThat(attune.run(
                        AttuneCommand.commandLine(160), "card", saved(bandit).toString()))
                .as(attune.err())
                .isZero();
        assertThat(attune.out())
                .contains("features     vectors of 3 numbers")
                .contains("One model, LinUCB: there is nothing to choose.")
                .containsPattern("coefficients those .*\\R +x\\[1\\] +\\+[12]\\.");
    }

    @Test
    void theLimitsOfABanditThatHasLearntLittleAreNamed() throws IOException {
        Path file = saved(Attune.bandit().rewards(0, 1).uniformShare(0).build());

        assertThat(attune.run(AttuneCommand.commandLine(160), "card", file.toString()))
                .isZero();

        assertThat(attune.out())
                .contains("limits       0 rewards are few", "No uniform share", "whether that is the goal")
                .doesNotContain("Any reward is accepted");
    }

    @Test
    void aShareThatDecaysIsStatedAsItIsAndAsItWillBe() throws IOException {
        Path file = saved(Attune.bandit().rewards(0, 1).build());

        assertThat(attune.run(AttuneCommand.commandLine(160), "card", file.toString()))
                .isZero();

        assertThat(attune.out())
                .contains("5.00 % of rounds with a random arm now, falling to 1.00 %")
                .doesNotContain("No uniform share");
    }

    @Test
    void whatCannotBeReadIsReportedInOneLine() throws IOException {
        Path foreign = Files.writeString(folder.resolve("notes.txt"), "these are notes, not a bandit");
        assertThat(attune.run(AttuneCommand.commandLine(160), "card", foreign.toString()))
                .isEqualTo(2);
        assertThat(attune.err().strip())
                .isEqualTo("attune: " + foreign + " is not a saved bandit: these bytes are not saved state of Attune");

        Path missing = folder.resolve("missing.attune");
        assertThat(attune.run(AttuneCommand.commandLine(160), "card", missing.toString()))
                .isEqualTo(2);
        assertThat(attune.err().strip()).isEqualTo("attune: no such file: " + missing);

        byte[] bytes = drinks().save();
        bytes[bytes.length / 2] ^= 1;
        Path damaged = Files.write(folder.resolve("damaged.attune"), bytes);
        assertThat(attune.run(AttuneCommand.commandLine(160), "card", damaged.toString()))
                .isEqualTo(2);
        assertThat(attune.err()).contains("damaged.attune is not a saved bandit: ", "checksum does not match");

        Path objects = Files.write(
                folder.resolve("objects.attune"),
                Attune.bandit().policy(new LinUcb(2)).build().save());
        assertThat(attune.run(AttuneCommand.commandLine(160), "card", objects.toString()))
                .isEqualTo(2);
        assertThat(attune.err()).contains("only the program that built it can load; print bandit.explain() there");

        assertThat(attune.run(AttuneCommand.commandLine(160), "card", folder.toString()))
                .isEqualTo(2);
        assertThat(attune.err()).contains("is not a data folder");
        assertThat(attune.run(AttuneCommand.commandLine(160), "card", damaged.toString(), "--bandit", "news"))
                .isEqualTo(2);
        assertThat(attune.err()).contains("--bandit needs a data folder");
        assertThat(attune.run(AttuneCommand.commandLine(160), "card", damaged.toString(), "--most", "-1"))
                .isEqualTo(2);
        assertThat(attune.run(AttuneCommand.commandLine(160), "card")).isEqualTo(2);
        assertThat(attune.err()).contains("FILE|FOLDER").contains("attune card --help");
    }

    @Test
    void helpTeaches() {
        assertThat(attune.run(AttuneCommand.commandLine(160), "card", "--help")).isZero();
        assertThat(attune.out())
                .contains("Examples:", "attune card attune-data --bandit news", "How to read it", "--json");
        assertThat(attune.run(AttuneCommand.commandLine(160), "--help")).isZero();
        assertThat(attune.out()).contains("attune card news.attune");
    }

    /** As people use it: a running service, and the command in a process of its own. */
    @Test
    @Tag("process")
    void aBanditOfAServiceIsExplainedWhileItRunsAndAfterItWasKilled() throws Exception {
        Path data = folder.resolve("data");
        try (ServerProcess server = ServerProcess.start(
                ServerProcess.freePort(), data, folder.resolve("log"), List.of("-Xmx256m"), List.of("--no-warmup"))) {
            server.awaitReady(Duration.ofMinutes(1));
            AttuneClient client = AttuneClient.builder(server.address()).build();
            client.create("drinks");
            ArmRequest request =
                    ArmRequest.among(List.of(new Arm("tea", Features.NONE), new Arm("coffee", Features.NONE)));
            for (int i = 0; i < 20; i++) {
                client.reward(client.decide("drinks", request).id(), 1);
            }
            assertThat(attune.runProcess(folder, "card", data.toString()))
                    .as(attune.err())
                    .isZero();
            assertThat(attune.out())
                    .startsWith("drinks")
                    .contains("rounds       20", "rewards      0 learnt, 0 expired, 20 decisions wait")
                    .contains("verdict      Cannot tell yet: no reward of a decision");
            client.create("food");
            server.kill();
        }
        assertThat(attune.runProcess(folder, "card", data.toString())).isEqualTo(2);
        assertThat(attune.err()).contains("has 2 bandits; choose one by --bandit: drinks, food");
        assertThat(attune.runProcess(folder, "card", data.toString(), "--bandit", "drink"))
                .isEqualTo(2);
        assertThat(attune.err()).contains("no bandit called drink; did you mean drinks?");
        assertThat(attune.runProcess(folder, "card", data.toString(), "--bandit", "drinks", "--json"))
                .as(attune.err())
                .isZero();
        JsonNode card = new ObjectMapper().readTree(attune.out());
        assertThat(card.at("/service/waiting").asInt()).isEqualTo(20);
        assertThat(card.get("rounds").asInt()).isEqualTo(20);
    }
}
