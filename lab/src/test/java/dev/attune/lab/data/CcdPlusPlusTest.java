package dev.attune.lab.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.attune.lab.RealData;
import dev.attune.lab.data.Ratings.Rating;
import java.io.IOException;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class CcdPlusPlusTest {
    @Test
    void aPlantedMatrixIsRecoveredAlsoWhereItWasNotSeen() {
        Ratings all = PlantedRatings.of(60, 50, 3, 1.0);
        Ratings.Split split = all.split(0, 3);

        Factors factors = new CcdPlusPlus(3, 1e-6, 200, 3, false).fit(split.fitted());

        assertThat(factors.rmse(split.fitted())).isLessThan(1e-3);
        assertThat(factors.rmse(split.heldOut())).isLessThan(5e-3);
    }

    @Test
    void theObjectiveNeverRises() {
        Ratings ratings = PlantedRatings.of(40, 30, 6, 0.5);
        double[] objective = IntStream.rangeClosed(1, 20)
                .mapToObj(iterations -> new CcdPlusPlus(4, 0.1, iterations, 2, false).fit(ratings))
                .mapToDouble(factors -> objective(factors, ratings, 0.1))
                .toArray();

        for (int i = 1; i < objective.length; i++) {
            assertThat(objective[i]).isLessThanOrEqualTo(objective[i - 1] * (1 + 1e-12));
        }
        assertThat(objective[19]).isLessThan(0.99 * objective[0]);
    }

    private static double objective(Factors factors, Ratings ratings, double lambda) {
        double sum = 0;
        for (Rating rating : ratings.ratings()) {
            double error = rating.value() - factors.rating(rating.user(), rating.movie());
            sum += error * error;
            for (int i = 0; i < factors.rank(); i++) {
                // |w_i|^2 counts once for each rating of the user, |h_j|^2 once for each of the movie
                double w = factors.users()[i][rating.user()];
                double h = factors.movies()[i][rating.movie()];
                sum += lambda * (w * w + h * h);
            }
        }
        return sum;
    }

    @Test
    void aParallelSweepDoesNotChangeABit() {
        Ratings ratings = PlantedRatings.of(70, 90, 5, 0.3);

        Factors one = new CcdPlusPlus(5, 0.1, 5, 3, false).fit(ratings);

        Factors parallel = new CcdPlusPlus(5, 0.1, 5, 3, true).fit(ratings);

        assertThat(parallel.users()).isDeepEqualTo(one.users());
        assertThat(parallel.movies()).isDeepEqualTo(one.movies());
    }

    @Test
    void aUserWithoutRatingsHasNoFeatures() {
        Ratings ratings = PlantedRatings.of(10, 10, 2, 1.0);

        Factors factors = new CcdPlusPlus(2, 0.1, 3, 2, false)
                .fit(ratings.where(e -> ratings.ratings().get(e).user() != 4));

        assertThat(factors.users()[0][4]).isZero();
        assertThat(factors.users()[1][4]).isZero();
    }

    @Test
    void badValuesAreNamed() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new CcdPlusPlus(0, 0.1, 1, 1, false))
                .withMessageContaining("rank = 0");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new CcdPlusPlus(2, 0, 1, 1, false))
                .withMessageContaining("lambda = 0.0");
    }

    @Test
    void movieLensIsFittedAndPredicted() throws IOException {
        Ratings ratings = Ratings.read(DataSource.at(DataSet.MOVIELENS, RealData.at("ml-100k"))
                .contents()
                .get(0));
        Ratings.Split split = ratings.split(0, 10);

        Factors factors = CcdPlusPlus.of(20, CcdPlusPlus.LAMBDA).fit(split.fitted());

        assertThat(factors.rmse(split.fitted())).isLessThan(0.78);
        assertThat(factors.rmse(split.heldOut())).isLessThan(0.97);
    }

    @Test
    void theAuthorsVectorsDoNotStandForRatings() throws IOException {
        DataSource source = DataSource.at(DataSet.AUTHORS_FACTORS, RealData.at("authors-factors"));
        double[][] movies = Factors.read(source.contents().get(0));
        double[][] users = Factors.read(source.contents().get(1));
        Ratings ratings = Ratings.read(DataSource.at(DataSet.MOVIELENS, RealData.at("ml-100k"))
                .contents()
                .get(0));

        assertThat(movies.length).isEqualTo(20);
        assertThat(movies[0]).hasSize(1682);
        assertThat(users.length).isEqualTo(20);
        assertThat(users[0]).hasSize(943);
        assertThat(correlation(new Factors(users, movies), ratings)).isBetween(-0.01, 0.01);
        Factors ours = new CcdPlusPlus(20, CcdPlusPlus.LAMBDA, 2, 2, true).fit(ratings);
        assertThat(correlation(ours, ratings)).isGreaterThan(0.5);
    }

    private static double correlation(Factors factors, Ratings ratings) {
        int n = ratings.size();
        double x = 0;
        double y = 0;
        double xx = 0;
        double yy = 0;
        double xy = 0;
        for (int e = 0; e < n; e++) {
            double a = factors.rating(
                    ratings.ratings().get(e).user(), ratings.ratings().get(e).movie());
            double b = ratings.ratings().get(e).value();
            x += a;
            y += b;
            xx += a * a;
            yy += b * b;
            xy += a * b;
        }
        return (xy / n - x / n * y / n) / Math.sqrt((xx / n - x / n * x / n) * (yy / n - y / n * y / n));
    }
}
