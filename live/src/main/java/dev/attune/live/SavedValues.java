package dev.attune.live;

import dev.attune.api.Control;
import dev.attune.api.Setting;
import dev.attune.api.SettingSpace;
import dev.attune.encode.FeatureValue;
import dev.attune.encode.Features;
import dev.attune.state.StateFormatException;
import dev.attune.state.StateReader;
import dev.attune.state.StateWriter;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.Function;

/** Values that several parts of saved state contain. */
final class SavedValues {
    private static final int NUMBER = 1;
    private static final int CATEGORY = 2;
    private static final int FLAG = 3;
    private static final int TAGS = 4;
    private static final int NUMBERS = 5;

    private SavedValues() {}

    static void writeOptional(OptionalDouble value, StateWriter out) {
        out.writeFlag(value.isPresent());
        out.writeDouble(value.orElse(0));
    }

    static OptionalDouble readOptional(StateReader in) {
        boolean present = in.readFlag();
        double value = in.readDouble();
        return present ? OptionalDouble.of(value) : OptionalDouble.empty();
    }

    /** Writes a probability, NaN if unknown. */
    static void writeProbability(double probability, StateWriter out) {
        writeOptional(Double.isNaN(probability) ? OptionalDouble.empty() : OptionalDouble.of(probability), out);
    }

    static double readProbability(StateReader in) {
        return readOptional(in).orElse(Double.NaN);
    }

    /** Reads a control, which was written as text. */
    static Control readControl(StateReader in) {
        String text = in.readText();
        try {
            return ControlText.parse(text);
        } catch (IllegalArgumentException e) {
            throw new StateFormatException(String.valueOf(e.getMessage()));
        }
    }

    static Setting readSetting(SettingSpace space, StateReader in) {
        double[] values = new double[space.size()];
        in.readDoubles(values);
        return space.setting(values);
    }

    static void writeTexts(Collection<String> texts, StateWriter out) {
        out.writeInt(texts.size());
        texts.forEach(out::writeString);
    }

    static List<String> readTexts(int most, StateReader in) {
        return readList(most, in, StateReader::readString);
    }

    private static <T> List<T> readList(int most, StateReader in, Function<StateReader, T> reader) {
        int count = in.readCount(most);
        List<T> values = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            values.add(reader.apply(in));
        }
        return values;
    }

    /** Writes named features in the order in which they were given. */
    static void writeFeatures(Features features, StateWriter out) {
        out.writeInt(features.values().size());
        features.values().forEach((name, value) -> {
            out.writeString(name);
            write(value, out);
        });
    }

    private static void write(FeatureValue value, StateWriter out) {
        if (value instanceof FeatureValue.Numeric number) {
            out.writeInt(NUMBER);
            out.writeDouble(number.value());
        } else if (value instanceof FeatureValue.Category category) {
            out.writeInt(CATEGORY);
            out.writeString(category.value());
        } else if (value instanceof FeatureValue.Flag flag) {
            out.writeInt(FLAG);
            out.writeFlag(flag.value());
        } else if (value instanceof FeatureValue.Tags tags) {
            out.writeInt(TAGS);
            writeTexts(tags.values(), out);
        } else if (value instanceof FeatureValue.Numbers numbers) {
            out.writeInt(NUMBERS);
            out.writeDoubles(numbers.toArray());
        }
    }

    static Features readFeatures(StateReader in) {
        int count = in.readCount(in.remainingDoubles());
        if (count == 0) {
            return Features.NONE;
        }
        Features.Builder features = Features.builder();
        for (int i = 0; i < count; i++) {
            read(in.readText(), in, features);
        }
        return features.build();
    }

    private static void read(String name, StateReader in, Features.Builder features) {
        int kind = in.readInt();
        switch (kind) {
            case NUMBER -> features.number(name, in.readDouble());
            case CATEGORY -> features.category(name, in.readText());
            case FLAG -> features.flag(name, in.readFlag());
            case TAGS -> features.tags(name, readList(Integer.MAX_VALUE, in, StateReader::readText));
            case NUMBERS -> features.numbers(name, readList(in.remainingDoubles(), in, StateReader::readDouble));
            default -> throw new StateFormatException("the saved state has a feature of an unknown kind, " + kind);
        }
    }
}
