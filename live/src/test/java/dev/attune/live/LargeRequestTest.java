package dev.attune.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.attune.Attune;
import dev.attune.encode.Arm;
import dev.attune.encode.EncoderDefinition;
import dev.attune.encode.Features;
import dev.attune.journal.Offer;
import dev.attune.live.RefusedException.Reason;
import dev.attune.live.RewardRules.Aggregation;
import dev.attune.live.RewardRules.Learning;
import java.time.Duration;
import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Requests with so many features that an event, or saved state, could not hold what they make. */
class LargeRequestTest {
    private static final int INTERACTIONS = 40;

    private final RecordingLog log = new RecordingLog();

    /** The features of the context are written once for each of 40 interactions. */
    private static LiveBandit manyInteractions() {
        EncoderDefinition encoder = EncoderDefinition.builder()
                .interactions(IntStream.range(0, INTERACTIONS)
                        .mapToObj(i -> "context x arm.f" + i)
                        .toArray(String[]::new))
                .build();
        RewardRules rules =
                new RewardRules(Duration.ofDays(1), Learning.AT_WINDOW_END, Aggregation.FIRST, OptionalDouble.empty());
        return LiveBandit.create(
                1,
                new LiveDefinition(
                        Attune.bandit().encoder(encoder).seed(1).rewards(0, 1).definition(), rules));
    }

    private static DecisionRequest request(int words) {
        Features.Builder own = Features.builder();
        IntStream.range(0, INTERACTIONS).forEach(i -> own.flag("f" + i, true));
        Features context = Features.builder()
                .tags("w", IntStream.range(0, words).mapToObj(Integer::toString).toList())
                .build();
        return new DecisionRequest("", context, new Offer.Inline(List.of(new Arm("a", own.build()))), 1);
    }

    @Test
    void anArmThatWouldNotFitTheJournalIsRefusedBeforeAnythingChanges() {
        LiveBandit bandit = manyInteractions();
        bandit.decide(request(4_000), 1, log); // 40 x 4,000 x 3 numbers
        byte[] before = bandit.write();
        assertThatExceptionOfType(RefusedException.class)
                .isThrownBy(() -> bandit.decide(request(5_000), 2, log))
                .withMessageContaining("arm a has too many features")
                .satisfies(e -> assertThat(e.field()).isEqualTo("arms"));
        assertThatExceptionOfType(RefusedException.class)
                .isThrownBy(() -> bandit.check(List.of(request(10), request(5_000))))
                .satisfies(e -> assertThat(e.index()).isEqualTo(1));
        assertThat(bandit.write()).isEqualTo(before);
        assertThat(log.records).hasSize(1);
    }

    @Test
    @Tag("slow")
    void decisionsWaitUpToANumberOfBytesInAll() {
        LiveBandit bandit = manyInteractions();
        DecisionRequest large = request(4_000); // 3.8 MB each
        assertThatExceptionOfType(RefusedException.class)
                .isThrownBy(() -> {
                    for (int i = 0; i < 1_000; i++) {
                        bandit.decide(large, 1, (event, time) -> 1);
                    }
                })
                .satisfies(e -> assertThat(e.reason()).isEqualTo(Reason.TOO_MANY_WAITING));
        assertThat(bandit.counters().waiting()).isBetween(100L, 200L);
        bandit.closeDue(Duration.ofDays(2).toMillis(), (event, time) -> 1);
        assertThat(bandit.decide(large, Duration.ofDays(2).toMillis(), (event, time) -> 1)
                        .repeated())
                .isFalse();
    }
}
