package dev.attune.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.attune.state.Checkpoint;
import dev.attune.state.Checkpointed;
import dev.attune.state.StateFormatException;
import dev.attune.state.StateReader;
import dev.attune.state.StateWriter;
import java.util.Arrays;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

final class RewardCentreTest {
    private static final double[] REWARDS = {0, 3, -5, 12, 7.5, 0, 3};

    private static RewardCentre taught() {
        RewardCentre centre = new RewardCentre();
        for (double y : REWARDS) {
            centre.setUnit(y);
            centre.learn(centre.scaled(y));
        }
        return centre;
    }

    @Test
    void theUnitIsThePowerOfTwoBelowTheFirstRewardThatIsNotZero() {
        RewardCentre centre = new RewardCentre();
        assertThat(centre.scaled(5)).isZero();
        centre.setUnit(0);
        assertThat(centre.unit()).isZero();
        centre.setUnit(-11);
        assertThat(centre.unit()).isEqualTo(8);
        centre.setUnit(100);
        assertThat(centre.unit()).isEqualTo(8);
        assertThat(centre.scaled(-12)).isEqualTo(-1.5);
        assertThat(centre.scaled(1e30)).isEqualTo(1e15);
        assertThat(centre.scaled(-1e30)).isEqualTo(-1e15);
    }

    @Test
    void theCentreIsTheMeanAndMoreAsLongAsThereAreFewRewardsOfEachArm() {
        RewardCentre centre = taught();
        double[] scaled = Arrays.stream(REWARDS).map(y -> y / 2).toArray();
        double mean = Arrays.stream(scaled).sum() / 7;
        double variance =
                Arrays.stream(scaled).map(y -> (y - mean) * (y - mean)).sum() / 7;
        for (int arms : new int[] {0, 1, 4}) {
            double expected = mean + .3 * 25 * arms / (25 * arms + 7) * Math.sqrt(variance);
            assertThat(centre.centre(arms)).isCloseTo(expected, Offset.offset(1e-12));
        }
        assertThat(new RewardCentre().centre(3)).isZero();
        assertThat(centre.count()).isEqualTo(7);
        assertThat(centre.logMean()).isCloseTo(Math.log(mean), Offset.offset(1e-12));
    }

    @Test
    void theLogarithmOfTheMeanIsThatOfARareRewardWhileAllAreZero() {
        RewardCentre centre = new RewardCentre();
        assertThat(centre.logMean()).isZero();
        centre.learn(0);
        assertThat(centre.logMean()).isCloseTo(Math.log(1e-4), Offset.offset(1e-12));
    }

    @Test
    void theLikelihoodIsNormalWithErrorsCutAtSixDeviations() {
        RewardCentre centre = taught();
        double[] scaled = Arrays.stream(REWARDS).map(y -> y / 2).toArray();
        double mean = Arrays.stream(scaled).sum() / 7;
        double spread = Arrays.stream(scaled).map(y -> (y - mean) * (y - mean)).sum();
        double variance = (spread / 7 + 9) / 8 * 1.5;
        for (double e : new double[] {0, 1, -3}) {
            double expected = Math.log(Math.exp(-e * e / 2 / variance) / Math.sqrt(variance));
            assertThat(centre.logLikelihood(e, 9, .5)).isCloseTo(expected, Offset.offset(1e-12));
        }
        double cut = -.5 * Math.log(variance) - 18;
        assertThat(centre.logLikelihood(1000, 9, .5)).isCloseTo(cut, Offset.offset(1e-12));
        RewardCentre equal = new RewardCentre();
        equal.learn(2);
        equal.learn(2);
        assertThat(equal.logLikelihood(1, 1, 1)).isZero();
    }

    private record Saved(RewardCentre centre) implements Checkpointed {
        @Override
        public String stateName() {
            return "centre";
        }

        @Override
        public void writeState(StateWriter out) {
            centre.write(out);
        }

        @Override
        public void readState(StateReader in) {
            centre.read(in);
        }
    }

    @Test
    void theStateHasEverythingAndNoNegativeScale() {
        RewardCentre copy = new RewardCentre();
        Checkpoint.read(Checkpoint.write(new Saved(taught())), new Saved(copy));
        assertThat(copy.unit()).isEqualTo(2);
        assertThat(copy.count()).isEqualTo(7);
        assertThat(copy.centre(2)).isEqualTo(taught().centre(2));
        for (double[] scales : new double[][] {{-1, 1}, {1, -1}}) {
            byte[] bad = Checkpoint.write(new Checkpointed() {
                @Override
                public String stateName() {
                    return "centre";
                }

                @Override
                public void writeState(StateWriter out) {
                    out.writeDouble(scales[0]);
                    out.writeLong(1);
                    out.writeDouble(0);
                    out.writeDouble(scales[1]);
                }

                @Override
                public void readState(StateReader in) {}
            });
            assertThatThrownBy(() -> Checkpoint.read(bad, new Saved(new RewardCentre())))
                    .isInstanceOf(StateFormatException.class)
                    .hasMessageContaining("negative scale");
        }
    }
}
