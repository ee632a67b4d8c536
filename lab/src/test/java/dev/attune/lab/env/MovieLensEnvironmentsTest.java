package dev.attune.lab.env;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.attune.lab.RealData;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MovieLensEnvironmentsTest {
    @TempDir
    private Path folder;

    @Test
    void aSmallFileOfRatingsRuns() throws IOException {
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < 400; i++) {
            lines.add(i % 23 + "\t" + i % 29 + "\t" + (1 + i % 5) + "\t" + i);
        }
        Path ratings = DataFiles.write(folder.resolve("u.data"), lines.toArray(new String[0]));

        for (String name : List.of("movielens", "movielens-logistic")) {
            Environment environment = DataFiles.make(name, "data", folder, "arms", 7, "features", 4);
            EnvironmentLaws.hold(environment, 20);
            assertThat(environment.dimension()).isEqualTo(4);
        }
        assertThatIllegalArgumentException()
                .isThrownBy(() -> DataFiles.make("movielens", "data", ratings))
                .withMessage("arms = 300 is more than the 29 movies there are");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> DataFiles.make("movielens", "data", ratings, "lambda", "-1"))
                .withMessageContaining("lambda = -1 must be a number between");
    }

    @Test
    void aSmallSetOfVectorsRuns() throws IOException {
        DataFiles.write(folder.resolve("movie.csv"), ",0,1", "0,1,0", "1,0,1", "2,-1,3");
        DataFiles.write(folder.resolve("user.csv"), ",0,1", "0,0.5,0.5", "1,2,1");

        for (String name : List.of("movielens-authors", "movielens-authors-logistic")) {
            Environment environment = DataFiles.make(name, "data", folder, "arms", 2);
            EnvironmentLaws.hold(environment, 20);
            assertThat(environment.dimension()).isEqualTo(2);
        }
    }

    @Test
    void realRatingsAndTheAuthorsVectorsRunFromTheirFolders() throws IOException {
        for (Environment environment : List.of(
                DataFiles.make("movielens", "data", RealData.at("ml-100k")),
                DataFiles.make("movielens-logistic", "data", RealData.at("ml-100k/u.data.gz")),
                DataFiles.make("movielens-authors", "data", RealData.at("authors-factors")),
                DataFiles.make("movielens-authors-logistic", "data", RealData.at("authors-factors")))) {
            EnvironmentLaws.hold(environment, 3);
            assertThat(environment.dimension()).isEqualTo(20);
            assertThat(environment.open(1, 1).next().arms()).isEqualTo(300);
        }
    }

    @Test
    void everyEnvironmentOfDataIsInTheCatalogue() {
        assertThat(EnvironmentCatalog.environments())
                .extracting(EnvironmentProvider::name)
                .contains(
                        "movielens",
                        "movielens-logistic",
                        "movielens-authors",
                        "movielens-authors-logistic",
                        "movielens-ratings",
                        "classification",
                        "pendigits",
                        "mushroom",
                        "yahoo-r6a",
                        "yahoo-r6b");
    }
}
