package dev.attune.lab.env;

import static dev.attune.lab.env.Traces.NO_SETTING;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import dev.attune.api.ActionSet;
import dev.attune.lab.RealData;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class YahooEnvironmentsTest {
    private static final String A = " |1 2:0.2 3:0.3 4:0.4 5:0.5 6:0.6 1:1";
    private static final String B = " |2 2:0.1 3:0.1 4:0.1 5:0.1 6:0.1 1:1";

    @TempDir
    private Path folder;

    private Path clickRates() throws IOException {
        return DataFiles.write(
                folder.resolve("r6a"),
                "100 1 1 |user 1:1" + A + B,
                "100 1 0 |user 1:1" + A + B,
                "100 1 0 |user 1:1" + A + B,
                "100 2 1 |user 1:1" + A + B,
                "100 2 1 |user 1:1" + A + B,
                "200 2 0 |user 1:1" + B,
                "not a visit");
    }

    private Path replay() throws IOException {
        return DataFiles.write(
                folder.resolve("r6b"),
                "1 id-30 1 |user 1 9 |id-10 |id-20 |id-30",
                "2 id-30 1 |user 1 |id-10 |id-20",
                "2 id-10 0 |user 1 9 8 |id-10 |id-20",
                "3 id-40 0 |user 1 8 9 |id-40 |id-30");
    }

    @Test
    void theLawsHold() throws IOException {
        EnvironmentLaws.hold(DataFiles.make("yahoo-r6a", "data", clickRates()), 2);
        EnvironmentLaws.hold(DataFiles.make("yahoo-r6b", "data", replay(), "userFeatures", 2), 3);
    }

    @Test
    void r6aHasARoundForEachTimestampWithClickRatesAsMeans() throws IOException {
        Environment environment = DataFiles.make("yahoo-r6a", "data", clickRates());
        assertThat(environment.mostRounds()).isEqualTo(2);

        Rounds rounds = environment.open(1, 2);
        ActionSet arms = rounds.next();

        assertThat(arms.features(0)).containsExactly(1, 0.2, 0.3, 0.4, 0.5, 0.6);
        assertThat(rounds.regret(0, NO_SETTING)).isCloseTo(1 - 1.0 / 3, within(1e-15));
        assertThat(rounds.regret(1, NO_SETTING)).isZero();
        assertThat(rounds.reward(1, NO_SETTING)).isEqualTo(1); // its rate is 1
        assertThat(rounds.next().arms()).isEqualTo(1);
    }

    @Test
    void r6aClicksComeAtTheRateOfTheArticle() throws IOException {
        Environment environment = DataFiles.make("yahoo-r6a", "data", clickRates());
        int clicks = 0;
        for (int seed = 1; seed <= 9000; seed++) {
            Rounds rounds = environment.open(seed, 1);
            rounds.next();
            clicks += (int) rounds.reward(0, NO_SETTING);
        }

        // 3000 expected, standard deviation 45; five of them: a false alarm in a million.
        assertThat(clicks).isBetween(2775, 3225);
    }

    @Test
    void r6bTellsTheRewardOfTheShownArticleAlone() throws IOException {
        Environment environment = DataFiles.make("yahoo-r6b", "data", replay());
        assertThat(environment.mostRounds()).isEqualTo(3); // in the second line the shown article is not listed
        assertThat(environment.knowsRegret()).isFalse();
        assertThat(environment.dimension()).isEqualTo(4);

        Rounds rounds = environment.open(1, 3);
        ActionSet first = rounds.next();
        assertThat(first.features(2)).containsExactly(0, 0, 1, 0);
        assertThat(rounds.reward(2, NO_SETTING)).isEqualTo(1);
        assertThat(rounds.reward(0, NO_SETTING)).isNaN();
        rounds.next();
        assertThat(rounds.reward(0, NO_SETTING)).isZero();
        assertThat(rounds.reward(1, NO_SETTING)).isNaN();
        ActionSet third = rounds.next();
        assertThat(third.features(0)).containsExactly(0, 0, 0, 1);
        assertThat(third.features(1)).containsExactly(0, 0, 1, 0); // nothing is left of the rounds before
    }

    @Test
    void r6bArticlesHaveCoefficientsForTheMostFrequentUserFeatures() throws IOException {
        Environment environment = DataFiles.make("yahoo-r6b", "data", replay(), "userFeatures", 1);
        assertThat(environment.dimension()).isEqualTo(8);

        // Feature 9 occurs three times in usable lines and 8 twice; the constant 1 is there anyway.
        Rounds rounds = environment.open(1, 3);
        assertThat(rounds.next().features(1)).containsExactly(0, 0, 1, 1, 0, 0, 0, 0);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> DataFiles.make("yahoo-r6b", "data", replay(), "userFeatures", 3))
                .withMessageContaining("userFeatures = 3 is more than the 2 that occur");
    }

    @Test
    void longerListsThanBeforeAreReadToo() throws IOException {
        StringBuilder line = new StringBuilder("2 id-7 0 |user 1");
        for (int id = 0; id < 100; id++) {
            line.append(" |id-").append(id);
        }
        Path log = DataFiles.write(folder.resolve("long"), "1 id-7 0 |user 1 |id-7 |id-8", line.toString());

        Rounds rounds = DataFiles.make("yahoo-r6b", "data", log).open(1, 2);
        rounds.next();

        ActionSet arms = rounds.next();
        assertThat(arms.arms()).isEqualTo(100);
        assertThat(arms.features(99)[99]).isEqualTo(1);
        assertThat(arms.features(0)[7]).isZero();
    }

    @Test
    void logsWithoutAUsableLineAreRefused() throws IOException {
        Path log = DataFiles.write(folder.resolve("none"), "nothing");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> DataFiles.make("yahoo-r6a", "data", log))
                .withMessageContaining("no timestamp with a usable article");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> DataFiles.make("yahoo-r6b", "data", log))
                .withMessageContaining("none of the 1 lines");
    }

    @Test
    void theSamplesInTheFormatOfTheRealLogsRun() throws IOException {
        Path samples = RealData.at("yahoo-r6-format");
        Environment rates = DataFiles.make("yahoo-r6a", "data", samples.resolve("synthetic_r6a_300lines.txt.gz"));
        Environment replay = DataFiles.make("yahoo-r6b", "data", samples.resolve("synthetic_r6b_100lines.txt.gz"));

        EnvironmentLaws.hold(rates, 5);
        EnvironmentLaws.hold(replay, 100);
        assertThat(rates.mostRounds()).isEqualTo(5);
        assertThat(replay.mostRounds()).isEqualTo(100);
        assertThat(replay.dimension()).isEqualTo(28);
    }
}
