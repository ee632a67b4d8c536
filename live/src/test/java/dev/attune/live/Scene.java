package dev.attune.live;

import dev.attune.Attune;
import dev.attune.encode.Arm;
import dev.attune.encode.EncoderDefinition;
import dev.attune.encode.Features;
import dev.attune.journal.JournalRecord;
import dev.attune.journal.Offer;
import dev.attune.live.RewardRules.Aggregation;
import dev.attune.live.RewardRules.Learning;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;

/** Small bandits and requests for tests. */
final class Scene {
    static final int NUMBER = 7;
    static final long WINDOW = 100;

    private Scene() {}

    static Attune.Builder bandit(String policy) {
        return Attune.bandit()
                .uniformShare(0)
                .policy(policy)
                .encoder(EncoderDefinition.builder().dimension(6).build())
                .rewards(0, 1)
                .seed(11);
    }

    static RewardRules rules(Learning learning, Aggregation aggregation, OptionalDouble defaultReward) {
        return new RewardRules(Duration.ofMillis(WINDOW), learning, aggregation, defaultReward);
    }

    static RewardRules firstAtWindowEnd() {
        return rules(Learning.AT_WINDOW_END, Aggregation.FIRST, OptionalDouble.of(0));
    }

    static LiveBandit create(String policy, RewardRules rules) {
        return LiveBandit.create(NUMBER, new LiveDefinition(bandit(policy).definition(), rules));
    }

    static LiveBandit create(String policy) {
        return create(policy, firstAtWindowEnd());
    }

    static Features visitor(int i) {
        return Features.builder()
                .number("age", 20 + (i * 7) % 40)
                .flag("returning", i % 3 == 0)
                .build();
    }

    static Arm arm(String id) {
        return new Arm(id, Features.builder().number("price", id.hashCode() % 9).build());
    }

    static List<Arm> arms(String... ids) {
        return Arrays.stream(ids).map(Scene::arm).toList();
    }

    static Offer inline(String... ids) {
        return new Offer.Inline(arms(ids));
    }

    static Offer fromCatalogue(int version, String... ids) {
        return new Offer.FromCatalogue(version, List.of(ids));
    }

    static DecisionRequest request(String clientId, int visitor, Offer offer) {
        return new DecisionRequest(clientId, visitor(visitor), offer, 1);
    }

    static DecisionRequest request(int visitor) {
        return request("", visitor, inline("a", "b", "c", "d"));
    }

    static Observation observation(String clientId, int visitor, String arm, OptionalDouble reward) {
        return new Observation(clientId, visitor(visitor), inline("a", "b", "c", "d"), arm, 0.25, reward);
    }

    /** Lets a bandit decide and learn for a while: every second decision earns 1. */
    static void teach(LiveBandit bandit, int rounds, RecordingLog log) {
        for (int i = 0; i < rounds; i++) {
            long now = bandit.time() + 10;
            Answer answer = bandit.decide(request(i), now, log);
            bandit.reward(answer.decision(), "", i % 2, now, log);
            bandit.closeDue(now, log);
        }
    }

    static LiveBandit replayed(LiveBandit from, List<JournalRecord> records) {
        records.forEach(from::apply);
        return from;
    }
}
