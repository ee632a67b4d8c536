package dev.attune.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.attune.Attune;
import dev.attune.api.Options;
import dev.attune.api.PolicyProvider;
import dev.attune.api.TunerProvider;
import dev.attune.catalog.BanditDefinition;
import dev.attune.catalog.Catalog;
import dev.attune.encode.EncoderDefinition;
import dev.attune.math.RoundRandom;
import dev.attune.policy.LinUcb;
import dev.attune.state.Checkpoint;
import dev.attune.state.StateFormatException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class BanditFileTest {
    private static final int HEADER = 12;
    private static final int[] EXTREMES = {0, 1, 0x7F, 0x80, 0xFF};
    private static final EncoderDefinition SMALL =
            EncoderDefinition.builder().dimension(6).build();

    /** Every pair of the catalogue that fits, with everything said that a checkpoint of the bandit alone does not hold. */
    static List<BanditDefinition> pairs() {
        List<BanditDefinition> pairs = new ArrayList<>();
        for (PolicyProvider policy : Catalog.policies()) {
            for (TunerProvider tuner : Catalog.tuners()) {
                try {
                    pairs.add(definition(policy.name(), tuner.name()));
                } catch (IllegalArgumentException e) {
                    assertThat(e)
                            .hasMessageMatching(
                                    ".*(needs a policy with|has no theoretical|has no hyper|nothing to tune).*");
                }
            }
        }
        assertThat(pairs).hasSizeGreaterThan(100);
        return pairs;
    }

    private static BanditDefinition definition(String policy, String tuner) {
        return Attune.bandit()
                .policy(policy)
                .tuner(tuner)
                .rewards(0, 1)
                .seed(3)
                .uniformShare(0.125)
                .warmup(5)
                .horizon(500)
                .encoder(SMALL)
                .definition();
    }

    static List<BanditDefinition> some() {
        return List.of(
                definition("LinUCB", "VOI"),
                definition("UCB-GLM", "CDT-double"),
                definition("Laplace-TS", "OP"),
                definition("SGD-TS", "Syndicated"));
    }

    private static byte[] model(BanditDefinition definition) {
        DefinedBandit bandit = new DefinedBandit(definition);
        NamedRounds.play(bandit, 0, 30);
        return NamedRounds.state(bandit);
    }

    @ParameterizedTest
    @MethodSource("pairs")
    void whatIsReadDecidesAsTheOriginal(BanditDefinition definition) {
        for (int rounds : new int[] {0, 3, 60}) {
            DefinedBandit original = new DefinedBandit(definition);
            NamedRounds.play(original, 0, rounds);
            byte[] bytes = NamedRounds.state(original);
            DefinedBandit copy = DefinedBandit.load(bytes).bandit();

            assertThat(copy.definition()).isEqualTo(definition);
            assertThat(NamedRounds.state(copy)).isEqualTo(bytes);
            List<String> expected = NamedRounds.play(original, rounds, rounds + 100);
            assertThat(NamedRounds.play(copy, rounds, rounds + 100)).isEqualTo(expected);
            assertThat(definition.leastBytes()).isLessThan(bytes.length);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"LinUCB", "LinTS", "UCB-GLM", "Laplace-TS", "LinUCB-disjoint"})
    void aBanditWithManyCoefficientsIsRead(String policy) {
        DefinedBandit original = new DefinedBandit(Attune.bandit()
                .policy(policy)
                .tuner("VOI")
                .encoder(EncoderDefinition.builder().dimension(80).build())
                .rewards(0, 1)
                .seed(1)
                .definition());
        NamedRounds.play(original, 0, 20);
        DefinedBandit copy = NamedRounds.copy(original);

        assertThat(NamedRounds.play(copy, 20, 60)).isEqualTo(NamedRounds.play(original, 20, 60));
    }

    @Test
    void decisionsMadeBeforeSavingCanBeRewardedAfterReading() {
        DefinedBandit original = new DefinedBandit(definition("LinUCB", "VOI"));
        NamedRounds.play(original, 0, 20);
        Pull under = original.decide(NamedRounds.context(20), NamedRounds.arms(20));
        DefinedBandit copy = NamedRounds.copy(original);
        original.reward(under, 1);
        copy.reward(under, 1);

        assertThat(NamedRounds.state(copy)).isEqualTo(NamedRounds.state(original));
    }

    @Test
    void otherBytesAreNoModel() {
        assertRejected(new byte[0], "not saved state");
        assertRejected("{\"policy\": \"LinUCB\"}, and more".getBytes(StandardCharsets.UTF_8), "not saved");
        assertRejected(Checkpoint.write(Bandits.byDefault(new LinUcb(3), Options.DEFAULT)), "is of bandit of LinUCB/1");
    }

    @Tag("slow")
    @ParameterizedTest
    @MethodSource("some")
    void aModelCutAnywhereIsRefused(BanditDefinition definition) {
        byte[] bytes = model(definition);
        for (int length = 0; length < bytes.length; length += step(length)) {
            byte[] cut = Arrays.copyOf(bytes, length);
            assertThatExceptionOfType(StateFormatException.class).isThrownBy(() -> DefinedBandit.load(cut));
            if (length > HEADER + Integer.BYTES) {
                byte[] sealed = seal(cut);
                assertThatExceptionOfType(StateFormatException.class).isThrownBy(() -> DefinedBandit.load(sealed));
            }
        }
    }

    @Test
    void aModelWithOneBitChangedIsRefused() {
        byte[] bytes = model(definition("LinUCB", "VOI"));
        for (int i = 0; i < bytes.length; i++) {
            byte[] changed = bytes.clone();
            changed[i] ^= (byte) (1 << i % 8);
            assertThatExceptionOfType(StateFormatException.class).isThrownBy(() -> DefinedBandit.load(changed));
        }
    }

    /** Bytes of ill will, with a checksum that is right: a model that can be used, or a StateFormatException. */
    @Tag("slow")
    @ParameterizedTest
    @MethodSource("some")
    void aForgedModelIsReadOrRefusedAndNothingElse(BanditDefinition definition) {
        byte[] bytes = model(definition);
        RoundRandom rng = new RoundRandom(5, 1);
        int refused = 0;
        for (int i = HEADER; i < bytes.length - Integer.BYTES; i += step(i)) {
            for (int forged : new int[] {EXTREMES[i % EXTREMES.length], rng.nextInt(256)}) {
                byte[] changed = bytes.clone();
                changed[i] = (byte) forged;
                try {
                    DefinedBandit.load(seal(changed));
                } catch (StateFormatException e) {
                    refused++;
                }
            }
        }
        assertThat(refused).isPositive();
    }

    /** A file of a kilobyte that promises matrices of a hundred megabytes. */
    @Test
    void aDimensionThatTheBytesCannotFillIsRefusedBeforeAnythingIsMade() {
        byte[] bytes = model(definition("LinUCB", "VOI"));
        int at = indexOf(bytes, 6, "AUTO");
        ByteBuffer.wrap(bytes).putInt(at, 1500);

        assertRejected(seal(bytes), "too short for dimension 1500");
    }

    /** Every byte of the definition, and of the long lists of numbers after it one in a few. */
    private static int step(int at) {
        return at < 600 ? 1 : 7;
    }

    /** Where a number stands that is followed by a text. */
    private static int indexOf(byte[] bytes, int number, String text) {
        byte[] pattern = ByteBuffer.allocate(8 + text.length())
                .putInt(number)
                .putInt(text.length())
                .put(text.getBytes(StandardCharsets.UTF_8))
                .array();
        for (int i = 0; ; i++) {
            if (Arrays.equals(bytes, i, i + pattern.length, pattern, 0, pattern.length)) {
                return i;
            }
        }
    }

    /** Puts length and checksum right, whatever else was done to the bytes. */
    private static byte[] seal(byte[] bytes) {
        byte[] sealed = bytes.clone();
        int end = sealed.length - Integer.BYTES;
        ByteBuffer.wrap(sealed).putInt(8, end - HEADER);
        CRC32C crc = new CRC32C();
        crc.update(sealed, 0, end);
        ByteBuffer.wrap(sealed).putInt(end, (int) crc.getValue());
        return sealed;
    }

    private static void assertRejected(byte[] bytes, String message) {
        assertThatExceptionOfType(StateFormatException.class)
                .isThrownBy(() -> DefinedBandit.load(bytes))
                .withMessageContaining(message);
    }
}
