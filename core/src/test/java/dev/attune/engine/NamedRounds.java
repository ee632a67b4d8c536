package dev.attune.engine;

import dev.attune.encode.Arm;
import dev.attune.encode.Features;
import dev.attune.math.RoundRandom;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** A small world with named features, the same whenever it is asked: arms with features, arms without, and new ones. */
final class NamedRounds {
    private NamedRounds() {}

    static Features context(int round) {
        RoundRandom rng = new RoundRandom(11, round);
        Features.Builder builder = Features.builder().category("country", "c" + rng.nextInt(4));
        if (rng.nextInt(5) > 0) {
            builder.number("age", 18 + rng.nextInt(60));
        }
        return builder.flag("returning", rng.nextBoolean()).build();
    }

    static List<Arm> arms(int round) {
        RoundRandom rng = new RoundRandom(12, round);
        List<Arm> arms = new ArrayList<>();
        arms.add(new Arm("plain", Features.NONE));
        for (int k = 0; k <= 1 + rng.nextInt(4); k++) {
            Features own = Features.builder()
                    .category("genre", "g" + rng.nextInt(6))
                    .number("price", rng.nextInt(100))
                    .tags("topics", List.of("t" + rng.nextInt(3)))
                    .numbers("v", List.of(rng.nextDouble(), rng.nextDouble()))
                    .build();
            arms.add(new Arm("item" + round + "-" + k, own));
        }
        return arms;
    }

    /** Plays rounds, paying 0 or 1; every third reward never comes. All there is to say about each decision. */
    static List<String> play(DefinedBandit bandit, int from, int to) {
        List<String> decisions = new ArrayList<>();
        for (int round = from; round < to; round++) {
            Pull decision = bandit.decide(context(round), arms(round));
            decisions.add(describe(decision));
            if (round % 3 == 0) {
                bandit.expire(decision);
            } else {
                bandit.reward(decision, (round + decision.arm()) % 2);
            }
        }
        return decisions;
    }

    /** Definition and everything that was learnt. */
    static byte[] state(DefinedBandit bandit) {
        return bandit.save(new SettledRounds(7));
    }

    /** The bandit as it is after saving and loading. */
    static DefinedBandit copy(DefinedBandit bandit) {
        return DefinedBandit.load(state(bandit)).bandit();
    }

    private static String describe(Pull decision) {
        return decision.t() + " arm " + decision.arm() + " propensity " + decision.propensity() + " setting "
                + decision.suggestion().setting() + " x " + Arrays.toString(decision.x()) + " memo "
                + Arrays.toString(decision.suggestion().memo());
    }
}
