package dev.attune.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.attune.state.Checkpoint;
import dev.attune.state.Checkpointed;
import dev.attune.state.StateFormatException;
import dev.attune.state.StateReader;
import dev.attune.state.StateWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class ArmNumbersTest {
    private static byte[] bytes(Consumer<StateWriter> writer) {
        return Checkpoint.write(new State(writer, in -> {}));
    }

    private static ArmNumbers read(byte[] bytes) {
        ArmNumbers numbers = new ArmNumbers();
        Checkpoint.read(bytes, new State(numbers::write, numbers::read));
        return numbers;
    }

    private record State(Consumer<StateWriter> writer, Consumer<StateReader> reader) implements Checkpointed {
        @Override
        public String stateName() {
            return "arms";
        }

        @Override
        public void writeState(StateWriter out) {
            writer.accept(out);
        }

        @Override
        public void readState(StateReader in) {
            reader.accept(in);
        }
    }

    /** The definition with a map in the order of the last rewards. */
    private static final class Reference {
        private final int most;
        private final Map<Long, Integer> byLastReward = new LinkedHashMap<>();

        Reference(int most) {
            this.most = most;
        }

        int reward(long key) {
            Integer known = byLastReward.remove(key);
            int number = known == null ? byLastReward.size() + 1 : known;
            boolean taken = known == null && byLastReward.size() == most;
            if (taken) {
                long oldest = byLastReward.keySet().iterator().next();
                number = byLastReward.remove(oldest);
            }
            byLastReward.put(key, number);
            return taken ? -number : number;
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 7, 8, 9, 40, 300})
    void theArmThatWasRewardedLongestAgoGivesWay(int most) {
        SplittableRandom random = new SplittableRandom(most);
        ArmNumbers numbers = new ArmNumbers();
        assertThat(numbers.most(most)).isTrue();
        assertThat(numbers.most()).isEqualTo(most);
        Reference reference = new Reference(most);
        for (int t = 0; t < 3000; t++) {
            long key = random.nextInt(2 * most + 2) * (t % 2 == 0 ? 1L : 1L << 40); // some keys collide in few buckets
            assertThat(numbers.reward(key, -key)).isEqualTo(reference.reward(key));
            int number = numbers.find(key);
            assertThat(number).isEqualTo(reference.byLastReward.get(key));
            assertThat(numbers.key(number)).isEqualTo(key);
            assertThat(numbers.id(number)).isEqualTo(-key);
            assertThat(numbers.size()).isEqualTo(reference.byLastReward.size());
            if (t % 100 == 0) {
                for (long other = 0; other < 2 * most + 2; other++) {
                    assertThat(numbers.find(other)).isEqualTo(reference.byLastReward.getOrDefault(other, 0));
                }
                numbers = read(bytes(numbers::write));
            }
        }
    }

    @Test
    void noMoreThan4096ArmsHaveNumbers() {
        ArmNumbers numbers = new ArmNumbers();
        for (long key = 1; key <= 4096; key++) {
            assertThat(numbers.reward(key, key)).isEqualTo((int) key);
        }
        assertThat(numbers.reward(5000, 5000)).isEqualTo(-1);
        assertThat(numbers.size()).isEqualTo(4096);
        assertThat(numbers.most(4095)).isFalse();
        assertThat(numbers.most()).isEqualTo(4096);
        assertThat(numbers.most(10_000)).isTrue();
        assertThat(numbers.most()).isEqualTo(4096);
    }

    @Test
    void aQuarterOfTheRewardsMustBeOfKnownArms() {
        ArmNumbers numbers = new ArmNumbers();
        assertThat(numbers.recur()).isTrue();
        List<Boolean> recur = new ArrayList<>();
        for (long key : new long[] {1, 2, 3, 1, 4, 4}) {
            numbers.reward(key, key);
            recur.add(numbers.recur());
        }
        assertThat(recur).containsExactly(false, false, false, true, false, true);
    }

    @Test
    void mostAreNewIfMoreThanHalfOfAWindowWas() {
        ArmNumbers numbers = new ArmNumbers();
        for (int t = 1; t <= 511; t++) {
            numbers.reward(t, t);
            assertThat(numbers.mostAreNew()).isFalse(); // too early
        }
        numbers.reward(512, 512); // a new window
        for (int t = 2; t <= 256; t++) {
            numbers.reward(1000 + t, 0);
        }
        assertThat(numbers.mostAreNew()).isFalse(); // 256 of the window are new
        numbers.reward(1, 1);
        assertThat(numbers.mostAreNew()).isFalse();
        numbers.reward(2000, 0);
        assertThat(numbers.mostAreNew()).isTrue();
        assertThat(read(bytes(numbers::write)).mostAreNew()).isTrue();
    }

    @Test
    void aStateWithAnArmTwiceIsRejected() {
        byte[] twice = bytes(out -> {
            out.writeInt(10);
            out.writeInt(2);
            out.writeLong(2);
            out.writeInt(2);
            out.writeLong(0);
            for (int number = 1; number <= 2; number++) {
                out.writeLong(77);
                out.writeLong(77);
                out.writeLong(number);
            }
        });
        assertThatThrownBy(() -> read(twice))
                .isInstanceOf(StateFormatException.class)
                .hasMessageContaining("an arm twice");
    }
}
