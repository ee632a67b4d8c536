package dev.attune.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32C;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;

class CheckpointProperties {
    /** A text and a vector. */
    private static final class Named implements Checkpointed {
        private String text;
        private final double[] vector;

        Named(String text, double... vector) {
            this.text = text;
            this.vector = vector.clone();
        }

        @Override
        public String stateName() {
            return "Named/1";
        }

        @Override
        public void writeState(StateWriter out) {
            out.writeString(text);
            out.writeDoubles(vector);
        }

        @Override
        public void readState(StateReader in) {
            text = in.readString();
            in.readDoubles(vector);
        }
    }

    @Property(tries = 300)
    void anyTextAndAnyFiniteNumbersSurvive(@ForAll("texts") String text, @ForAll("vectors") double[] vector) {
        Named target = new Named("", new double[vector.length]);
        Checkpoint.read(Checkpoint.write(new Named(text, vector)), target);
        assertThat(target.text).isEqualTo(text);
        for (int i = 0; i < vector.length; i++) {
            assertThat(Double.doubleToRawLongBits(target.vector[i])).isEqualTo(Double.doubleToRawLongBits(vector[i]));
        }
    }

    /** Whatever stands in a sound envelope is read as state or refused as such: no other exception, no half state. */
    @Property(tries = 1000)
    void noBodyDoesAnythingElseThanToBeReadOrRefused(@ForAll("bodies") byte[] body) {
        ByteBuffer name = ByteBuffer.allocate(11).putInt(7).put("Named/1".getBytes(StandardCharsets.UTF_8));
        byte[] sealed = ByteBuffer.allocate(27 + body.length)
                .putInt(0x4154544E)
                .putInt(1)
                .putInt(11 + body.length)
                .put(name.array())
                .put(body)
                .array();
        CRC32C crc = new CRC32C();
        crc.update(sealed, 0, sealed.length - 4);
        ByteBuffer.wrap(sealed).putInt(sealed.length - 4, (int) crc.getValue());

        Named target = new Named("before", 1, 2);
        byte[] before = Checkpoint.write(target);
        try {
            Checkpoint.read(sealed, target);
        } catch (StateFormatException refused) {
            assertThat(Checkpoint.write(target)).isEqualTo(before);
        }
    }

    @Property(tries = 500)
    void arbitraryBytesAreRefused(@ForAll byte[] bytes) {
        Named target = new Named("before", 1, 2);
        assertThatThrownBy(() -> Checkpoint.read(bytes, target)).isInstanceOf(StateFormatException.class);
        assertThat(target.text).isEqualTo("before");
    }

    @Provide
    Arbitrary<String> texts() {
        // Lone surrogates have no UTF-8; names are never made of them.
        return Arbitraries.strings()
                .excludeChars('\uFFFF')
                .withCharRange('\u0000', '\uD7FF')
                .ofMaxLength(100);
    }

    @Provide
    Arbitrary<double[]> vectors() {
        return Arbitraries.doubles().array(double[].class).ofMaxSize(40);
    }

    /** Small counts are frequent, so that many bodies get past their first length. */
    @Provide
    Arbitrary<byte[]> bodies() {
        return Arbitraries.frequencyOf(
                        Tuple.of(3, Arbitraries.just((byte) 0)),
                        Tuple.of(2, Arbitraries.bytes().between((byte) 0, (byte) 3)),
                        Tuple.of(1, Arbitraries.bytes()))
                .array(byte[].class)
                .ofMaxSize(64);
    }
}
