package dev.attune.lab.evaluate;

import dev.attune.api.ActionSet;
import dev.attune.api.Blocks;
import dev.attune.encode.Arm;
import dev.attune.encode.ArmBlocks;
import dev.attune.encode.Encoder;
import dev.attune.encode.EncoderDefinition;
import dev.attune.encode.FeatureValue;
import dev.attune.encode.Features;
import dev.attune.lab.log.LoggedEvent;
import dev.attune.lab.report.Numbers;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Encodes the arms of events in one form, by an {@link Encoder}: the first look learns means and scales, which then stay as they are. In vectors, a number
 * with the same value in all events is a flag: Vowpal Wabbit's usual form of a category is a number that is always 1, and its absence is not its mean.
 *
 * <p>Sparse arms decide which events count. A form of vectors that cannot encode one of these events is not used, so that all candidates are valued on
 * the same events.
 */
final class FeatureEncoder {
    /** The forms of arms that policies take. */
    enum Form {
        /** Every feature counts by its own name, however many there are. */
        SPARSE,
        /** Features are hashed into the dimension of the definition. */
        VECTORS,
        /** Vectors, each after the number of its arm's block. */
        BLOCKS
    }

    private final Form form;
    private final Encoder encoder;
    private final ArmBlocks blocks = new ArmBlocks(Blocks.MOST);
    private final Map<String, Double> ofContext =
            new HashMap<>(); // the one value of each number; NaN if it has several
    private final Map<String, Double> ofArms = new HashMap<>();
    private long rejected;
    private String why = "";
    private @Nullable ActionSet arms; // of the last event

    FeatureEncoder(Form form, EncoderDefinition definition) {
        this.form = form;
        this.encoder = form == Form.SPARSE ? Encoder.sparse(definition) : new Encoder(definition);
    }

    /** Returns the number of features of an arm; 0 for sparse arms. */
    int dimension() {
        return form == Form.SPARSE ? 0 : (form == Form.BLOCKS ? 1 : 0) + encoder.dimension();
    }

    /**
     * Looks at an event before any is encoded, to learn the scales of its features.
     *
     * @throws IllegalArgumentException if the event has no sparse form
     */
    void look(LoggedEvent event) {
        if (form == Form.SPARSE) {
            encoder.encode(event.context(), event.arms());
            return;
        }
        try {
            if (form == Form.BLOCKS) {
                blocks.requireRoom(ids(event));
            }
            encoder.encode(event.context(), event.arms());
            note(event.context(), ofContext);
            event.arms().forEach(arm -> note(arm.features(), ofArms));
        } catch (IllegalArgumentException e) {
            why = rejected++ == 0 ? String.valueOf(e.getMessage()) : why;
        }
    }

    /**
     * Rejects the form if it cannot encode every event.
     *
     * @throws IllegalArgumentException with the number of rejected events, and the reason of the first
     */
    void requireAllEvents() {
        if (rejected > 0) {
            throw new IllegalArgumentException(String.format(
                    Locale.ROOT, "%,d events do not fit its vectors, the first because %s", rejected, why));
        }
    }

    /** Encodes the arms of an event. */
    void encode(LoggedEvent event) {
        if (form == Form.SPARSE) {
            arms = encoder.encodeWithoutLearning(event.context(), event.arms());
            return;
        }
        List<Arm> offered = event.arms().stream()
                .map(arm -> new Arm(arm.id(), withFlags(arm.features(), ofArms)))
                .toList();
        ActionSet vectors = encoder.encodeWithoutLearning(withFlags(event.context(), ofContext), offered);
        arms = form == Form.BLOCKS ? blocks.encode(ids(event), vectors) : vectors;
    }

    /** Returns the arms of the event that was encoded last. */
    ActionSet arms() {
        return Objects.requireNonNull(arms);
    }

    /** Returns a sentence about features that share a slot of the vectors. */
    String collisions() {
        return "Policies on vectors " + (form == Form.BLOCKS ? "with a model for each arm " : "") + "have "
                + Numbers.fixed(encoder.collisions().slots(), 0) + " slots; "
                + Numbers.fixed(100 * encoder.collisions().rate(), 0)
                + " % of " + Numbers.fixed(encoder.collisions().keys(), 0)
                + " features share a slot with another. This affects their rows, not the other estimates.";
    }

    private static void note(Features features, Map<String, Double> numbers) {
        features.values().forEach((name, value) -> {
            if (value instanceof FeatureValue.Numeric number) {
                numbers.merge(
                        name, number.value(), (one, other) -> one.equals(other) ? one : Double.valueOf(Double.NaN));
            }
        });
    }

    private static Features withFlags(Features features, Map<String, Double> numbers) {
        if (features.values().entrySet().stream().noneMatch(each -> isFlag(each.getKey(), each.getValue(), numbers))) {
            return features;
        }
        Features.Builder flagged = Features.builder();
        features.values().forEach((name, value) -> {
            if (isFlag(name, value, numbers)) {
                flagged.flag(name, true);
            } else if (value instanceof FeatureValue.Numeric number) {
                flagged.number(name, number.value());
            } else if (value instanceof FeatureValue.Category category) {
                flagged.category(name, category.value());
            } else if (value instanceof FeatureValue.Flag flag) {
                flagged.flag(name, flag.value());
            } else if (value instanceof FeatureValue.Tags tags) {
                flagged.tags(name, tags.values());
            } else if (value instanceof FeatureValue.Numbers several) {
                flagged.numbers(name, several);
            }
        });
        return flagged.build();
    }

    private static boolean isFlag(String name, FeatureValue value, Map<String, Double> numbers) {
        return value instanceof FeatureValue.Numeric && !Double.isNaN(numbers.getOrDefault(name, Double.NaN));
    }

    private static List<String> ids(LoggedEvent event) {
        return event.arms().stream().map(Arm::id).toList();
    }
}
