package dev.attune.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.attune.Attune;
import dev.attune.Bandit;
import dev.attune.api.Control;
import dev.attune.encode.Arm;
import dev.attune.encode.EncoderDefinition;
import dev.attune.encode.Features;
import dev.attune.engine.DefinedBandit;
import dev.attune.engine.Pull;
import dev.attune.journal.Decided;
import dev.attune.journal.FolderLock;
import dev.attune.journal.JournalEvent;
import dev.attune.journal.JournalOptions;
import dev.attune.journal.JournalWriter;
import dev.attune.journal.Offer;
import dev.attune.live.Change;
import dev.attune.live.DecisionRequest;
import dev.attune.live.LiveDefinition;
import dev.attune.live.RewardMessage;
import dev.attune.live.RewardRules;
import dev.attune.live.RewardRules.Aggregation;
import dev.attune.live.RewardRules.Learning;
import dev.attune.live.statistics.BanditVerdict;
import dev.attune.server.runtime.BanditRuntime;
import dev.attune.server.runtime.Bandits.Identified;
import dev.attune.server.runtime.RuntimeListener;
import dev.attune.server.runtime.RuntimeOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.OptionalDouble;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The whole way: a bandit decides, the journal keeps it, and the journal is evaluated. */
class EvaluateJournalTest {
    private static final Features CONTEXT =
            Features.builder().category("country", "DE").build();
    private static final List<Arm> ARMS = List.of(new Arm("a", Features.NONE), new Arm("b", Features.NONE));

    @TempDir
    Path folder;

    private final CapturedCommandLine attune = new CapturedCommandLine();

    /** Two bandits; both find out that only b pays. The last decision of each still waits. */
    private void serve(int decisions) throws IOException {
        try (FolderLock lock = FolderLock.acquire(folder.resolve("data"));
                JournalWriter journal = JournalWriter.open(lock, JournalOptions.DEFAULT.withSegmentBytes(1 << 14))) {
            for (int number = 1; number <= 2; number++) {
                journal.append(new JournalEvent.Created(number, number == 1 ? "shop" : "news", "{}"), number);
                DefinedBandit bandit = new DefinedBandit(Attune.bandit()
                        .seed(0)
                        .policy("LinUCB")
                        .tuner("VOI")
                        .encoder(EncoderDefinition.builder().dimension(8).build())
                        .definition());
                for (int i = 1; i <= decisions; i++) {
                    Pull made = bandit.decide(CONTEXT, ARMS);
                    journal.append(decided(number, i, made), i);
                    bandit.reward(made, made.arm());
                    if (i < decisions) {
                        journal.append(new JournalEvent.Joined(number, i, made.arm()), i);
                    }
                }
            }
        }
    }

    private static Decided decided(int bandit, long decision, Pull made) {
        return new Decided(
                bandit,
                decision,
                made.t(),
                decision - 1,
                "",
                CONTEXT,
                new Offer.Inline(ARMS),
                made.arm(),
                new int[0],
                made.x(),
                made.suggestion().setting().toArray(),
                made.suggestion().memo(),
                made.propensity(),
                made.tuned(),
                false);
    }

    @Test
    void theDecisionsOfOneBanditAreValuedAndTeachAnother() throws IOException {
        serve(100);
        String data = folder.resolve("data").toString();
        String model = folder.resolve("model.attune").toString();

        assertThat(attune.run("evaluate", data, "--format", "journal")).isEqualTo(2);
        assertThat(attune.err()).contains("--bandit chooses one: shop, news").hasLineCount(1);

        String[] args = {
            "evaluate", data, "--format", "journal", "--bandit", "news", "--tuners", "VOI,RandTS", "--save", model
        };
        assertThat(attune.run(args)).as(attune.err()).isZero();
        assertThat(attune.out())
                .containsPattern("events +100\n")
                .contains("1 unknown", "decision that still waits for its reward where the journal ends")
                .contains("VOI is left out: VOI needs a policy with a matrix of covariances")
                .contains("tuned by RandTS, which has learnt from the log");
        Bandit saved = Bandit.load(Files.readAllBytes(Path.of(model)));
        assertThat(saved.decide(CONTEXT, ARMS).arm()).isEqualTo("b");
    }

