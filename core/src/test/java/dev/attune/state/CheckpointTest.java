package dev.attune.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.function.Consumer;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CheckpointTest {
    private static final int MAGIC = 0x4154544E;

    /** Has one of everything that state is made of. */
    private static class Sample implements Checkpointed {
        private final String name;
        private int count = 7;
        private long rounds = -3_000_000_000L;
        private double scale = 0.1;
        private final double[] vector;
        private final double[][] matrix;
        private String kind = "größer";

        Sample(String name, int dimension) {
            this.name = name;
            this.vector = new double[dimension];
            this.matrix = new double[dimension][dimension];
            Arrays.fill(vector, -0.0);
            matrix[0][0] = Double.MIN_VALUE;
        }

        @Override
        public String stateName() {
            return name;
        }

        @Override
        public void writeState(StateWriter out) {
            out.writeInt(count);
            out.writeLong(rounds);
            out.writeDouble(scale);
            out.writeDoubles(vector);
            out.writeMatrix(matrix);
            out.writeString(kind);
        }

        @Override
        public void readState(StateReader in) {
            count = in.readCount(1000);
            rounds = in.readLong();
            scale = in.readDouble();
            in.readDoubles(vector);
            in.readMatrix(matrix);
            kind = in.readString();
        }
    }

    private static Sample learnt() {
        Sample sample = new Sample("Sample/1", 2);
        sample.count = 12;
        sample.rounds = 99;
        sample.scale = 2.5;
        sample.vector[1] = Math.PI;
        sample.matrix[1][0] = -1e300;
        sample.kind = "logistic";
        return sample;
    }

    @Test
    void aRoundTripGivesBackEveryBit() {
        Sample target = new Sample("Sample/1", 2);
        Checkpoint.read(Checkpoint.write(learnt()), target);

        assertThat(target.count).isEqualTo(12);
        assertThat(target.rounds).isEqualTo(99);
        assertThat(target.scale).isEqualTo(2.5);
        assertThat(target.vector).containsExactly(-0.0, Math.PI);
        assertThat(target.matrix[0]).containsExactly(Double.MIN_VALUE, 0);
        assertThat(target.matrix[1]).containsExactly(-1e300, 0);
        assertThat(target.kind).isEqualTo("logistic");
        assertThat(Checkpoint.write(target)).isEqualTo(Checkpoint.write(learnt()));
    }

    @Test
    void theEnvelopeIsAsDocumented() {
        byte[] sealed = Checkpoint.write(learnt());
        ByteBuffer in = ByteBuffer.wrap(sealed);
        CRC32C crc = new CRC32C();
        crc.update(sealed, 0, sealed.length - 4);

        assertThat(new String(sealed, 0, 4, StandardCharsets.US_ASCII)).isEqualTo("ATTN");
        assertThat(in.getInt(4)).isEqualTo(1);
        assertThat(in.getInt(8)).isEqualTo(sealed.length - 16);
        assertThat(in.getInt(12)).isEqualTo("Sample/1".length());
        assertThat(new String(sealed, 16, 8, StandardCharsets.UTF_8)).isEqualTo("Sample/1");
        assertThat(in.getInt(24)).isEqualTo(12);
        assertThat(in.getInt(sealed.length - 4)).isEqualTo((int) crc.getValue());
    }

    @Test
    void stateLargerThanTheFirstBufferIsWrittenWhole() {
        Sample large = new Sample("Sample/1", 150);
        for (double[] row : large.matrix) {
            Arrays.fill(row, 1.5);
        }
        Sample target = new Sample("Sample/1", 150);
        Checkpoint.read(Checkpoint.write(large), target);
        assertThat(target.matrix).isDeepEqualTo(large.matrix);
    }

    @Test
    void everyTruncationIsRefused() {
        byte[] sealed = Checkpoint.write(learnt());
        for (int length = 0; length < sealed.length; length++) {
            assertRefused(Arrays.copyOf(sealed, length));
        }
    }

    @Test
    void everySingleFlippedBitIsRefused() {
        byte[] sealed = Checkpoint.write(learnt());
        for (int bit = 0; bit < 8 * sealed.length; bit++) {
            byte[] damaged = sealed.clone();
            damaged[bit / 8] ^= (byte) (1 << (bit % 8));
            assertRefused(damaged);
        }
    }

    @Test
    void bytesAfterTheEndAreRefused() {
        byte[] sealed = Checkpoint.write(learnt());
        assertRefused(Arrays.copyOf(sealed, sealed.length + 1), "cut or extended");
        byte[] twice = Arrays.copyOf(sealed, 2 * sealed.length);
        System.arraycopy(sealed, 0, twice, sealed.length, sealed.length);
        assertRefused(twice, "cut or extended");
    }

    @Test
    void aForeignFileIsRefusedAsSuch() {
        assertRefused("PNG, or whatever else is not ours".getBytes(StandardCharsets.UTF_8), "not saved state");
        assertRefused(new byte[0], "not saved state");
        assertRefused(new byte[100], "not saved state");
        assertRefused(sealed(0x4154544F, 1, body("Sample/1", out -> {})), "not saved state");
    }

    @Test
    void anotherVersionOfTheEnvelopeIsRefusedNamingBoth() {
        byte[] body = Arrays.copyOfRange(Checkpoint.write(learnt()), 12, Checkpoint.write(learnt()).length - 4);
        assertRefused(sealed(MAGIC, 2, body), "version 2", "version 1");
        assertRefused(sealed(MAGIC, 0, body), "version 0", "version 1");
        assertRefused(sealed(MAGIC, -1, body), "version -1", "version 1");
    }

    @Test
    void theStateOfAnotherObjectIsRefusedNamingBoth() {
        assertRefused(Checkpoint.write(new Sample("Sample/2", 2)), "Sample/2", "Sample/1");
        assertRefused(Checkpoint.write(new Sample("", 2)), "Sample/1");
    }

    @Test
    void anotherDimensionIsRefusedNamingBoth() {
        assertRefused(Checkpoint.write(new Sample("Sample/1", 3)), "3 numbers", "has 2");
        assertRefused(Checkpoint.write(new Sample("Sample/1", 1)), "1 numbers", "has 2");
        assertRefused(
                crafted(out -> {
                    head(out);
                    out.writeDoubles(new double[2]);
                    out.writeInt(3);
                }),
                "3 rows",
                "has 2");
    }

    @ParameterizedTest
    @ValueSource(doubles = {Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY})
    void aNumberThatIsNotFiniteIsRefusedWhereverItStands(double bad) {
        for (Consumer<Sample> spoil : Arrays.<Consumer<Sample>>asList(
                s -> s.scale = bad, s -> s.vector[1] = bad, s -> s.matrix[0][1] = bad, s -> s.matrix[1][1] = bad)) {
            Sample spoilt = learnt();
            spoil.accept(spoilt);
            assertRefused(Checkpoint.write(spoilt), "not finite", Double.toString(bad));
        }
    }

    @Test
    void bytesTooManyInsideASoundEnvelopeAreRefused() {
        assertRefused(
                crafted(out -> {
                    learnt().writeState(out);
                    out.writeInt(0);
                }),
                "4 bytes too many");
    }

    @Test
    void aBodyThatEndsEarlyInsideASoundEnvelopeIsRefusedAtEveryLength() {
        byte[] whole = Checkpoint.write(learnt());
        byte[] body = Arrays.copyOfRange(whole, 12, whole.length - 4);
        for (int length = 0; length < body.length; length++) {
            assertRefused(sealed(MAGIC, 1, Arrays.copyOf(body, length)));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, Integer.MIN_VALUE, 1001, Integer.MAX_VALUE})
    void aCountOutsideItsLimitIsRefusedByValue(int count) {
        assertRefused(crafted(out -> out.writeInt(count)), Integer.toString(count), "[0, 1000]");
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, Integer.MIN_VALUE, 3, 1 << 20, 1 << 28, Integer.MAX_VALUE})
    void hostileLengthsInsideASoundEnvelopeAllocateNothing(int length) {
        byte[] vector = crafted(out -> {
            head(out);
            out.writeInt(length);
        });
        byte[] rows = crafted(out -> {
            head(out);
            out.writeDoubles(new double[2]);
            out.writeInt(length);
        });
        byte[] name = sealed(MAGIC, 1, ByteBuffer.allocate(4).putInt(length).array());
        byte[] text = crafted(out -> {
            head(out);
            out.writeDoubles(new double[2]);
            out.writeMatrix(new double[2][2]);
            out.writeInt(length);
        });
        for (byte[] hostile : new byte[][] {vector, rows, name, text}) {
            Sample target = new Sample("Sample/1", 2);
            long before = allocated();
            assertThatThrownBy(() -> Checkpoint.read(hostile, target)).isInstanceOf(StateFormatException.class);
            assertThat(allocated() - before).isLessThan(1 << 20);
            assertRefused(hostile);
        }
    }

    @Test
    void aHostileEnvelopeLengthIsRefused() {
        byte[] sealed = Checkpoint.write(learnt());
        for (int length : new int[] {-1, Integer.MIN_VALUE, Integer.MAX_VALUE, sealed.length, -16, -12}) {
            byte[] hostile = sealed.clone();
            ByteBuffer.wrap(hostile).putInt(8, length);
            reseal(hostile);
            assertRefused(hostile, "cut or extended");
        }
    }

    @Test
    void aTextLongerThanAKilobyteIsRefused() {
        assertRefused(Checkpoint.write(new Sample("x".repeat(1025), 2)), "1025");
        Sample longest = new Sample("x".repeat(1024), 2);
        Checkpoint.read(Checkpoint.write(longest), longest);
    }

    @Test
    void anObjectThatRefusesWhatItReadsIsPutBackAsItWas() {
        Sample picky = new Sample("Sample/1", 2) {
            @Override
            public void readState(StateReader in) {
                super.readState(in);
                in.expect("link", "logistic");
            }

            @Override
            public void writeState(StateWriter out) {
                super.writeState(out);
                out.writeString("logistic");
            }
        };
        byte[] before = Checkpoint.write(picky);
        byte[] other = crafted(out -> {
            learnt().writeState(out);
            out.writeString("poisson");
        });
        assertThatExceptionOfType(StateFormatException.class)
                .isThrownBy(() -> Checkpoint.read(other, picky))
                .withMessageContainingAll("link", "poisson", "logistic");
        assertThat(Checkpoint.write(picky)).isEqualTo(before);
    }

    @Test
    void remainingDoublesBoundsCountsThatPrecedeNumbers() {
        StateWriter out = new StateWriter();
        out.writeDouble(1);
        out.writeDouble(2);
        out.writeInt(3);
        StateReader in = new StateReader(ByteBuffer.wrap(out.toBytes()));
        assertThat(in.remainingDoubles()).isEqualTo(2);
        assertThat(in.readDouble()).isEqualTo(1);
        assertThat(in.remainingDoubles()).isEqualTo(1);
    }

    /** Refused as a format error, with the target bit for bit as it was. */
    private static void assertRefused(byte[] bytes, String... named) {
        Sample target = new Sample("Sample/1", 2);
        byte[] before = Checkpoint.write(target);
        byte[] given = bytes.clone();
        assertThatExceptionOfType(StateFormatException.class)
                .isThrownBy(() -> Checkpoint.read(bytes, target))
                .satisfies(e -> {
                    for (String name : named) {
                        assertThat(e).hasMessageContaining(name);
                    }
                });
        assertThat(Checkpoint.write(target)).isEqualTo(before);
        assertThat(bytes).isEqualTo(given);
    }

    private static void head(StateWriter out) {
        out.writeInt(1);
        out.writeLong(2);
        out.writeDouble(3);
    }

    private static byte[] crafted(Consumer<StateWriter> content) {
        return sealed(MAGIC, 1, body("Sample/1", content));
    }

    private static byte[] body(String name, Consumer<StateWriter> content) {
        StateWriter out = new StateWriter();
        out.writeString(name);
        content.accept(out);
        return out.toBytes();
    }

    private static byte[] sealed(int magic, int version, byte[] body) {
        byte[] sealed = ByteBuffer.allocate(16 + body.length)
                .putInt(magic)
                .putInt(version)
                .putInt(body.length)
                .put(body)
                .array();
        reseal(sealed);
        return sealed;
    }

    private static void reseal(byte[] sealed) {
        CRC32C crc = new CRC32C();
        crc.update(sealed, 0, sealed.length - 4);
        ByteBuffer.wrap(sealed).putInt(sealed.length - 4, (int) crc.getValue());
    }

    /** Bytes that this thread has allocated so far; by reflection, because core's module does not read that of the JDK. */
    private static long allocated() {
        try {
            Object threads = Class.forName("java.lang.management.ManagementFactory")
                    .getMethod("getThreadMXBean")
                    .invoke(null);
            return (long) Class.forName("com.sun.management.ThreadMXBean")
                    .getMethod("getCurrentThreadAllocatedBytes")
                    .invoke(threads);
        } catch (ReflectiveOperationException e) {
            throw new LinkageError("allocated bytes are not measured here", e);
        }
    }
}
