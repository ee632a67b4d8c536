package dev.attune.live;

import dev.attune.state.StateReader;
import dev.attune.state.StateWriter;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.OptionalDouble;

/** Small things of saved state that several parts have. */
final class Saved {
    private Saved() {}

    static void writeOptional(OptionalDouble value, StateWriter out) {
        out.writeFlag(value.isPresent());
        out.writeDouble(value.orElse(0));
    }

    static OptionalDouble readOptional(StateReader in) {
        boolean present = in.readFlag();
        double value = in.readDouble();
        return present ? OptionalDouble.of(value) : OptionalDouble.empty();
    }

    /** A probability, or NaN where it is not known. */
    static void writeProbability(double probability, StateWriter out) {
        writeOptional(Double.isNaN(probability) ? OptionalDouble.empty() : OptionalDouble.of(probability), out);
    }

    static double readProbability(StateReader in) {
        return readOptional(in).orElse(Double.NaN);
    }

    static double[] readDoubles(StateReader in) {
        double[] values = new double[in.readCount(in.remainingDoubles())];
        for (int i = 0; i < values.length; i++) {
            values[i] = in.readDouble();
        }
        return values;
    }

    static void writeTexts(Collection<String> texts, StateWriter out) {
        out.writeInt(texts.size());
        texts.forEach(out::writeString);
    }

    static List<String> readTexts(int most, StateReader in) {
        int count = in.readCount(most);
        List<String> texts = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            texts.add(in.readString());
        }
        return texts;
    }
}