    /** The dashboard, the command on the journal and the card make one statement about a bandit. */
    @Test
    void theVerdictOfTheServiceIsThatOfTheJournal() throws IOException {
        Path data = folder.resolve("data");
        BanditVerdict verdict;
        try (BanditRuntime service = BanditRuntime.open(RuntimeOptions.of(data), RuntimeListener.NONE)) {
            service.create("shop", judged(), List.of(), "ada")
                    .toCompletableFuture()
                    .join();
            play(service, 300, 0.5);
            service.change("shop", Change.control(new Control.NamedArm("a"), "ada"))
                    .toCompletableFuture()
                    .join();
            play(service, 1_500, 0);
            do { // what is published may be half a second old
                verdict = BanditVerdict.of(
                        service.published("shop").toCompletableFuture().join());
            } while (verdict.count() < 1_500);
        }
        assertThat(verdict.state()).isEqualTo(BanditVerdict.State.BETTER);

        String[] evaluate = {"evaluate", data.toString(), "--tuners", "explore=0", "--seeds", "1"};
        assertThat(attune.run(evaluate)).as(attune.err()).isZero();
        assertThat(unwrapped()).contains("In the service: " + verdict.text());
        assertThat(attune.run("evaluate", data.toString(), "--tuners", "explore=0", "--seeds", "1", "--json"))
                .as(attune.err())
                .isZero();
        JsonNode json = new ObjectMapper().readTree(attune.out());
        assertThat(json.at("/service/text").asText()).isEqualTo(verdict.text());
        assertThat(json.at("/service/state").asText()).isEqualTo("better");
        assertThat(json.at("/service/low").asDouble()).isEqualTo(verdict.low());

        assertThat(attune.run("card", data.toString())).as(attune.err()).isZero();
        assertThat(unwrapped()).contains("verdict " + verdict.text());
        assertThat(attune.run("card", data.toString(), "--json")).isZero();
        assertThat(new ObjectMapper()
                        .readTree(attune.out())
                        .at("/service/verdict/text")
                        .asText())
                .isEqualTo(verdict.text());
    }

    @Test
    void aBanditThatCannotBeRebuiltHasNoVerdict() throws IOException {
        serve(50); // without definitions
        String[] evaluate = {
            "evaluate", folder.resolve("data").toString(), "--bandit", "shop", "--tuners", "explore=0", "--seeds", "1"
        };
        assertThat(attune.run(evaluate)).as(attune.err()).isZero();
        assertThat(unwrapped()).contains("In the service: Unknown: ");
    }

    private String unwrapped() {
        return attune.out().replaceAll("\\s+", " ");
    }

    private static LiveDefinition judged() {
        return new LiveDefinition(
                Attune.bandit().seed(5).rewards(0, 1).uniformShare(0.1).definition(),
                new RewardRules(Duration.ofHours(1), Learning.AT_ONCE, Aggregation.FIRST, OptionalDouble.empty()));
    }

    /** Arm b always pays, arm a as often as stated. */
    private static void play(BanditRuntime service, int rounds, double a) {
        SplittableRandom random = new SplittableRandom(rounds);
        for (int i = 0; i < rounds; i++) {
            Identified made = service.decide(
                            "shop", List.of(new DecisionRequest("", CONTEXT, new Offer.Inline(ARMS), 1)))
                    .toCompletableFuture()
                    .join()
                    .get(0);
            boolean pays = made.answer().arm().equals("b") || random.nextDouble() < a;
            service.reward(List.of(new RewardMessage(made.id(), "", pays ? 1 : 0)))
                    .toCompletableFuture()
                    .join();
        }
    }
}
