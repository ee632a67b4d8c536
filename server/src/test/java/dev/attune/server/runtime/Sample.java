package dev.attune.server.runtime;

import dev.attune.Attune;
import dev.attune.catalog.BanditDefinition;
import dev.attune.encode.Arm;
import dev.attune.encode.EncoderDefinition;
import dev.attune.encode.Features;
import dev.attune.journal.Offer;
import dev.attune.live.DecisionRequest;
import dev.attune.live.LiveDefinition;
import dev.attune.live.RewardRules;
import dev.attune.live.RewardRules.Aggregation;
import dev.attune.live.RewardRules.Learning;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;

/** Small bandits, requests and arms for tests. */
final class Sample {
    private static final List<Arm> ARMS = arms(4);

    private Sample() {}

    static List<Arm> arms(int count) {
        List<Arm> arms = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            arms.add(new Arm(
                    "arm" + i,
                    Features.builder()
                            .number("price", i * 0.5)
                            .category("kind", "k" + i % 3)
                            .build()));
        }
        return arms;
    }

    /** Learns at the end of a window of so many milliseconds; a decision without a reward expires. */
    static LiveDefinition definition(long seed, long windowMillis) {
        return definition(seed, windowMillis, Learning.AT_WINDOW_END);
    }

    static LiveDefinition definition(long seed, long windowMillis, Learning learning) {
        BanditDefinition bandit = Attune.bandit()
                .encoder(EncoderDefinition.builder().dimension(8).build())
                .rewards(0, 1)
                .seed(seed)
                .definition();
        return new LiveDefinition(
                bandit,
                new RewardRules(Duration.ofMillis(windowMillis), learning, Aggregation.FIRST, OptionalDouble.empty()));
    }

    /** Has a model of 64 features, whose state takes a while to load. */
    static LiveDefinition large(long seed) {
        BanditDefinition bandit = Attune.bandit()
                .policy("LinUCB")
                .encoder(EncoderDefinition.builder().dimension(64).build())
                .rewards(0, 1)
                .seed(seed)
                .definition();
        return new LiveDefinition(
                bandit,
                new RewardRules(Duration.ofHours(1), Learning.AT_ONCE, Aggregation.FIRST, OptionalDouble.empty()));
    }

    static DecisionRequest request(String clientId, int hour) {
        Features context = Features.builder().number("hour", hour % 24).build();
        return new DecisionRequest(clientId, context, new Offer.Inline(ARMS), 1);
    }
}
