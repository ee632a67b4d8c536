package dev.attune.lab.evaluate;

import dev.attune.api.ActionSet;
import dev.attune.api.Blocks;
import dev.attune.encode.Arm;
import dev.attune.encode.ArmBlocks;
import dev.attune.encode.Collisions;
import dev.attune.encode.Encoder;
import dev.attune.encode.EncoderDefinition;
import dev.attune.encode.FeatureValue;
import dev.attune.encode.Features;
import dev.attune.lab.log.LoggedEvent;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Named features by an {@link Encoder}: the first look learns means and scales, which then stay as they are. In vectors, a number with the same value in
 * all events is a flag: Vowpal Wabbit's usual form of a category is a number that is always 1, and its absence is not its mean.
 */
public final class FeatureEncoder implements EventEncoder {
    private final Encoder encoder;
    private final Optional<ArmBlocks> blocks;
    private final Map<String, Double> ofContext =
            new HashMap<>(); // the one value of each number; NaN if it has several
    private final Map<String, Double> ofArms = new HashMap<>();

    private FeatureEncoder(Encoder encoder, Optional<ArmBlocks> blocks) {
        this.encoder = encoder;
        this.blocks = blocks;
    }

    /** Returns an encoder of sparse arms that has seen nothing: every feature counts by its own name, however many there are. */
    public static FeatureEncoder sparse(EncoderDefinition definition) {
        return new FeatureEncoder(Encoder.sparse(definition), Optional.empty());
    }

    /** Returns an encoder of vectors that has seen nothing: features are hashed into the dimension of the definition. */
    public static FeatureEncoder vectors(EncoderDefinition definition) {
        return new FeatureEncoder(new Encoder(definition), Optional.empty());
    }

    /** Returns an encoder of vectors, each after the number of its arm's block, that has seen nothing. */
    public static FeatureEncoder blocks(EncoderDefinition definition) {
        return new FeatureEncoder(new Encoder(definition), Optional.of(new ArmBlocks(Blocks.MOST)));
    }

    @Override
    public int dimension() {
        return encoder.isSparse() ? 0 : (perArm() ? 1 : 0) + encoder.dimension();
    }

    @Override
    public boolean perArm() {
        return blocks.isPresent();
    }

    @Override
    public void look(LoggedEvent event) {
        blocks.ifPresent(known -> known.requireRoom(ids(event)));
        encoder.encode(event.context(), event.arms());
        if (!encoder.isSparse()) {
            note(event.context(), ofContext);
            event.arms().forEach(arm -> note(arm.features(), ofArms));
        }
    }

    @Override
    public ActionSet encode(LoggedEvent event) {
        if (encoder.isSparse()) {
            return encoder.encodeWithoutLearning(event.context(), event.arms());
        }
        List<Arm> offered = event.arms().stream()
                .map(arm -> new Arm(arm.id(), withFlags(arm.features(), ofArms)))
                .toList();
        ActionSet arms = encoder.encodeWithoutLearning(withFlags(event.context(), ofContext), offered);
        return blocks.isPresent() ? blocks.get().encode(ids(event), arms) : arms;
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
            } else {
                copy(flagged, name, value);
            }
        });
        return flagged.build();
    }

    private static void copy(Features.Builder to, String name, FeatureValue value) {
        if (value instanceof FeatureValue.Numeric number) {
            to.number(name, number.value());
        } else if (value instanceof FeatureValue.Category category) {
            to.category(name, category.value());
        } else if (value instanceof FeatureValue.Flag flag) {
            to.flag(name, flag.value());
        } else if (value instanceof FeatureValue.Tags tags) {
            to.tags(name, tags.values());
        } else if (value instanceof FeatureValue.Numbers several) {
            to.numbers(name, several);
        }
    }

    private static boolean isFlag(String name, FeatureValue value, Map<String, Double> numbers) {
        return value instanceof FeatureValue.Numeric && !Double.isNaN(numbers.getOrDefault(name, Double.NaN));
    }

    private static List<String> ids(LoggedEvent event) {
        return event.arms().stream().map(Arm::id).toList();
    }

    /** Returns how crowded the slots of the vectors are. */
    public Collisions collisions() {
        return encoder.collisions();
    }
}
