package dev.attune.lab.env;

import static dev.attune.lab.env.Traces.NO_SETTING;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.attune.api.ActionSet;
import dev.attune.lab.RealData;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClassificationEnvironmentTest {
    @TempDir
    private Path folder;

    private Path table() throws IOException {
        return DataFiles.write(folder.resolve("t.csv"), "id,x,kind", "r1,1,b", "r2,2,a", "r3,3,c", "r4,4,a");
    }

    @Test
    void theLawsHold() throws IOException {
        EnvironmentLaws.hold(DataFiles.make("classification", "data", table()), 4);

        String[] rows = IntStream.range(0, 100).mapToObj(i -> i + "," + i % 3).toArray(String[]::new);
        Path many = DataFiles.write(folder.resolve("many.csv"), rows);
        Environment environment = DataFiles.make("classification", "data", many, "header", "no");
        assertThat(Traces.trace(environment, 1, 20)).isNotEqualTo(Traces.trace(environment, 2, 20));
    }

    @Test
    void eachArmHasTheContextInItsOwnBlock() throws IOException {
        Environment environment =
                DataFiles.make("classification", "data", table(), "label", "kind", "ignore", "id", "scale", "none");
        assertThat(environment.dimension()).isEqualTo(6);
        assertThat(environment.mostRounds()).isEqualTo(4);

        Rounds rounds = environment.open(1, 4);
        List<Double> contexts = new ArrayList<>();
        for (int t = 1; t <= 4; t++) {
            ActionSet arms = rounds.next();
            assertThat(arms.arms()).isEqualTo(3);
            double x = arms.features(0)[0];
            contexts.add(x);
            assertThat(arms.features(0)).containsExactly(x, 1, 0, 0, 0, 0);
            assertThat(arms.features(1)).containsExactly(0, 0, x, 1, 0, 0);
            assertThat(arms.features(2)).containsExactly(0, 0, 0, 0, x, 1);
            int right = x == 1 ? 1 : x == 3 ? 2 : 0; // classes a, b, c
            for (int arm = 0; arm < 3; arm++) {
                assertThat(rounds.reward(arm, NO_SETTING)).isEqualTo(arm == right ? 1 : 0);
                assertThat(rounds.regret(arm, NO_SETTING)).isEqualTo(arm == right ? 0 : 1);
            }
        }
        assertThat(contexts).containsExactlyInAnyOrder(1.0, 2.0, 3.0, 4.0);
    }

    @Test
    void costsMakeSomeMistakesWorseThanOthers() throws IOException {
        Path costs = DataFiles.write(folder.resolve("costs.csv"), "right,a,b,c", "a,0,1,4", "b,1,0,1", "c,2,2,1");
        Environment environment =
                DataFiles.make("classification", "data", table(), "ignore", "1", "scale", "none", "costs", costs);
        EnvironmentLaws.hold(environment, 4);

        Rounds rounds = environment.open(1, 4);
        for (int t = 1; t <= 4; t++) {
            ActionSet arms = rounds.next();
            if (arms.features(0)[0] == 3) { // the row of class c, where even the right arm costs 1
                assertThat(rounds.reward(2, NO_SETTING)).isEqualTo(0.75);
                assertThat(rounds.regret(2, NO_SETTING)).isZero();
                assertThat(rounds.reward(0, NO_SETTING)).isEqualTo(0.5);
                assertThat(rounds.regret(0, NO_SETTING)).isEqualTo(0.25);
            }
        }
    }

    @Test
    void theFingerprintIsThatOfTheFileAndOfTheCosts() throws IOException {
        Path costs = DataFiles.write(folder.resolve("costs.csv"), "right,a,b,c", "a,0,1,4", "b,1,0,1", "c,2,2,1");
        String plain = DataFiles.make("classification", "data", table()).fingerprint();

        assertThat(DataFiles.make("classification", "data", table(), "costs", costs)
                        .fingerprint())
                .startsWith(plain + "+")
                .hasSize(129);
    }

    @Test
    void whatIsWrongIsNamed() throws IOException {
        Path table = table();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> DataFiles.make("classification"))
                .withMessage("environment classification needs data");
        assertThatThrownBy(() -> DataFiles.make("classification", "data", folder.resolve("none.csv")))
                .isInstanceOf(IOException.class)
                .hasMessage("no such file: " + folder.resolve("none.csv"));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> DataFiles.make("classification", "data", table, "label", "species"))
                .withMessageContaining("t.csv has no column species; name one of id, x, kind");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> DataFiles.make("classification", "data", table, "scale", "log"))
                .withMessageContaining("scale = log must be one of standard, unit, none");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> DataFiles.make("classification", "data", table, "encoding", "shared"))
                .withMessageContaining("encoding = shared must be one of disjoint");
        Path wide = DataFiles.write(
                folder.resolve("wide.csv"),
                IntStream.range(0, 900).mapToObj(i -> "w" + i + "," + i % 10).toArray(String[]::new));
        assertThat(DataFiles.make("classification", "data", wide, "header", "no")
                        .whySparse())
                .isEqualTo("10 classes with 901 features each make d = 9010, more than 5000; ignore columns with many"
                        + " different words, or use a policy with a model for each arm, such as LinUCB-disjoint");
    }

    @Test
    void pendigitsAndMushroomRunFromAFolder() throws IOException {
        Environment pendigits = DataFiles.make("pendigits", "data", RealData.at("pendigits"));
        assertThat(pendigits.mostRounds()).isEqualTo(10_992);
        assertThat(pendigits.dimension()).isEqualTo(170);
        assertThat(pendigits.open(1, 10).next().arms()).isEqualTo(10);
        Environment mushroom = DataFiles.make("mushroom", "data", RealData.at("mushroom"));
        assertThat(mushroom.mostRounds()).isEqualTo(8_124);
        assertThat(mushroom.dimension()).isEqualTo(234);
        EnvironmentLaws.hold(mushroom, 20);
    }

    @Test
    void policiesWithAModelForEachArmGetTheNumberOfTheArmAndTheContext() throws IOException {
        Environment environment = DataFiles.make("classification", "data", table(), "ignore", "id", "scale", "none");
        Environment perArm = environment.perArm().orElseThrow();
        EnvironmentLaws.hold(perArm, 4);
        assertThat(perArm.dimension()).isEqualTo(3);
        Rounds wide = environment.open(1, 4);
        Rounds narrow = perArm.open(1, 4);
        for (int t = 1; t <= 4; t++) {
            double x = wide.next().features(0)[0];
            ActionSet arms = narrow.next();
            for (int arm = 0; arm < 3; arm++) {
                assertThat(arms.features(arm)).containsExactly(arm, x, 1);
                assertThat(narrow.reward(arm, NO_SETTING)).isEqualTo(wide.reward(arm, NO_SETTING));
            }
        }
    }

    @Test
    void rowsWithoutALabelAreSkippedIfThatIsAskedFor() throws IOException {
        Path file = DataFiles.write(folder.resolve("gaps.csv"), "x,c,kind", "1,1,b", "2,1,?", "3,1,c", ",1,b");
        assertThatThrownBy(() -> DataFiles.make("classification", "data", file))
                .hasMessageContaining(
                        "line 3: column kind: the label is missing; 'unlabelled: skip' leaves out such rows");
        Environment environment = DataFiles.make("classification", "data", file, "unlabelled", "skip");
        assertThat(environment.mostRounds()).isEqualTo(3);
        assertThat(environment.notes())
                .containsExactly(
                        "3 rows, 2 arms (b, c), 1 columns of features (x)",
                        "dropped, because it never changes: c",
                        "1 cells of features are missing",
                        "1 rows without a label were skipped");
    }

    @Test
    void otherEncodingsColumnsOfTheSameNameAndMissingHeadersAreNoticed() throws IOException {
        Path latin = folder.resolve("latin.csv");
        Files.write(latin, "x,x,kind\n1,caf\u00e9,a\n2,tea,b\n".getBytes(StandardCharsets.ISO_8859_1));
        assertThat(DataFiles.make("classification", "data", latin).notes())
                .contains("the text is not UTF-8; read as ISO-8859-1", "the columns 1 and 2 are both called 'x'");
        assertThatThrownBy(() -> DataFiles.make("classification", "data", latin, "ignore", "x"))
                .hasMessageContaining("the columns 1 and 2 are both called x");
        Path headless = DataFiles.write(folder.resolve("headless.csv"), "1,a", "2,b", "3,a");
        assertThatThrownBy(() -> DataFiles.make("classification", "data", headless))
                .hasMessageContaining("line 1: every cell of the first row is a number or a value of its column");
    }

    @Test
    void aTableMayHaveAColumnOfRewardsForEachArm() throws IOException {
        Path file =
                DataFiles.write(folder.resolve("ratings.csv"), "age,r_a,r_b,r_c", "1,5,1,3", "2,,4,2", "3,1,,", "4,,,");
        Environment environment = DataFiles.make("reward-table", "data", file, "rewards", "r_*", "scale", "none");
        EnvironmentLaws.hold(environment, 3);
        assertThat(environment.notes())
                .containsExactly(
                        "3 rows, 3 arms (r_a, r_b, r_c), 1 columns of features (age)",
                        "3 rewards are missing; the arm is not on offer in the row",
                        "1 rows without any reward were skipped");
        for (Environment form : List.of(
                environment,
                environment.sparse().orElseThrow(),
                environment.perArm().orElseThrow())) {
            Rounds rounds = form.open(1, 3);
            List<List<Double>> rewards = new ArrayList<>();
            for (int t = 1; t <= 3; t++) {
                ActionSet arms = rounds.next();
                rewards.add(IntStream.range(0, arms.arms())
                        .mapToObj(arm -> rounds.reward(arm, NO_SETTING))
                        .toList());
            }
            assertThat(rewards).containsExactlyInAnyOrder(List.of(1.0, 0.0, 0.5), List.of(0.75, 0.25), List.of(0.0));
        }
        Environment costs = DataFiles.make("reward-table", "data", file, "rewards", "r_a,r_b", "costs", "yes");
        Rounds rounds = costs.open(1, 3);
        List<Double> regrets = new ArrayList<>();
        for (int t = 1; t <= 3; t++) {
            ActionSet arms = rounds.next();
            regrets.add(rounds.regret(0, NO_SETTING) + (arms.arms() == 1 ? 10 : 0));
        }
        assertThat(regrets).containsExactlyInAnyOrder(1.0, 10.0, 10.0);
        assertThatThrownBy(() -> DataFiles.make("reward-table", "data", file, "rewards", "r_a"))
                .hasMessageContaining("a bandit needs at least two arms");
        Path bad = DataFiles.write(folder.resolve("bad.csv"), "r_a,r_b", "1,much", "2,3");
        assertThatThrownBy(() -> DataFiles.make("reward-table", "data", bad, "rewards", "r_*"))
                .hasMessageContaining("bad.csv line 2: column r_b: 'much' is not a number");
    }
}
