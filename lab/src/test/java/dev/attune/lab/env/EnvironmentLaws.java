package dev.attune.lab.env;

import static dev.attune.lab.env.Traces.NO_SETTING;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.attune.api.ActionSet;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.concurrent.CompletableFuture;

/** What holds for every environment made of data. */
final class EnvironmentLaws {
    private EnvironmentLaws() {}

    static void hold(Environment environment, int rounds) {
        sameSeedSameRoundsWhateverTheThread(environment, rounds);
        rewardsAndRegretsAreInRange(environment, rounds);
        dataEndWhereTheyEnd(environment);
        assertThat(environment.fingerprint()).matches("[0-9a-f]{64}(\\+[0-9a-f]{64})?");
    }

    private static void sameSeedSameRoundsWhateverTheThread(Environment environment, int rounds) {
        List<List<Double>> trace = Traces.trace(environment, 5, rounds);

        var again = CompletableFuture.supplyAsync(() -> Traces.trace(environment, 5, rounds));
        var beside = CompletableFuture.supplyAsync(() -> Traces.trace(environment, 6, rounds));

        assertThat(again.join()).isEqualTo(trace);
        assertThat(beside.join()).hasSize(rounds);
    }

    private static void rewardsAndRegretsAreInRange(Environment environment, int rounds) {
        Rounds open = environment.open(7, rounds);
        for (int t = 1; t <= rounds; t++) {
            ActionSet arms = open.next();
            assertThat(arms.dimension()).isEqualTo(environment.dimension());
            double least = Double.POSITIVE_INFINITY;
            for (int arm = 0; arm < arms.arms(); arm++) {
                double reward = open.reward(arm, NO_SETTING);
                double regret = open.regret(arm, NO_SETTING);
                assertThat(Double.compare(open.reward(arm, NO_SETTING), reward)).isZero();
                if (environment.knowsRegret()) {
                    environment.rewards().require(reward);
                    assertThat(regret).isNotNegative();
                    least = Math.min(least, regret);
                } else {
                    assertThat(regret).isNaN();
                    assertThat(Double.isNaN(reward) || environment.rewards().require(reward) == reward)
                            .isTrue();
                }
            }
            assertThat(least).isEqualTo(environment.knowsRegret() ? 0.0 : Double.POSITIVE_INFINITY);
        }
    }

    private static void dataEndWhereTheyEnd(Environment environment) {
        long most = environment.mostRounds();
        if (most == Long.MAX_VALUE) {
            return;
        }
        assertThatIllegalArgumentException()
                .isThrownBy(() -> environment.open(1, most + 1))
                .withMessageContaining("data for " + most + " rounds");
        Rounds open = environment.open(1, most);
        for (long t = 1; t <= most; t++) {
            open.next();
        }
        assertThatThrownBy(open::next).isInstanceOf(NoSuchElementException.class);
    }
}
