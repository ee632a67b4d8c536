package dev.attune.lab.env;

import static dev.attune.lab.env.Traces.NO_SETTING;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.attune.api.ActionSet;
import dev.attune.lab.RealData;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OpenBanditEnvironmentTest {
    private static final String HEADER =
            ",timestamp,item_id,position,click,propensity_score,user_feature_0,user-item_affinity_0,user-item_affinity_1";

    @TempDir
    private Path folder;

    private Path log(String... rows) throws IOException {
        return DataFiles.write(folder.resolve("men.csv"), HEADER + "\n" + String.join("\n", rows));
    }

    private Path fourDisplays() throws IOException {
        return log(
                "0,2019-11-24 00:00:01+00:00,1,3,1,0.5,u,0,0",
                "1,2019-11-24 00:00:02+00:00,0,3,0,0.5,v,0,0",
                "2,2019-11-24 00:00:03+00:00,0,1,1,0.5,u,0,0",
                "3,2019-11-24 00:00:04+00:00,0,2,,0.5,u,0,0");
    }

    @Test
    void theLawsHold() throws IOException {
        EnvironmentLaws.hold(DataFiles.make("open-bandit", "data", fourDisplays()), 3);
        EnvironmentLaws.hold(DataFiles.make("open-bandit", "data", fourDisplays(), "order", "random"), 3);
    }

    @Test
    void onlyTheItemThatWasShownHasAReward() throws IOException {
        fourDisplays();
        Environment environment = DataFiles.make("open-bandit", "data", folder);
        assertThat(environment.mostRounds()).isEqualTo(3); // the click of the last one is missing
        assertThat(environment.dimension()).isZero();
        assertThat(environment.whySparse()).isNotEmpty();
        assertThat(environment.sparse()).containsSame(environment);

        Rounds rounds = environment.open(1, 3);
        ActionSet arms = rounds.next();
        assertThat(arms.arms()).isEqualTo(2);
        assertThat(arms.context().size()).isEqualTo(3); // constant, position, user
        assertThat(arms.own().size()).isEqualTo(2); // ids
        assertThat(rounds.reward(0, NO_SETTING)).isNaN();
        assertThat(rounds.reward(1, NO_SETTING)).isEqualTo(1);
        rounds.next();
        assertThat(rounds.reward(0, NO_SETTING)).isZero();
        assertThat(rounds.reward(1, NO_SETTING)).isNaN();
        rounds.next();
        assertThat(rounds.reward(0, NO_SETTING)).isEqualTo(1);
    }

    @Test
    void theOrderIsThatOfTheLogUnlessItIsDrawnFromTheSeed() throws IOException {
        Environment time = DataFiles.make("open-bandit", "data", fourDisplays());
        Environment random = DataFiles.make("open-bandit", "data", fourDisplays(), "order", "random");

        assertThat(shown(time, 1)).isEqualTo(shown(time, 2)).containsExactly(1, 0, 0);
        assertThat(shown(random, 1)).isEqualTo(shown(random, 1));
        assertThat(shown(random, 2)).isNotEqualTo(shown(random, 1));
    }

    private static List<Integer> shown(Environment environment, long seed) {
        Rounds rounds = environment.open(seed, 3);
        return Stream.generate(() -> {
                    rounds.next();
                    return Double.isNaN(rounds.reward(0, NO_SETTING)) ? 1 : 0;
                })
                .limit(3)
                .toList();
    }

    @Test
    void aLogThatWasNotMadeAtRandomIsRejected() throws IOException {
        Path log = log("0,,1,3,1,0.9,u,0,0");

        assertThatIllegalArgumentException()
                .isThrownBy(() -> DataFiles.make("open-bandit", "data", log))
                .withMessageContainingAll(log.toString(), "propensity 0.9 among 2 items", "uniformly random");
    }

    @Test
    void theSampleOfTheDataSetIsPlayed() throws IOException {
        Environment environment = DataFiles.make("open-bandit", "data", RealData.at("openbandit-men/random"));
        assertThat(environment.mostRounds()).isEqualTo(10_000);
        Rounds rounds = environment.open(1, 10_000);
        int answered = 0;
        int clicks = 0;
        for (int t = 1; t <= 10_000; t++) {
            int arms = rounds.next().arms();
            assertThat(arms).isEqualTo(34);
            for (int arm = 0; arm < arms; arm++) {
                double reward = rounds.reward(arm, NO_SETTING);
                answered += Double.isNaN(reward) ? 0 : 1;
                clicks += reward == 1 ? 1 : 0;
            }
        }
        assertThat(answered).isEqualTo(10_000);
        assertThat(clicks).isEqualTo(46);
    }
}
