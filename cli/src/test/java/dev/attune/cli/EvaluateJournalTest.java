package dev.attune.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.attune.Attune;
import dev.attune.Bandit;
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
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
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
}
