package dev.attune.bench.stream;

import dev.attune.Attune;
import dev.attune.catalog.BanditDefinition;
import dev.attune.encode.Arm;
import dev.attune.encode.EncoderDefinition;
import dev.attune.encode.Features;
import dev.attune.journal.Offer;
import dev.attune.live.DecisionRequest;
import dev.attune.live.EventLog;
import dev.attune.live.LiveBandit;
import dev.attune.live.LiveDefinition;
import dev.attune.live.RewardRules;
import java.util.List;

/** Bytes of a bandit's saved state: what it has learnt, and what each decision adds while it waits and afterwards. */
final class StateSizes {
    private static final EventLog NOWHERE = (event, time) -> 0;
    private static final int DECISIONS = 1_000;
    private static final List<Arm> ARMS = List.of(new Arm("arm-0", Features.NONE), new Arm("arm-1", Features.NONE));

    final double bandit;
    final double waiting;
    final double remembered;

    /** Measures a bandit with so many features. */
    StateSizes(int dimension) {
        BanditDefinition definition = Attune.bandit()
                .seed(0)
                .rewards(0, 1)
                .encoder(EncoderDefinition.builder().dimension(dimension).build())
                .definition();
        LiveBandit live = LiveBandit.create(1, new LiveDefinition(definition, RewardRules.DEFAULT));
        live.decide(request(0), 0, NOWHERE); // what is made when it is first used
        live.closeDue(Long.MAX_VALUE - 1, NOWHERE);
        int before = live.write().length;
        for (int i = 1; i <= DECISIONS; i++) {
            live.decide(request(i), 0, NOWHERE);
        }
        int while1000Wait = live.write().length;
        live.closeDue(Long.MAX_VALUE, NOWHERE);
        int after = live.write().length;
        this.bandit = before;
        this.waiting = (double) (while1000Wait - after) / DECISIONS;
        this.remembered = (double) (after - before) / DECISIONS;
    }

    private static DecisionRequest request(int number) {
        return new DecisionRequest("request-" + number, Features.NONE, new Offer.Inline(ARMS), 1);
    }
}
