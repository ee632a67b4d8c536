package dev.attune.live;

import dev.attune.encode.FeatureValue;
import dev.attune.encode.Features;
import dev.attune.state.StateFormatException;
import dev.attune.state.StateReader;
import dev.attune.state.StateWriter;
import java.util.ArrayList;
import java.util.List;

/** Named features as part of saved state, in the order in which they were given. */
final class SavedFeatures {
    private static final int NUMBER = 1;
    private static final int CATEGORY = 2;
    private static final int FLAG = 3;
    private static final int TAGS = 4;
    private static final int NUMBERS = 5;

    private SavedFeatures() {}

    static void write(Features features, StateWriter out) {
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
            out.writeInt(tags.values().size());
            tags.values().forEach(out::writeString);
        } else if (value instanceof FeatureValue.Numbers numbers) {
            out.writeInt(NUMBERS);
            out.writeDoubles(
                    numbers.values().stream().mapToDouble(Double::doubleValue).toArray());
        }
    }

    static Features read(StateReader in) {
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
            case TAGS -> features.tags(name, texts(in));
            case NUMBERS -> features.numbers(name, numbers(in));
            default -> throw new StateFormatException("the saved state has a feature of an unknown kind, " + kind);
        }
    }

    private static List<String> texts(StateReader in) {
        int count = in.readCount(Integer.MAX_VALUE);
        List<String> texts = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            texts.add(in.readText());
        }
        return texts;
    }

    private static List<Double> numbers(StateReader in) {
        int count = in.readCount(in.remainingDoubles());
        List<Double> numbers = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            numbers.add(in.readDouble());
        }
        return numbers;
    }
}
