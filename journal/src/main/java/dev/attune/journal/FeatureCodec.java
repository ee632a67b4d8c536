package dev.attune.journal;

import dev.attune.encode.Arm;
import dev.attune.encode.FeatureValue;
import dev.attune.encode.Features;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Features and arms as bytes. Arms mostly have the same features in the same order, so names and kinds are written once, for the first
 * arm, and arms with the same ones have their values alone.
 */
final class FeatureCodec {
    private static final int NUMBER = 0;
    private static final int CATEGORY = 1;
    private static final int FLAG = 2;
    private static final int TAGS = 3;
    private static final int NUMBERS = 4;
    private static final int OWN_SHAPE = 0;
    private static final int SHARED_SHAPE = 1;

    private FeatureCodec() {}

    static void write(Features features, RecordBuffer out) {
        writeShape(features, out);
        writeValues(features, out);
    }

    static Features read(BodyReader in) throws JournalFormatException {
        return readValues(readShape(in), in);
    }

    static void writeArms(List<Arm> arms, RecordBuffer out) {
        out.putCount(arms.size());
        Features first = arms.isEmpty() ? Features.NONE : arms.get(0).features();
        writeShape(first, out);
        for (Arm arm : arms) {
            out.putText(arm.id());
            if (sameShape(first, arm.features())) {
                out.putByte(SHARED_SHAPE);
            } else {
                out.putByte(OWN_SHAPE);
                writeShape(arm.features(), out);
            }
            writeValues(arm.features(), out);
        }
    }

    static List<Arm> readArms(BodyReader in) throws JournalFormatException {
        int count = in.readCount(3); // length and a letter of the id, and the shape
        List<Column> shared = readShape(in);
        List<Arm> arms = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            String id = in.readText();
            if (id.isEmpty()) {
                throw in.bad("an arm has an empty id");
            }
            int shape = in.readByte();
            if (shape != SHARED_SHAPE && shape != OWN_SHAPE) {
                throw in.bad("an arm has features of an unknown shape, " + shape);
            }
            arms.add(new Arm(id, readValues(shape == SHARED_SHAPE ? shared : readShape(in), in)));
        }
        return arms;
    }

    private record Column(String name, int kind) {}

    private static void writeShape(Features features, RecordBuffer out) {
        out.putCount(features.values().size());
        for (Map.Entry<String, FeatureValue> feature : features.values().entrySet()) {
            out.putText(feature.getKey());
            out.putByte(kind(feature.getValue()));
        }
    }

    private static List<Column> readShape(BodyReader in) throws JournalFormatException {
        int count = in.readCount(3); // length and a letter of the name, and the kind
        List<Column> shape = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            shape.add(new Column(in.readText(), in.readByte()));
        }
        return shape;
    }

    private static boolean sameShape(Features one, Features other) {
        Map<String, FeatureValue> left = one.values();
        Map<String, FeatureValue> right = other.values();
        if (left.size() != right.size()) {
            return false;
        }
        var others = right.entrySet().iterator();
        for (Map.Entry<String, FeatureValue> feature : left.entrySet()) {
            Map.Entry<String, FeatureValue> twin = others.next();
            if (!feature.getKey().equals(twin.getKey()) || kind(feature.getValue()) != kind(twin.getValue())) {
                return false;
            }
        }
        return true;
    }

    private static int kind(FeatureValue value) {
        if (value instanceof FeatureValue.Numeric) {
            return NUMBER;
        } else if (value instanceof FeatureValue.Category) {
            return CATEGORY;
        } else if (value instanceof FeatureValue.Flag) {
            return FLAG;
        }
        return value instanceof FeatureValue.Tags ? TAGS : NUMBERS;
    }

    private static void writeValues(Features features, RecordBuffer out) {
        for (FeatureValue value : features.values().values()) {
            if (value instanceof FeatureValue.Numeric number) {
                out.putDouble(number.value());
            } else if (value instanceof FeatureValue.Category category) {
                out.putText(category.value());
            } else if (value instanceof FeatureValue.Flag flag) {
                out.putByte(flag.value() ? 1 : 0);
            } else if (value instanceof FeatureValue.Tags tags) {
                out.putCount(tags.values().size());
                tags.values().forEach(out::putText);
            } else if (value instanceof FeatureValue.Numbers numbers) {
                out.putCount(numbers.size());
                for (int i = 0; i < numbers.size(); i++) {
                    out.putDouble(numbers.get(i));
                }
            }
        }
    }

    private static Features readValues(List<Column> shape, BodyReader in) throws JournalFormatException {
        if (shape.isEmpty()) {
            return Features.NONE;
        }
        Features.Builder features = Features.builder();
        for (Column column : shape) {
            try {
                readValue(column, in, features);
            } catch (IllegalArgumentException e) { // a name that is empty or twice, a number that is not finite
                throw in.bad(String.valueOf(e.getMessage()));
            }
        }
        return features.build();
    }

    private static void readValue(Column column, BodyReader in, Features.Builder features)
            throws JournalFormatException {
        String name = column.name();
        switch (column.kind()) {
            case NUMBER -> features.number(name, in.readDouble());
            case CATEGORY -> features.category(name, in.readText());
            case FLAG -> features.flag(name, readFlag(in));
            case TAGS -> {
                int count = in.readCount(1);
                List<String> tags = new ArrayList<>(count);
                for (int i = 0; i < count; i++) {
                    tags.add(in.readText());
                }
                features.tags(name, tags);
            }
            case NUMBERS -> {
                double[] numbers = new double[in.readCount(Double.BYTES)];
                for (int i = 0; i < numbers.length; i++) {
                    numbers[i] = in.readDouble();
                }
                features.numbers(name, new FeatureValue.Numbers(numbers));
            }
            default -> throw in.bad("feature " + name + " is of an unknown kind, " + column.kind());
        }
    }

    private static boolean readFlag(BodyReader in) throws JournalFormatException {
        int flag = in.readByte();
        if (flag > 1) {
            throw in.bad("a flag is " + flag + ", neither 0 nor 1");
        }
        return flag == 1;
    }
}
