package dev.attune.live;

import dev.attune.encode.Arm;
import dev.attune.encode.FeatureValue;
import dev.attune.encode.Features;
import java.util.List;

/**
 * Limits of an event in the journal. Checked before a bandit changes: an event that the journal rejects afterwards would leave state and
 * journal inconsistent.
 */
final class EventLimits {
    /** Longest id in characters: at most 768 bytes, where saved state has room for 1024. */
    static final int LONGEST_ID = 256;

    /** Largest features and arms of an event in bytes, rounded up; half of what a record of the journal holds. */
    private static final long LARGEST = 8 << 20;

    /** Largest number of values of the chosen arm: a quarter of what a record of the journal holds. */
    static final int MOST_NUMBERS = 1 << 19;

    private static final int BYTES_OF_CHAR = 3;
    private static final int BYTES_OF_VALUE = 10; // a count, a kind, a number

    private EventLimits() {}

    /** Rejects an id that is too long or not well-formed. */
    static void requireId(String field, String id) {
        if (id.length() > LONGEST_ID) {
            throw RefusedException.invalid(
                    field, "an id of " + id.length() + " characters is too long: at most " + LONGEST_ID);
        }
        requireText(field, id);
    }

    private static boolean isId(String id) {
        return id.length() <= LONGEST_ID && isText(id);
    }

    /** Rejects arms that do not fit an event. */
    static void requireArms(String field, List<Arm> arms) {
        long bytes = 0;
        for (int i = 0; i < arms.size(); i++) {
            Arm arm = arms.get(i);
            if (!isId(arm.id())) {
                requireId(field + "[" + i + "].id", arm.id());
            }
            bytes += (long) BYTES_OF_CHAR * arm.id().length();
            if (!arm.features().values().isEmpty()) {
                bytes += bytes(field + "[" + i + "].features", arm.features());
            }
            requireRoom(field, bytes);
        }
    }

    /** Rejects features that do not fit an event. */
    static void requireFeatures(String field, Features features) {
        requireRoom(field, bytes(field, features));
    }

    /** Rejects an arm that would be written as more numbers than fit an event. */
    static void requireNumbers(String arm, int numbers) {
        if (numbers > MOST_NUMBERS) {
            throw RefusedException.invalid(
                    "arms",
                    "arm " + arm + " has too many features: with those of the context they are " + numbers
                            + " numbers, and at most " + MOST_NUMBERS + " fit the journal");
        }
    }

    private static void requireRoom(String field, long bytes) {
        if (bytes > LARGEST) {
            throw RefusedException.invalid(field, "more than " + LARGEST + " bytes do not fit the journal");
        }
    }

    private static long bytes(String field, Features features) {
        long bytes = 0;
        for (var entry : features.values().entrySet()) {
            String name = entry.getKey();
            requireText(field, name);
            bytes += (long) BYTES_OF_CHAR * name.length() + BYTES_OF_VALUE;
            if (entry.getValue() instanceof FeatureValue.Category category) {
                bytes += text(field, name, category.value());
            } else if (entry.getValue() instanceof FeatureValue.Tags tags) {
                for (String tag : tags.values()) {
                    bytes += BYTES_OF_VALUE + text(field, name, tag);
                }
            } else if (entry.getValue() instanceof FeatureValue.Numbers numbers) {
                bytes += (long) Double.BYTES * numbers.size();
            }
        }
        return bytes;
    }

    private static long text(String field, String name, String value) {
        if (!isText(value)) {
            requireText(field + "." + name, value);
        }
        return (long) BYTES_OF_CHAR * value.length();
    }

    private static void requireText(String field, String value) {
        if (!isText(value)) {
            throw RefusedException.invalid(field, "half of a surrogate pair is not valid Unicode");
        }
    }

    private static boolean isText(String value) {
        for (int i = 0; i < value.length(); i++) {
            if (Character.isSurrogate(value.charAt(i))) {
                return value.codePoints().noneMatch(point -> Character.getType(point) == Character.SURROGATE);
            }
        }
        return true;
    }
}
