package dev.attune.bench;

import dev.attune.Catalog;
import dev.attune.Options;
import dev.attune.SelfTuningBandit;
import dev.attune.api.ActionSet;
import dev.attune.api.Decision;
import dev.attune.api.Horizon;
import dev.attune.api.Increment;
import dev.attune.lab.env.Environment;
import dev.attune.lab.env.Rounds;
import java.util.ArrayList;
import java.util.List;

/**
 * One bandit as replicas that learn together, in rounds of the lab:
 *
 * <pre>
 *   round t goes to replica t mod N; its reward is there at once
 *   a replica tells what it has gathered after M rewards of its own
 *   the merged model is in force at all replicas at once
 * </pre>
 */
final class ReplicatedPlay {
    private final SelfTuningBandit merger;
    private final List<SelfTuningBandit> replicas = new ArrayList<>();
    private final List<Increment> gathered = new ArrayList<>();
    private final long mergeEvery;

    private ReplicatedPlay(String policy, Environment environment, int n, long mergeEvery, long seed) {
        this.mergeEvery = mergeEvery;
        this.merger = bandit(policy, environment, seed);
        for (int r = 0; r < n; r++) {
            SelfTuningBandit replica = bandit(policy, environment, seed);
            replica.reseed(seed + r, 0); // the first draws the numbers of the bandit alone
            replicas.add(replica);
            gathered.add(merger.increment());
            replica.gatherInto(gathered.get(r), n);
        }
    }

    private static SelfTuningBandit bandit(String policy, Environment environment, long seed) {
        return Catalog.tuner("VOI")
                .tuning()
                .tune(
                        Catalog.policy(policy).factory().apply(environment.dimension()),
                        Horizon.unknown(),
                        Options.DEFAULT.rewards(environment.rewards()).seed(seed));
    }

    /** Regret of a bandit that learns every reward at once. */
    static double plain(String policy, Environment environment, long rounds, long seed) {
        SelfTuningBandit bandit = bandit(policy, environment, seed);
        Rounds world = environment.open(seed, rounds);
        double regret = 0;
        for (long t = 0; t < rounds; t++) {
            Decision decision = bandit.decide(world.next());
            regret += world.regret(decision);
            bandit.reward(decision, world.reward(decision));
        }
        return regret;
    }

    /** Regret of n replicas, each of which tells what it has gathered every so many rewards of its own. */
    static double replicated(String policy, Environment environment, int n, long mergeEvery, long rounds, long seed) {
        ReplicatedPlay play = new ReplicatedPlay(policy, environment, n, mergeEvery, seed);
        Rounds world = environment.open(seed, rounds);
        double regret = 0;
        for (long t = 0; t < rounds; t++) {
            regret += play.round((int) (t % n), world);
        }
        return regret;
    }

    private double round(int r, Rounds world) {
        ActionSet arms = world.next();
        SelfTuningBandit replica = replicas.get(r);
        Decision decision = replica.decide(arms);
        replica.reward(decision, world.reward(decision));
        if (gathered.get(r).count() >= mergeEvery) {
            merger.merge(gathered.get(r));
            gathered.set(r, merger.increment());
            replica.gatherInto(gathered.get(r), replicas.size());
            replicas.forEach(each -> each.adopt(merger));
        }
        return world.regret(decision);
    }
}
