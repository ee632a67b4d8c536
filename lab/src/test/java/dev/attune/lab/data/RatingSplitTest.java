package dev.attune.lab.data;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class RatingSplitTest {
    @Test
    void theLatestRatingsOfEachUserAreHeldOut() throws IOException {
        // user 1 rates early, user 2 late; of three ratings half are held out, rounded down
        Ratings ratings = Ratings.read(TextContent.of(
                "1\t1\t1\t30", "2\t1\t4\t900", "1\t2\t2\t10", "2\t2\t5\t800", "1\t3\t3\t20", "2\t3\t5\t900"));

        Ratings.Split split = ratings.splitByTime(0.5);

        assertThat(split.heldOut().size()).isEqualTo(2);
        assertThat(split.heldOut().ratings().get(0).value()).isEqualTo(1); // of user 1, time 30
        assertThat(split.heldOut().ratings().get(1).movie()).isEqualTo(2); // of user 2: same second, later in the file
        assertThat(split.fitted().size()).isEqualTo(4);
        assertThat(split.fitted().users()).isEqualTo(2);
        assertThat(split.fitted().movies()).isEqualTo(3);
    }

    @Test
    void aUserWithOneRatingKeepsIt() throws IOException {
        Ratings.Split split = Ratings.read(TextContent.of("1\t1\t3\t1")).splitByTime(0.99);

        assertThat(split.fitted().size()).isEqualTo(1);
        assertThat(split.heldOut().size()).isZero();
    }

    @Test
    void partsAreAboutEquallyLargeAndHoldOutEveryRatingOnce() {
        Ratings ratings = PlantedRatings.of(50, 40, 2, 1.0);

        int[] sizes = IntStream.range(0, 10)
                .map(part -> ratings.split(part, 10).heldOut().size())
                .toArray();

        assertThat(IntStream.of(sizes).sum()).isEqualTo(2000);
        assertThat(IntStream.of(sizes).boxed())
                .allSatisfy(size -> assertThat(size).isBetween(140, 260)); // 4.5 standard deviations
    }
}
