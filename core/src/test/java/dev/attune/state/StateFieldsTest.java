package dev.attune.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** Every kind of field, as it is written, as it is read, and where it is rejected. */
final class StateFieldsTest {
    private static StateReader written(Consumer<StateWriter> writer) {
        StateWriter out = new StateWriter();
        writer.accept(out);
        return new StateReader(ByteBuffer.wrap(out.toBytes()));
    }

    private static void assertRejected(Consumer<StateWriter> writer, Consumer<StateReader> reader, String message) {
        StateReader in = written(writer);
        assertThatThrownBy(() -> reader.accept(in))
                .isInstanceOf(StateFormatException.class)
                .hasMessageContaining(message);
    }

    @Test
    void fieldsAreReadInTheOrderInWhichTheyWereWritten() {
        StateReader in = written(out -> {
            out.writeInt(-7);
            out.writeFlag(true);
            out.writeFlag(false);
            out.writeLong(1L << 40);
            out.writeDouble(.5);
            out.writeDoubles(new double[] {1, 2});
            out.writeDoubles(new double[] {3});
            out.writeMatrix(new double[][] {{4, 5}, {6, 7}});
            out.writeString("name");
            out.writeString("long".repeat(1000));
            out.writeString("kind");
            out.writeDouble(9);
        });
        assertThat(in.readInt()).isEqualTo(-7);
        assertThat(in.readFlag()).isTrue();
        assertThat(in.readFlag()).isFalse();
        assertThat(in.readTally()).isEqualTo(1L << 40);
        assertThat(in.readPositive()).isEqualTo(.5);
        assertThat(in.readVector()).containsExactly(1, 2);
        double[] one = new double[1];
        in.readDoubles(one);
        assertThat(one).containsExactly(3);
        double[][] matrix = new double[2][2];
        in.readMatrix(matrix);
        assertThat(matrix).isDeepEqualTo(new double[][] {{4, 5}, {6, 7}});
        assertThat(in.readString()).isEqualTo("name");
        assertThat(in.readText()).isEqualTo("long".repeat(1000));
        in.expect("kind", "kind");
        assertThat(in.remainingDoubles()).isEqualTo(1);
        in.expect("size", 9);
        assertThat(in.remainingDoubles()).isZero();
        in.requireEnd();
    }

    @Test
    void valuesOutsideTheirRangeAreRejected() {
        assertRejected(out -> out.writeInt(-1), in -> in.readCount(5), "a count of -1, outside [0, 5]");
        assertRejected(out -> out.writeInt(6), in -> in.readCount(5), "a count of 6, outside [0, 5]");
        assertThat(written(out -> out.writeInt(5)).readCount(5)).isEqualTo(5);
        assertThat(written(out -> out.writeInt(0)).readCount(5)).isZero();
        assertRejected(out -> out.writeInt(2), StateReader::readFlag, "a count of 2");
        assertRejected(out -> out.writeLong(-1), StateReader::readTally, "a count of -1");
        assertThat(written(out -> out.writeLong(0)).readTally()).isZero();
        assertRejected(out -> out.writeDouble(0), StateReader::readPositive, "0.0 where a positive number belongs");
        assertRejected(out -> out.writeDouble(Double.NaN), StateReader::readDouble, "not finite");
        assertRejected(
                out -> out.writeDoubles(new double[] {1, Double.POSITIVE_INFINITY}),
                in -> in.readDoubles(new double[2]),
                "not finite");
    }

    @Test
    void otherShapesAndTextsAreRejected() {
        assertRejected(
                out -> out.writeDoubles(new double[3]),
                in -> in.readDoubles(new double[2]),
                "3 numbers where this object has 2");
        assertRejected(
                out -> out.writeMatrix(new double[3][2]),
                in -> in.readMatrix(new double[2][2]),
                "3 rows where this object has 2");
        assertRejected(out -> out.writeString("a"), in -> in.expect("name", "b"), "has name a, this object b");
        assertRejected(out -> out.writeDouble(1), in -> in.expect("size", 2), "has size 1.0, this object 2.0");
        assertRejected(out -> out.writeString("x".repeat(1025)), StateReader::readString, "a count of 1025");
        assertThat(written(out -> out.writeString("x".repeat(1024))).readString())
                .hasSize(1024);
    }

    @Test
    void whatEndsEarlyOrLateIsRejected() {
        assertRejected(out -> out.writeInt(1), StateReader::readLong, "8 bytes wanted, 4 left");
        assertRejected(out -> out.writeInt(3), in -> in.readDoubles(new double[3]), "24 bytes wanted, 0 left");
        assertRejected(out -> out.writeInt(3), StateReader::readVector, "an array of 3 numbers");
        assertRejected(out -> out.writeInt(-3), StateReader::readVector, "an array of -3 numbers");
        assertThat(written(out -> out.writeInt(0)).readVector()).isEmpty();
        assertRejected(out -> out.writeInt(3), StateReader::readString, "3 bytes wanted, 0 left");
        assertRejected(out -> out.writeInt(3), StateReader::requireEnd, "4 bytes too many");
    }

    @Test
    void theSizeIsCountedWithoutKeepingTheBytes() {
        Consumer<StateWriter> writer = out -> {
            for (int i = 0; i < 5000; i++) {
                out.writeDouble(i);
            }
            out.writeInt(1);
        };
        StateWriter kept = new StateWriter();
        writer.accept(kept);
        assertThat(kept.size()).isEqualTo(40_004);
        assertThat(kept.toBytes()).hasSize(40_004);
        assertThat(StateWriter.sizeOf(writer)).isEqualTo(40_004);
    }
}
