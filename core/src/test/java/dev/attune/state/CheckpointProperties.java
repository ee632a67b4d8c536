package dev.attune.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.attune.cases.Cases;
import dev.attune.cases.Draw;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32C;

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

    @Cases(300)
    void anyTextAndAnyFiniteNumbersSurvive(Draw draw) {
        String text = text(draw);
        double[] vector = draw.array(0, 40, draw::finite);
        Named target = new Named("", new double[vector.length]);
        Checkpoint.read(Checkpoint.write(new Named(text, vector)), target);
        assertThat(target.text).isEqualTo(text);
        for (int i = 0; i < vector.length; i++) {
            assertThat(Double.doubleToRawLongBits(target.vector[i])).isEqualTo(Double.doubleToRawLongBits(vector[i]));
        }
    }

    /** Whatever stands in a sound envelope is read as state or refused as such: no other exception, no half state. */
    @Cases(1000)
    void noBodyDoesAnythingElseThanToBeReadOrRefused(Draw draw) {
        byte[] body = draw.bytes(0, 64, () -> smallByte(draw));
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

    @Cases(500)
    void arbitraryBytesAreRefused(Draw draw) {
        byte[] bytes = draw.bytes(0, 255, () -> draw.between(-128, 127));
        Named target = new Named("before", 1, 2);
        assertThatThrownBy(() -> Checkpoint.read(bytes, target)).isInstanceOf(StateFormatException.class);
        assertThat(target.text).isEqualTo("before");
    }

    /** Any characters but surrogates: lone ones have no UTF-8, and names are never made of them. */
    private static String text(Draw draw) {
        int[] characters = draw.list(0, 100, () -> draw.between(0, 0xD7FF)).stream()
                .mapToInt(Integer::intValue)
                .toArray();
        return new String(characters, 0, characters.length);
    }

    /** Small counts are frequent, so that many bodies get past their first length. */
    private static int smallByte(Draw draw) {
        return switch (draw.random().nextInt(6)) {
            case 0, 1, 2 -> 0;
            case 3, 4 -> draw.between(0, 3);
            default -> draw.between(-128, 127);
        };
    }
}
