package dev.attune.lab.evaluate;

import dev.attune.api.ActionSet;
import dev.attune.encode.Arm;
import dev.attune.encode.Features;
import dev.attune.lab.env.Environment;
import dev.attune.lab.env.Rounds;
import dev.attune.lab.log.DecisionLog;
import dev.attune.lab.log.LoggedEvent;
import dev.attune.lab.log.Skipped;
import dev.attune.math.RoundRandom;
import dev.attune.policy.LinUcb;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import java.util.stream.IntStream;

/** What a uniform choice in an environment would have logged; as an encoder it has the vectors of the present event. */
final class UniformLog implements DecisionLog, EventEncoder {
    private final Environment environment;
    private final long seed;
    private final long events;
    private ActionSet present = ActionSet.ofRows(new double[] {0});

    UniformLog(Environment environment, long seed, long events) {
        this.environment = environment;
        this.seed = seed;
        this.events = events;
    }

    @Override
    public int dimension() {
        return environment.dimension();
    }

    @Override
    public ActionSet encode(LoggedEvent event) {
        return present;
    }

    @Override
    public long bytes() {
        return events;
    }

    @Override
    public Skipped read(Consumer<LoggedEvent> consumer, LongConsumer progress) {
        Rounds rounds = environment.open(seed, events);
        for (long i = 0; i < events; i++) {
            present = rounds.next();
            List<Arm> arms = IntStream.range(0, present.arms())
                    .mapToObj(k -> new Arm(Integer.toString(k), Features.NONE))
                    .toList();
            int arm = new RoundRandom(~seed, i).nextInt(present.arms());
            double reward = rounds.reward(arm, LinUcb.SPACE.preset());
            consumer.accept(new LoggedEvent("", i, Features.NONE, arms, arm, 1.0 / present.arms(), reward, 1));
            progress.accept(i + 1);
        }
        return Skipped.NOTHING;
    }
}
