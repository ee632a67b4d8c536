package dev.attune.lab.run;

import dev.attune.api.ActionSet;
import dev.attune.api.Setting;
import dev.attune.engine.Pull;
import dev.attune.engine.SelfTuningBandit;
import dev.attune.lab.env.Rounds;
import dev.attune.lab.spec.Delay;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.concurrent.CancellationException;

/**
 * One bandit in one environment for T rounds: the one loop of the lab.
 *
 * <p>CPU time: the thread's own, which other programs, the compiler and the collector do not touch, shared out between
 * bandit and environment by the clock.
 */
final class Play {
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    private final SelfTuningBandit bandit;
    private final Rounds rounds;
    private final DelayedRewards delayed;
    private final CurveRecorder recorder;
    private long answered;
    private double cpuSeconds;

    Play(SelfTuningBandit bandit, Rounds rounds, Delay delay, long seed, long horizon) {
        this.bandit = bandit;
        this.rounds = rounds;
        this.delayed = new DelayedRewards(delay, seed);
        this.recorder = new CurveRecorder(horizon, bandit.policy().space());
        long cpu = THREADS.getCurrentThreadCpuTime();
        long began = System.nanoTime();
        long inBandit = 0;
        for (long t = 1; t <= horizon; t++) {
            if (Thread.currentThread().isInterrupted()) { // nobody waits for it any more
                throw new CancellationException("stopped in round " + t);
            }
            inBandit += round(t);
        }
        double share = (double) inBandit / Math.max(1, System.nanoTime() - began);
        cpuSeconds = (THREADS.getCurrentThreadCpuTime() - cpu) * 1e-9 * share;
    }

    /** Plays one round; nanoseconds that the bandit took. */
    private long round(long t) {
        ActionSet arms = rounds.next();
        long a = System.nanoTime();
        Pull pull = bandit.decide(arms);
        long b = System.nanoTime();
        Setting setting = pull.suggestion().setting();
        double regret = rounds.regret(pull.arm(), setting);
        double reward = rounds.reward(pull.arm(), setting);
        recorder.add(t, regret, Double.isNaN(reward) ? 0 : reward, setting);
        answered += Double.isNaN(reward) ? 0 : 1;
        delayed.send(t, pull, reward);
        long c = System.nanoTime();
        delayed.deliver(t, bandit);
        return b - a + System.nanoTime() - c;
    }

    Curve curve() {
        return recorder.curve();
    }

    double regret() {
        return recorder.regret();
    }

    double reward() {
        return recorder.reward();
    }

    /** Rounds in which the data told the reward. */
    long answered() {
        return answered;
    }

    /** CPU seconds of the bandit, without the environment. */
    double cpuSeconds() {
        return cpuSeconds;
    }
}
