package dev.attune.bench.stream;

import dev.attune.Attune;
import dev.attune.bench.sparse.SparseWorld;
import dev.attune.catalog.Catalog;
import dev.attune.encode.Arm;
import dev.attune.encode.EncoderDefinition;
import dev.attune.encode.Features;
import dev.attune.journal.Offer;
import dev.attune.lab.env.WordWorld.Visit;
import dev.attune.live.Answer;
import dev.attune.live.DecisionRequest;
import dev.attune.live.DecisionStore;
import dev.attune.live.EventAppender;
import dev.attune.live.LiveBandit;
import dev.attune.live.LiveDefinition;
import dev.attune.live.RewardRules;
import java.time.Duration;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.IntFunction;

/** Bytes of a bandit's saved state: what it has learnt, and the entries of each decision while it waits and afterwards. */
final class StateSizes {
    private static final EventAppender NOWHERE = (event, time) -> 0;
    private static final int DECISIONS = 1_000;
    private static final int LEARNT = 10_000;
    private static final Duration EVER = Duration.ofDays(1_000);
    private static final RewardRules NO_DEFAULT = new RewardRules( // decisions that only wait teach nothing
            RewardRules.DEFAULT.window(),
            RewardRules.DEFAULT.learning(),
            RewardRules.DEFAULT.aggregation(),
            OptionalDouble.empty());
    private static final List<Arm> ARMS = List.of(new Arm("arm-0", Features.NONE), new Arm("arm-1", Features.NONE));

    final double bandit;
    final double waiting;
    final double remembered;

    private StateSizes(LiveBandit live, IntFunction<DecisionRequest> requests) {
        DecisionStore store = DecisionStore.inMemory();
        live.keepIn(store, EVER);
        long first = live.counters().decisions() + 1;
        long window = live.definition().rules().window().toMillis();
        long now = live.time() + window;
        live.closeDue(now, NOWHERE);
        this.bandit = live.write().length;
        for (int i = 1; i <= DECISIONS; i++) {
            live.decide(requests.apply(i), now, NOWHERE);
        }
        this.waiting = entries(store, first, requests);
        live.closeDue(now + window, NOWHERE);
        this.remembered = entries(store, first, requests);
    }

    /** Returns the bytes of a decision in both maps of the stream's state. */
    private static double entries(DecisionStore store, long first, IntFunction<DecisionRequest> requests) {
        long bytes = 0;
        for (int i = 1; i <= DECISIONS; i++) {
            byte[] kept = store.decisions().get(first + i - 1);
            bytes += kept == null ? 0 : Long.BYTES + Integer.BYTES + kept.length;
            bytes += Integer.BYTES + requests.apply(i).clientId().length() + Long.BYTES;
        }
        return (double) bytes / DECISIONS;
    }

    /** Measures LinUCB with a number of features. */
    static StateSizes ofVectors(int dimension) {
        LiveBandit live = live(
                Attune.bandit()
                        .policy("LinUCB")
                        .encoder(
                                EncoderDefinition.builder().dimension(dimension).build()),
                RewardRules.DEFAULT);
        live.decide(request(0), 0, NOWHERE); // what is made when it is first used
        return new StateSizes(live, StateSizes::request);
    }

    /** Measures the default policy in a world with a number of words, after it has learnt. */
    static StateSizes ofWords(int words) {
        LiveBandit live = live(Attune.bandit().policy(Catalog.DEFAULT_POLICY), NO_DEFAULT);
        SparseWorld world = SparseWorld.named("F" + words);
        List<Visit> visits = world.visits(1, LEARNT + DECISIONS + 1);
        for (int i = 0; i < LEARNT; i++) {
            Answer answer = live.decide(request("", visits.get(i)), 0, NOWHERE);
            int arm = visits.get(i).arms().indexOf(answer.arm());
            live.reward(answer.decision(), "", world.words().reward(visits.get(i), arm), 0, NOWHERE);
        }
        return new StateSizes(live, i -> request("request-" + i, visits.get(LEARNT + i)));
    }

    private static LiveBandit live(Attune.Builder builder, RewardRules rules) {
        return LiveBandit.create(
                1, new LiveDefinition(builder.seed(0).rewards(0, 1).definition(), rules));
    }

    private static DecisionRequest request(int number) {
        return new DecisionRequest("request-" + number, Features.NONE, new Offer.Inline(ARMS), 1);
    }

    private static DecisionRequest request(String id, Visit visit) {
        List<Arm> arms =
                visit.arms().stream().map(arm -> new Arm(arm, Features.NONE)).toList();
        return new DecisionRequest(id, visit.context(), new Offer.Inline(arms), 1);
    }
}
