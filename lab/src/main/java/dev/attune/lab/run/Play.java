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
 * <p>CPU time is that of the thread, without other programs, the compiler and the collector, divided between
 * bandit and environment by the clock.
 */
final class Play {
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    private final SelfTuningBandit bandit;
    private final Rounds rounds;
    private final DelayedRewards delayed;
    private final Curve.Recorder recorder;
    private final long horizon;
    private long answered;

    Play(SelfTuningBandit bandit, Rounds rounds, Delay delay, long seed, long horizon) {
        this.bandit = bandit;
        this.rounds = rounds;
        this.delayed = new DelayedRewards(delay, seed);
        this.recorder = new Curve.Recorder(horizon, bandit.policy().space());
        this.horizon = horizon;
    }

    /** Plays all rounds. */
    CellResult.Score score() {
        long cpu = THREADS.getCurrentThreadCpuTime();
        long began = System.nanoTime();
        long inBandit = 0;
        for (long t = 1; t <= horizon; t++) {
            if (Thread.currentThread().isInterrupted()) { // the run was stopped
                throw new CancellationException("stopped in round " + t);
            }
            inBandit += round(t);
        }
        double share = (double) inBandit / Math.max(1, System.nanoTime() - began);
        double cpuSeconds = (THREADS.getCurrentThreadCpuTime() - cpu) * 1e-9 * share;
        return new CellResult.Score(
                horizon, answered, recorder.regret(), recorder.reward(), recorder.curve(), cpuSeconds);
    }

    /** Plays one round; returns the nanoseconds of the bandit. */
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
}
