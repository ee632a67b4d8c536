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
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CardCommandTest {
    private static final int ROUNDS = 600;

    @TempDir
    private Path folder;

    private String out = "";
    private String err = "";

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
        assertThat(attune("card", saved(bandit).toString())).as(err).isZero();

        assertThat(out.lines().toList().get(0)).isEqualTo("drinks.attune");
        assertThat(out)
                .contains("policy       Auto: ")
                .contains("tuner        ")
                .contains("features     named, any number of them")
                .contains("options      seed 3, any reward, 5.00 % of rounds with a random arm, unknown horizon")
                .contains("rounds       600")
                .contains("rewards      600 learnt by the model in force")
                .contains("model        " + bandit.explain().summary())
                .contains("  leads", "No change of the world was detected.")
                .containsPattern("context\\.country=(DE|FR) x id=(tea|coffee) +[+-]0\\.\\d+ +\\([+-]")
                .containsPattern("memory       model about [\\d.]+ kB, the whole bandit as a file [\\d.]+ kB");
        assertThat(out.lines()).hasSizeLessThan(50);
    }

    @Test
    void theSameAsJson() throws IOException {
        Bandit bandit = drinks();
        Path file = saved(bandit);
        assertThat(attune("card", file.toString(), "--json", "--most", "3")).isZero();

        assertThat(out.lines()).hasSize(1);
        JsonNode card = new ObjectMapper().readTree(out);
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
        assertThat(attune("card", saved(bandit).toString())).as(err).isZero();
        assertThat(out)
                .contains("features     vectors of 3 numbers")
                .contains("One model, LinUCB: there is nothing to choose.")
                .containsPattern("coefficients those .*\\R +x\\[1\\] +\\+[12]\\.");
    }

    @Test
    void whatCannotBeReadIsReportedInOneLine() throws IOException {
        Path foreign = Files.writeString(folder.resolve("notes.txt"), "these are notes, not a bandit");
        assertThat(attune("card", foreign.toString())).isEqualTo(2);
        assertThat(err.strip())
                .isEqualTo("attune: " + foreign + " is not a saved bandit: these bytes are not saved state of Attune");

        Path missing = folder.resolve("missing.attune");
        assertThat(attune("card", missing.toString())).isEqualTo(2);
        assertThat(err.strip()).isEqualTo("attune: no such file: " + missing);

        byte[] bytes = drinks().save();
        bytes[bytes.length / 2] ^= 1;
        Path damaged = Files.write(folder.resolve("damaged.attune"), bytes);
        assertThat(attune("card", damaged.toString())).isEqualTo(2);
        assertThat(err).contains("damaged.attune is not a saved bandit: ", "checksum does not match");

        Path objects = Files.write(
                folder.resolve("objects.attune"),
                Attune.bandit().policy(new LinUcb(2)).build().save());
        assertThat(attune("card", objects.toString())).isEqualTo(2);
        assertThat(err).contains("only the program that built it can load; print bandit.explain() there");

        assertThat(attune("card", folder.toString())).isEqualTo(2);
        assertThat(err).contains("is not a data folder");
        assertThat(attune("card", damaged.toString(), "--bandit", "news")).isEqualTo(2);
        assertThat(err).contains("--bandit needs a data folder");
        assertThat(attune("card", damaged.toString(), "--most", "-1")).isEqualTo(2);
        assertThat(attune("card")).isEqualTo(2);
        assertThat(err).contains("FILE|FOLDER").contains("attune card --help");
    }

    @Test
    void helpTeaches() {
        assertThat(attune("card", "--help")).isZero();
        assertThat(out).contains("Examples:", "attune card attune-data --bandit news", "How to read it", "--json");
        assertThat(attune("--help")).isZero();
        assertThat(out).contains("attune card news.attune");
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
            assertThat(process("card", data.toString())).as(err).isZero();
            assertThat(out)
                    .startsWith("drinks")
                    .contains("rounds       20", "rewards      0 learnt, 0 expired, 20 decisions wait");
            client.create("food");
            server.kill();
        }
        assertThat(process("card", data.toString())).isEqualTo(2);
        assertThat(err).contains("has 2 bandits; choose one by --bandit: drinks, food");
        assertThat(process("card", data.toString(), "--bandit", "drink")).isEqualTo(2);
        assertThat(err).contains("no bandit called drink; did you mean drinks?");
        assertThat(process("card", data.toString(), "--bandit", "drinks", "--json"))
                .as(err)
                .isZero();
        JsonNode card = new ObjectMapper().readTree(out);
        assertThat(card.at("/service/waiting").asInt()).isEqualTo(20);
        assertThat(card.get("rounds").asInt()).isEqualTo(20);
    }

    private int attune(String... args) {
        StringWriter said = new StringWriter();
        StringWriter errors = new StringWriter();
        int code = AttuneCommand.commandLine(160)
                .setOut(new PrintWriter(said))
                .setErr(new PrintWriter(errors))
                .execute(args);
        out = said.toString();
        err = errors.toString();
        return code;
    }

    private int process(String... arguments) throws IOException, InterruptedException {
        Path output = folder.resolve("out");
        Path errors = folder.resolve("err");
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                AttuneCommand.class.getName()));
        command.addAll(List.of(arguments));
        Process process = new ProcessBuilder(command)
                .redirectOutput(output.toFile())
                .redirectError(errors.toFile())
                .start();
        try {
            assertThat(process.waitFor(2, TimeUnit.MINUTES)).isTrue();
        } finally {
            process.destroyForcibly();
        }
        out = Files.readString(output);
        err = Files.readString(errors);
        return process.exitValue();
    }
}
