package dev.attune.bench.verdict;

import dev.attune.encode.Arm;
import dev.attune.encode.Features;
import java.util.List;
import java.util.stream.IntStream;

/**
 * A constant world of clicks: each arm is rewarded with 1 or 0. One arm is better than all others, another one in
 * each context; or all are the same.
 *
 * @param arms number of arms
 * @param rate probability of a reward of all arms but the best one of a context
 * @param best probability of a reward of that one
 * @param contexts number of contexts, all equally frequent; with 1 requests have no features
 */
record JudgedWorld(int arms, double rate, double best, int contexts) {
    /** Returns a world without contexts whose arms are all the same. */
    static JudgedWorld same(int arms, double rate) {
        return new JudgedWorld(arms, rate, rate, 1);
    }

    /** Returns a world without contexts with one arm that is better. */
    static JudgedWorld uplift(int arms, double rate, double best) {
        return new JudgedWorld(arms, rate, best, 1);
    }

    boolean uplift() {
        return best > rate;
    }

    List<Arm> offered() {
        return IntStream.range(0, arms)
                .mapToObj(k -> new Arm("arm-" + k, Features.NONE))
                .toList();
    }

    /** Returns an arm that is not the best one without contexts. */
    String ordinary() {
        return "arm-" + (arms - 1);
    }

    Features context(int x) {
        return contexts == 1 ? Features.NONE : Features.of("x", "c" + x);
    }

    double rate(int x, int arm) {
        return arm == x % arms ? best : rate;
    }
}
