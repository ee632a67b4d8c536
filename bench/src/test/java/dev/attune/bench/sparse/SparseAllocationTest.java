package dev.attune.bench.sparse;

import static org.assertj.core.api.Assertions.assertThat;

import dev.attune.api.ActionSet;
import dev.attune.api.ScoredRound;
import dev.attune.api.Terms;
import dev.attune.math.RoundRandom;
import dev.attune.policy.Automatic;
import java.lang.management.ManagementFactory;
import org.junit.jupiter.api.Test;

final class SparseAllocationTest {
    @Test
    void scoringAllocatesNothing() {
        Automatic policy = new Automatic();
        Terms context = new Terms();
        context.add(ActionSet.CONSTANT, 1, ActionSet.ALONE);
        for (int word = 1; word <= 32; word++) {
            context.add(word * 0x9E3779B97F4A7C15L, 1, 1);
        }
        Terms own = new Terms();
        int[] ends = new int[10];
        for (int k = 0; k < 10; k++) {
            own.add(-k - 1, 1, ActionSet.ALONE | 1);
            ends[k] = k + 1;
        }
        ActionSet arms = ActionSet.crossed(context, own, ends, 10);
        for (int k = 0; k < 10; k++) {
            policy.update(arms.features(k), k % 3, policy.space().preset());
        }
        ScoredRound round = new ScoredRound();
        RoundRandom rng = new RoundRandom(1, 1);
        com.sun.management.ThreadMXBean threads = (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
        long thread = Thread.currentThread().getId();
        long allocated = 0;
        for (int i = 0; i < 200; i++) {
            long before = threads.getThreadAllocatedBytes(thread);
            policy.score(arms, rng, round);
            allocated = threads.getThreadAllocatedBytes(thread) - before;
        }
        assertThat(allocated).isZero();
    }
}
