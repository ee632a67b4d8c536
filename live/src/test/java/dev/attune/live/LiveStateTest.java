package dev.attune.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.attune.api.UniformShare;
import dev.attune.catalog.BanditDefinition;
import dev.attune.encode.Arm;
import dev.attune.encode.Features;
import dev.attune.live.RewardRules.Aggregation;
import dev.attune.live.RewardRules.Learning;
import dev.attune.math.RoundRandom;
import dev.attune.state.StateFormatException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.IntStream;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LiveStateTest {
    private static final int HEADER = 12;
    private final RecordingLog log = new RecordingLog();

    /** A bandit that has something in every part of its state. */
    private LiveBandit full(String policy) {
        LiveBandit bandit =
                Scene.create(policy, Scene.rules(Learning.AT_WINDOW_END, Aggregation.LAST, OptionalDouble.empty()));
        Features all = Features.builder()
                .number("n", 1.5)
                .category("c", "x".repeat(2000))
                .flag("f", true)
                .tags("t", List.of("one", "two"))
                .numbers("e", List.of(0.5, 2.0))
                .build();
        bandit.catalogue(List.of(new Arm("a", all), Scene.arm("b"), Scene.arm("c")), 1, log);
        for (int i = 0; i < 30; i++) {
            DecisionRequest request = new DecisionRequest("c" + i, Scene.visitor(i), Scene.fromCatalogue(0), 1 + i % 3);
            long decision = bandit.decide(request, 10L * i, log).decision();
            bandit.reward(decision, "r" + i, i % 2, 10L * i, log);
            bandit.closeDue(10L * i, log);
        }
        bandit.observe(Scene.observation("o", 1, "b", OptionalDouble.of(1)), 400, log);
        bandit.change(Change.floor(UniformShare.decayingTo(0.2), "me"), 400, log);
        bandit.change(Change.retire("c", "me"), 400, log);
        bandit.change(Change.pause("me"), 400, log);
        return bandit;
    }

    @ParameterizedTest
    @ValueSource(strings = {"LinUCB", "LinTS", "UCB-GLM", "LinUCB-disjoint", "Sparse-TS"})
    void whatIsSharedDecidesAlikeAndHasNothingUnderWay(String policy) {
        LiveBandit bandit = full(policy);
        bandit.change(Change.resume("me"), 400, log);
        assertThat(bandit.counters().waiting()).isPositive();
        byte[] shared = bandit.writeShared();
        LiveBandit follower = LiveBandit.follow(shared, 11, 30);
        LiveBandit elsewhere = LiveBandit.follow(shared, 12, 0);

        assertThat(follower.counters().waiting()).isZero();
        assertThat(follower.counters().learnt()).isEqualTo(bandit.counters().learnt());
        assertThat(follower.catalogueArms()).isEqualTo(bandit.catalogueArms());
        assertThat(elsewhere.definition().bandit())
                .isEqualTo(withSeed(bandit.definition().bandit(), 12));
        assertThat(shared).hasSizeLessThan(bandit.write().length);
        List<String> own = arms(bandit);
        assertThat(arms(follower)).isEqualTo(own); // the same seed and the same round: the same numbers
        assertThat(arms(elsewhere)).isNotEqualTo(own);
        assertThat(LiveBandit.read(Scene.NUMBER, elsewhere.write()).write()).isEqualTo(elsewhere.write());
    }

    private static BanditDefinition withSeed(BanditDefinition definition, long seed) {
        return definition.withOptions(definition.options().withSeed(seed));
    }

    private List<String> arms(LiveBandit bandit) {
        return IntStream.range(0, 60)
                .mapToObj(i -> bandit.decide(Scene.request(i), 400, log).arm())
                .toList();
    }

    @ParameterizedTest
    @ValueSource(strings = {"LinUCB", "LinTS", "UCB-GLM", "SGD-TS", "LinUCB-disjoint", "Sparse-TS"})
    void whatIsReadGoesOnBitForBit(String policy) {
        LiveBandit bandit = full(policy);
        LiveBandit read = LiveBandit.read(Scene.NUMBER, bandit.write());
        assertThat(read.definition()).isEqualTo(bandit.definition());
        assertThat(read.catalogueArms()).isEqualTo(bandit.catalogueArms());
        assertThat(read.paused()).isTrue();
        for (LiveBandit each : List.of(bandit, read)) {
            RecordingLog own = new RecordingLog();
            each.change(Change.resume("me"), 400, own);
            Scene.teach(each, 20, own);
        }
        assertThat(read.write()).isEqualTo(bandit.write());
    }

    @Test
    void theStateOfAnotherBanditIsRefused() {
        byte[] state = full("LinUCB").write();
        assertThatExceptionOfType(StateFormatException.class)
                .isThrownBy(() -> LiveBandit.read(Scene.NUMBER + 1, state))
                .withMessageContaining("bandit 7");
    }

    @Test
    void stateThatIsCutOrDamagedIsRefused() {
        byte[] state = full("LinUCB").write();
        for (int length = 0; length < state.length; length += 7) {
            byte[] cut = Arrays.copyOf(state, length);
            assertThatExceptionOfType(StateFormatException.class).isThrownBy(() -> LiveBandit.read(Scene.NUMBER, cut));
        }
        for (int i = 0; i < state.length; i += 11) {
            byte[] damaged = state.clone();
            damaged[i] ^= 0x10;
            assertThatExceptionOfType(StateFormatException.class)
                    .isThrownBy(() -> LiveBandit.read(Scene.NUMBER, damaged));
        }
    }

    /** Whoever makes bytes on purpose can make the checksum too. */
    @ParameterizedTest
    @ValueSource(strings = {"LinUCB", "LinUCB-disjoint"})
    @Tag("slow")
    void stateThatLiesIsRefusedOrRead(String policy) {
        byte[] state = full(policy).write();
        RoundRandom rng = new RoundRandom(5, 0);
        int refused = 0;
        for (int i = 0; i < 4000; i++) {
            byte[] lie = state.clone();
            int at = HEADER + rng.nextInt(state.length - HEADER - 4);
            if (i % 2 == 0) {
                lie[at] = (byte) rng.nextInt();
            } else {
                ByteBuffer.wrap(lie)
                        .putInt(Math.min(at, lie.length - 8), i % 4 == 1 ? Integer.MAX_VALUE : -rng.nextInt(9));
            }
            seal(lie);
            try {
                LiveBandit.read(Scene.NUMBER, lie).write();
            } catch (StateFormatException e) {
                refused++;
            }
        }
        assertThat(refused).isGreaterThan(500);
    }

    private static void seal(byte[] bytes) {
        CRC32C crc = new CRC32C();
        crc.update(bytes, 0, bytes.length - 4);
        ByteBuffer.wrap(bytes).putInt(bytes.length - 4, (int) crc.getValue());
    }
}
