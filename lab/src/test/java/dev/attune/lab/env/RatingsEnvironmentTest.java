package dev.attune.lab.env;

import static dev.attune.lab.env.Traces.NO_SETTING;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import dev.attune.api.ActionSet;
import dev.attune.lab.RealData;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RatingsEnvironmentTest {
    @TempDir
    private Path folder;

    /** 12 users; user u has rated 2 + 2u movies, m with 1 + (u + m) mod 5, in the order of the movies. */
    private Environment small(Object... more) throws IOException {
        List<String> lines = new ArrayList<>();
        for (int user = 0; user < 12; user++) {
            for (int movie = 0; movie < 2 + 2 * user; movie++) {
                lines.add(user + "\t" + movie + "\t" + (1 + (user + movie) % 5) + "\t" + (1000 + movie));
            }
        }
        List<Object> parameters = new ArrayList<>(List.of(
                "data", DataFiles.write(folder.resolve("u.data"), lines.toArray(new String[0])), "features", 2));
        parameters.addAll(List.of(more));
        return DataFiles.make("movielens-ratings", parameters.toArray());
    }

    @Test
    void theLawsHold() throws IOException {
        Environment environment = small("arms", 5);

        EnvironmentLaws.hold(environment, (int) environment.mostRounds());
        assertThat(environment.dimension()).isEqualTo(5);
        assertThat(Traces.trace(environment, 1, 3)).isNotEqualTo(Traces.trace(environment, 2, 3));
    }

    @Test
    void everyLaterRatingIsOnOfferOnce() throws IOException {
        // later ratings of user u: 1 + u; user 0 has only one, so no choice; with at most 5 arms ceil((1 + u) / 5)
        // rounds
        Environment environment = small("arms", 5);
        assertThat(environment.mostRounds()).isEqualTo(4 + 5 * 2 + 2 * 3);

        Rounds rounds = environment.open(1, environment.mostRounds());
        int[] offered = new int[5];
        for (int t = 1; t <= environment.mostRounds(); t++) {
            ActionSet arms = rounds.next();
            assertThat(arms.arms()).isBetween(2, 5);
            for (int arm = 0; arm < arms.arms(); arm++) {
                offered[(int) Math.round(4 * rounds.reward(arm, NO_SETTING))]++;
            }
        }

        int[] expected = new int[5];
        for (int user = 1; user < 12; user++) {
            for (int movie = 1 + user; movie < 2 + 2 * user; movie++) {
                expected[(user + movie) % 5]++;
            }
        }
        assertThat(offered).containsExactly(expected);
    }

    @Test
    void featuresAreNoLongerThanOneAndEndWithAConstant() throws IOException {
        Environment environment = small();
        Rounds rounds = environment.open(1, 5);
        for (int t = 1; t <= 5; t++) {
            ActionSet arms = rounds.next();
            for (int arm = 0; arm < arms.arms(); arm++) {
                double[] x = arms.features(arm);
                double squares = 0;
                for (double value : x) {
                    squares += value * value;
                }
                assertThat(squares).isLessThanOrEqualTo(1 + 1e-12);
                assertThat(x[4]).isCloseTo(Math.sqrt(1.0 / 3), within(1e-15));
            }
        }
    }

    @Test
    void withoutAChoiceThereIsNoEnvironment() throws IOException {
        Path same = DataFiles.write(folder.resolve("same"), "1\t1\t3\t1", "1\t2\t3\t2");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> DataFiles.make("movielens-ratings", "data", same))
                .withMessageContaining("all ratings are 3.0");
        Path few = DataFiles.write(folder.resolve("few"), "1\t1\t3\t1", "1\t2\t4\t2");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> DataFiles.make("movielens-ratings", "data", few))
                .withMessageContaining("no user has two ratings among the share of 0.5");
    }

    @Test
    void whatTheFitForetellsHelpsOnRealRatings() throws IOException {
        Environment environment = DataFiles.make("movielens-ratings", "data", RealData.at("ml-100k"));
        long most = environment.mostRounds();
        assertThat(most).isEqualTo(2901);
        assertThat(environment.dimension()).isEqualTo(41);

        Rounds rounds = environment.open(1, most);
        double foretold = 0;
        double first = 0;
        for (int t = 1; t <= most; t++) {
            ActionSet arms = rounds.next();
            int best = 0;
            for (int arm = 1; arm < arms.arms(); arm++) {
                best = sumOfProducts(arms, arm) > sumOfProducts(arms, best) ? arm : best;
            }
            foretold += rounds.regret(best, NO_SETTING);
            first += rounds.regret(0, NO_SETTING);
        }

        // The arms are shuffled, so the first is a random one.
        assertThat(foretold).isLessThan(0.65 * first);
    }

    private static double sumOfProducts(ActionSet arms, int arm) {
        double[] x = arms.features(arm);
        double sum = 0;
        for (int i = 0; i < 20; i++) {
            sum += x[i];
        }
        return sum;
    }
}
