package dev.attune.lab.env;

import static dev.attune.lab.env.Traces.NO_SETTING;
import static org.assertj.core.api.Assertions.assertThat;

import dev.attune.api.ActionSet;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Environments with a context and ids of arms have the same rounds with sparse arms. */
class SparseFormTest {
    @TempDir
    private Path folder;

    private Path table() throws IOException {
        return DataFiles.write(
                folder.resolve("t.csv"),
                "age,country,age,,plan,class",
                "31,DE,1,x,7,b",
                "?,FR,2,y,7,a",
                "45,DE,3,x,7,c",
                "18,?,4,z,7,a");
    }

    private static void hasTheSameRounds(Environment vectors, int rounds) {
        Environment sparse = vectors.sparse().orElseThrow();
        assertThat(vectors.dimension()).isPositive();
        assertThat(vectors.whySparse()).isEmpty();
        assertThat(sparse.dimension()).isZero();
        assertThat(sparse.sparse()).isPresent();
        assertThat(sparse.mostRounds()).isEqualTo(vectors.mostRounds());
        assertThat(sparse.rewards()).isEqualTo(vectors.rewards());
        assertThat(sparse.fingerprint()).isEqualTo(vectors.fingerprint());
        assertThat(sparse.knowsRegret()).isEqualTo(vectors.knowsRegret());
        Rounds one = vectors.open(3, rounds);
        Rounds two = sparse.open(3, rounds);
        for (int t = 1; t <= rounds; t++) {
            ActionSet dense = one.next();
            ActionSet terms = two.next();
            assertThat(dense.isSparse()).isFalse();
            assertThat(terms.isSparse()).isTrue();
            assertThat(terms.arms()).isEqualTo(dense.arms());
            for (int arm = 0; arm < dense.arms(); arm++) {
                assertThat(Double.compare(two.reward(arm, NO_SETTING), one.reward(arm, NO_SETTING)))
                        .isZero();
                assertThat(Double.compare(two.regret(arm, NO_SETTING), one.regret(arm, NO_SETTING)))
                        .isZero();
            }
        }
    }

    @Test
    void aTableHasTheSameRoundsWithSparseArms() throws IOException {
        for (String scale : List.of("standard", "unit", "none")) {
            Environment environment = DataFiles.make("classification", "data", table(), "scale", scale);
            hasTheSameRounds(environment, 4);
            EnvironmentLaws.hold(environment.sparse().orElseThrow(), 4);
        }
    }

    @Test
    void theVisitsOfALogHaveTheSameRoundsWithSparseArms() throws IOException {
        Path log = DataFiles.write(
                folder.resolve("r6b"),
                "1 id-30 1 |user 1 9 |id-10 |id-20 |id-30",
                "2 id-10 0 |user 1 9 8 |id-10 |id-20",
                "3 id-40 0 |user 1 |id-40 |id-30");
        Environment environment = DataFiles.make("yahoo-r6b", "data", log, "userFeatures", 1);
        hasTheSameRounds(environment, 3);
        EnvironmentLaws.hold(environment.sparse().orElseThrow(), 3);

        Rounds rounds = environment.sparse().orElseThrow().open(1, 3);
        assertThat(terms(rounds.next(), 0)).isEqualTo(2); // the article, and the user's feature 9 with it
        assertThat(terms(rounds.next(), 0)).isEqualTo(3);
        assertThat(terms(rounds.next(), 0)).isEqualTo(1);
    }

    @Test
    void separateModelsHaveTheSameRoundsWithSparseArms() throws Exception {
        hasTheSameRounds(
                EnvironmentCatalog.environment("separate-models").make(Map.of("features", "3", "arms", "4")), 50);
    }

    @Test
    void arrangementsOfVectorsHaveNoSparseArms() throws Exception {
        for (String name : List.of("simulation", "fixed-arms", "few-arms")) {
            assertThat(EnvironmentCatalog.environment(name).make(Map.of()).sparse())
                    .as(name)
                    .isEmpty();
        }
    }

    /** Every pair of a word and an arm is a coefficient of its own, and so is every arm. */
    @Test
    void aTableWithTooManyWordsForVectorsHasSparseArmsOnly() throws IOException {
        String[] rows = IntStream.range(0, 3000)
                .mapToObj(i -> "user" + i % 1500 + "," + i % 7 + "," + i % 3)
                .toArray(String[]::new);
        Environment wide = DataFiles.make(
                "classification", "data", DataFiles.write(folder.resolve("wide.csv"), rows), "header", "no");

        assertThat(wide.dimension()).isZero();
        assertThat(wide.whySparse()).isEqualTo("column 1 has more than 1,000 different words");
        assertThat(wide.sparse()).containsSame(wide);
        EnvironmentLaws.hold(wide, 50);
        Rounds rounds = wide.open(1, 3000);
        Set<Long> contexts = new HashSet<>();
        for (int t = 1; t <= 3000; t++) {
            ActionSet arms = rounds.next();
            assertThat(arms.arms()).isEqualTo(3);
            for (int c = 0; c < arms.context().size(); c++) {
                contexts.add(arms.context().key(c));
            }
        }
        assertThat(contexts).hasSizeGreaterThanOrEqualTo(1500);
    }

    /** Number of terms of an arm, those that it shares with others included. */
    private static int terms(ActionSet arms, int arm) {
        double[] features = arms.features(arm);
        int pairs = 0;
        for (int at = 0; at < features.length; ) {
            int context = (int) features[at];
            int own = (int) features[at + 1];
            pairs += context * own;
            at += 2 + 3 * (context + own);
        }
        return pairs;
    }
}
