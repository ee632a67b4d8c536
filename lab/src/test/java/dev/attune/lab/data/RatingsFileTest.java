package dev.attune.lab.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.attune.lab.RealData;
import java.io.IOException;
import org.junit.jupiter.api.Test;

class RatingsFileTest {
    @Test
    void usersAndMoviesAreNumberedInTheOrderOfTheirIds() throws IOException {
        Ratings ratings = Ratings.read(TextContent.of("196\t7\t3\t100", "22\t900\t4.5\t50", "196\t900\t1\t200"));

        assertThat(ratings.size()).isEqualTo(3);
        assertThat(ratings.users()).isEqualTo(2);
        assertThat(ratings.movies()).isEqualTo(2);
        assertThat(new int[] {
                    ratings.ratings().get(0).user(),
                    ratings.ratings().get(1).user(),
                    ratings.ratings().get(2).user()
                })
                .containsExactly(1, 0, 1);
        assertThat(new int[] {
                    ratings.ratings().get(0).movie(),
                    ratings.ratings().get(1).movie(),
                    ratings.ratings().get(2).movie()
                })
                .containsExactly(0, 1, 1);
        assertThat(ratings.ratings().get(1).value()).isEqualTo(4.5);
        assertThat(ratings.ratings().get(2).time()).isEqualTo(200);
        assertThat(ratings.lowest()).isEqualTo(1);
        assertThat(ratings.highest()).isEqualTo(4.5);
    }

    @Test
    void aMalformedLineIsNamedWithFileAndNumber() {
        assertThatThrownBy(() -> Ratings.read(TextContent.of("1\t1\t3\t100", "1\t2\t3")))
                .isInstanceOf(IOException.class)
                .hasMessage("test.csv line 2: '1\t2\t3' is not user, movie, rating and time with tabs between them");
        assertThatThrownBy(() -> Ratings.read(TextContent.of("1\t1\t3\t100", "1\ttwo\t3\t100")))
                .hasMessage("test.csv line 2: '1\ttwo\t3\t100' has something that is not a number");
        assertThatThrownBy(() -> Ratings.read(TextContent.of("1\t1\tNaN\t100")))
                .hasMessage("test.csv line 1: the rating NaN is not a number");
    }

    @Test
    void anEmptyFileHasNoRatings() {
        assertThatThrownBy(() -> Ratings.read(new Content("u.data", new byte[0])))
                .isInstanceOf(IOException.class)
                .hasMessage("u.data has no ratings");
    }

    @Test
    void movieLens100KIsWhatIsPublished() throws IOException {
        DataSet.File file = DataSet.MOVIELENS.files().get(0);
        Content content =
                DataSource.at(DataSet.MOVIELENS, RealData.at("ml-100k")).content(file);

        assertThat(file.verify(content)).isEmpty();
        Ratings ratings = Ratings.read(content);
        assertThat(ratings.size()).isEqualTo(100_000);
        assertThat(ratings.users()).isEqualTo(943);
        assertThat(ratings.movies()).isEqualTo(1682);
        assertThat(ratings.lowest()).isEqualTo(1);
        assertThat(ratings.highest()).isEqualTo(5);
    }
}
