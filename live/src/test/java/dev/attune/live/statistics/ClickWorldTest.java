package dev.attune.live.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.attune.live.statistics.Period.ExplorationCost;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What the dashboard would show of a bandit in a world of clicks is true of that world. */
class ClickWorldTest {
    /** Each interval holds with 0.95, and at four standard errors 0.9999: with eight bandits, wrong once in 600 runs of another seed. */
    @Test
    void rewardAndUpliftAreThoseOfTheWorld() {
        int inside = 0;
        for (int s = 0; s < 8; s++) {
            ClickWorld world = new ClickWorld("LinUCB", s, 0.1);
            world.play(3_000, 1);
            StatisticsSnapshot seen = world.statistics.snapshot();
            double truth = world.earned / world.decisions;
            RewardMean reward =
                    seen.during(TimeRange.last(Span.TWELVE_HOURS, world.now())).reward();
            assertThat(reward.n()).isEqualTo(3_000);
            double margin = 2 * (reward.high() - reward.low()); // four standard errors
            assertThat(reward.mean()).isCloseTo(truth, within(margin));

            IntervalEstimate uplift =
                    seen.during(TimeRange.last(Span.TWELVE_HOURS, world.now())).uplift();
            double uniform = (0.05 + 0.10 + 0.25 + 0.08 + 0.30 + 0.10 + 0.05 + 0.08) / 8;
            assertThat(uplift.value()).isCloseTo(truth - uniform, within(2 * (uplift.high() - uplift.value())));
            inside += uplift.low() <= truth - uniform && truth - uniform <= uplift.high() ? 1 : 0;
        }
        assertThat(inside).isGreaterThanOrEqualTo(5); // fewer has probability 0.0004 at 0.95 each
    }

    /** The estimated regret is that of the estimated means; in the long run it comes close to the true one. */
    @Test
    void theCostOfExploringIsNearTheTrueOne() {
        ClickWorld world = new ClickWorld("LinUCB", 3, 0.1);
        world.play(6_000, 1);
        ExplorationCost cost = world.statistics
                .snapshot()
                .during(TimeRange.last(Span.TWELVE_HOURS, world.now()))
                .cost();
        double days = ClickWorld.STEP * world.decisions / 86_400_000.0;
        double truth = (world.best - world.earned) / days;
        assertThat(cost.perDay()).isBetween(0.6 * truth, 1.4 * truth);
        assertThat(cost.low()).isLessThan(cost.perDay());
        assertThat(cost.decisionsPerDay()).isCloseTo(86_400, within(100.0));
    }

    /**
     * A false alarm at one bandit in a hundred in its whole life: of 12, more than one have probability 0.007 if all
     * of it came in the first 3,000 rewards.
     */
    @Test
    @Tag("slow")
    void learningAloneRaisesHardlyAnyAlarm() {
        for (String policy : List.of("LinUCB", "UCB-GLM")) {
            int alarms = 0;
            for (int s = 0; s < 12; s++) {
                ClickWorld world = new ClickWorld(policy, 100 + s, 0.02);
                world.play(3_000, 1);
                alarms += world.statistics.snapshot().alarms().size();
            }
            assertThat(alarms).as(policy).isLessThanOrEqualTo(1);
        }
    }

    @Test
    void aWorldThatClicksHalfAsOftenIsNoticedAndNeedsAttention() {
        ClickWorld world = new ClickWorld("LinUCB", 7, 0.05);
        world.play(4_000, 1);
        long change = world.now();
        world.play(3_000, 0.4);
        List<Alarm> alarms = world.statistics.snapshot().alarms();
        assertThat(alarms).isNotEmpty();
        Alarm first = alarms.get(alarms.size() - 1);
        assertThat(first.kind()).isEqualTo(Alarm.Kind.REWARDS_FELL);
        assertThat(first.since()).isBetween(change - 400 * ClickWorld.STEP, change + 400 * ClickWorld.STEP);
    }

    @Test
    void coefficientsAreToldByNameAndPointTheRightWay() {
        ClickWorld world = new ClickWorld("LinUCB", 5, 0.3);
        world.play(6_000, 1);
        ModelView model = world.statistics.modelView(world.bandit, "", 100);
        assertThat(model.count()).isEqualTo(48);
        assertThat(model.prior()).isPositive();
        double liked = coefficient(model, "context.country=c0 x arm.genre=g2");
        double disliked = coefficient(model, "context.country=c1 x arm.genre=g2");
        assertThat(liked).isGreaterThan(disliked + 0.05);
        for (ModelView.Coefficient one : model.coefficients()) {
            assertThat(one.value()).isBetween(one.low(), one.high());
            assertThat(one.sharedWith()).isNotNegative();
        }
    }

    private static double coefficient(ModelView model, String name) {
        return model.coefficients().stream()
                .filter(c -> c.feature().equals(name))
                .mapToDouble(ModelView.Coefficient::value)
                .findFirst()
                .orElseThrow();
    }
}
