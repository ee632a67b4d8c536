package dev.attune.bench.verdict;

import dev.attune.Attune;
import dev.attune.api.Control;
import dev.attune.encode.Arm;
import dev.attune.encode.Features;
import dev.attune.journal.Offer;
import dev.attune.live.Answer;
import dev.attune.live.DecisionRequest;
import dev.attune.live.EventAppender;
import dev.attune.live.LiveBandit;
import dev.attune.live.LiveDefinition;
import dev.attune.live.Observation;
import dev.attune.live.RewardRules;
import dev.attune.live.RewardRules.Aggregation;
import dev.attune.live.RewardRules.Learning;
import dev.attune.live.statistics.BanditVerdict;
import dev.attune.live.statistics.BanditVerdict.State;
import dev.attune.math.RoundRandom;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.OptionalDouble;

/**
 * The life of one bandit of a service, whose verdict is read again and again: {@link LiveBandit}, as the service runs
 * it, without a journal.
 */
final class JudgedLife {
    private static final int LOOK = 50; // rounds between two looks at the verdict
    private static final long ROUND = 1_000; // milliseconds
    private static final Duration WINDOW = Duration.ofDays(1); // longer than any delay

    private final JudgedCell cell;
    private final long seed;
    private final LiveBandit bandit;
    private final List<Arm> arms;
    private final Offer offer;
    private final ArrayDeque<Pending> pending = new ArrayDeque<>();
    private long events;

    private record Pending(long decision, double reward) {}

    /**
     * How a life ended.
     *
     * @param first verdict that was not "cannot tell"; that if there was none
     * @param rounds until then, or all
     */
    record Ending(State first, long rounds) {
        boolean judged() {
            return first != State.CANNOT_TELL;
        }
    }

    JudgedLife(JudgedCell cell, long seed) {
        this.cell = cell;
        this.seed = seed;
        this.arms = cell.world().offered();
        this.offer = new Offer.Inline(arms);
        this.bandit = LiveBandit.create(
                1,
                new LiveDefinition(
                        Attune.bandit()
                                .seed(seed)
                                .rewards(0, 1)
                                .uniformShare(cell.share())
                                .definition(),
                        new RewardRules(WINDOW, Learning.AT_ONCE, Aggregation.FIRST, OptionalDouble.empty()),
                        cell.control()));
    }

    /** Plays until there is a verdict, at most so many rounds. */
    Ending play(long rounds) {
        RoundRandom world = new RoundRandom(~seed, 0);
        EventAppender log = (event, time) -> ++events;
        for (long t = 1; t <= rounds; t++) {
            world.reset(~seed, t);
            long now = t * ROUND;
            int x = world.nextInt(cell.world().contexts());
            Features context = cell.world().context(x);
            boolean old = cell.control() instanceof Control.OldSystem system && world.nextDouble() < system.share();
            Answer answer = old
                    ? bandit.observe(observed(context, world.nextInt(arms.size())), now, log)
                    : bandit.decide(new DecisionRequest("", context, offer, 1), now, log);
            int arm = place(answer.arm());
            pending.add(new Pending(
                    answer.decision(), world.nextDouble() < cell.world().rate(x, arm) ? 1 : 0));
            if (pending.size() > cell.late()) {
                Pending oldest = pending.remove();
                bandit.reward(oldest.decision, "", oldest.reward, now, log);
            }
            if (t % LOOK == 0) {
                State state = BanditVerdict.of(bandit.publish()).state();
                if (state != State.CANNOT_TELL) {
                    return new Ending(state, t);
                }
            }
        }
        return new Ending(State.CANNOT_TELL, rounds);
    }

    private Observation observed(Features context, int arm) {
        return new Observation("", context, offer, arms.get(arm).id(), 1.0 / arms.size(), OptionalDouble.empty());
    }

    private int place(String arm) {
        return Integer.parseInt(arm, arm.indexOf('-') + 1, arm.length(), 10);
    }
}
