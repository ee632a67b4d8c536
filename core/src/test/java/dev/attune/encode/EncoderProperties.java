package dev.attune.encode;

import static org.assertj.core.api.Assertions.assertThat;

import dev.attune.api.ActionSet;
import dev.attune.cases.Cases;
import dev.attune.cases.Draw;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;

class EncoderProperties {
    @Cases(200)
    void permutingArmsPermutesTheVectors(Draw draw) {
        List<Features> own = draw.list(2, 8, () -> features(draw));
        List<Features> contexts = draw.list(2, 2, () -> features(draw));
        EncoderDefinition definition = definition(draw);
        List<Arm> arms = new ArrayList<>();
        for (int k = 0; k < own.size(); k++) {
            arms.add(new Arm("arm" + k, own.get(k)));
        }
        Encoder one = new Encoder(definition);
        Encoder other = new Encoder(definition);
        one.encode(contexts.get(0), arms);
        other.encode(contexts.get(0), arms);
        List<Arm> reversed = new ArrayList<>(arms);
        Collections.reverse(reversed);

        ActionSet straight = one.encode(contexts.get(1), arms);
        ActionSet backwards = other.encode(contexts.get(1), reversed);

        for (int k = 0; k < arms.size(); k++) {
            assertThat(backwards.features(arms.size() - 1 - k)).isEqualTo(straight.features(k));
        }
    }

    @Cases(200)
    void theOrderInWhichFeaturesAreGivenDoesNotMatter(Draw draw) {
        List<Features> given = draw.list(6, 6, () -> features(draw));
        EncoderDefinition definition = definition(draw);
        Encoder one = new Encoder(definition);
        Encoder other = new Encoder(definition);
        for (int t = 0; t + 1 < given.size(); t++) {
            ActionSet straight = one.encode(given.get(t), List.of(new Arm("a", given.get(t + 1))));
            ActionSet backwards =
                    other.encode(reversed(given.get(t)), List.of(new Arm("a", reversed(given.get(t + 1)))));

            assertThat(backwards.features(0)).isEqualTo(straight.features(0));
        }
    }

    private static Features reversed(Features features) {
        List<Map.Entry<String, FeatureValue>> entries =
                new ArrayList<>(features.values().entrySet());
        Collections.reverse(entries);
        return features(entries);
    }

    @Cases(100)
    void theUnitOfANumberDoesNotMatter(Draw draw) {
        List<Double> values = draw.list(1, 20, () -> number(draw));
        int power = draw.between(-30, 30);
        double unit = Math.scalb(1.0, power);
        Encoder one = Encoder.of(16);
        Encoder other = Encoder.of(16);
        List<Arm> arms = List.of(new Arm("a", Features.NONE));
        for (double value : values) {
            Features inOne = Features.builder().number("n", value).build();
            Features inOther = Features.builder().number("n", value * unit).build();

            assertThat(other.encode(inOther, arms).features(0))
                    .isEqualTo(one.encode(inOne, arms).features(0));
        }
    }

    private static double number(Draw draw) {
        return draw.decimal(-1000, 1000);
    }

    /** Up to five features, each under a name of its own. */
    private static Features features(Draw draw) {
        List<String> names = new ArrayList<>(List.of("a", "b", "c", "d", "e"));
        List<Map.Entry<String, FeatureValue>> entries = new ArrayList<>();
        for (int left = draw.between(0, 5); left > 0; left--) {
            String name = names.remove(draw.random().nextInt(names.size()));
            entries.add(Map.entry(name, value(draw)));
        }
        return features(entries);
    }

    private static FeatureValue value(Draw draw) {
        return switch (draw.random().nextInt(5)) {
            case 0 -> new FeatureValue.Numeric(number(draw));
            case 1 -> new FeatureValue.Category(draw.of("x", "y", "z"));
            case 2 -> new FeatureValue.Flag(draw.flag());
            case 3 -> new FeatureValue.Tags(draw.list(0, 3, () -> draw.of("x", "y")));
            default -> new FeatureValue.Numbers(draw.list(0, 3, () -> number(draw)));
        };
    }

    private static Features features(List<Map.Entry<String, FeatureValue>> entries) {
        Features.Builder builder = Features.builder();
        for (Map.Entry<String, FeatureValue> entry : entries) {
            FeatureValue value = entry.getValue();
            if (value instanceof FeatureValue.Numeric one) {
                builder.number(entry.getKey(), one.value());
            } else if (value instanceof FeatureValue.Category one) {
                builder.category(entry.getKey(), one.value());
            } else if (value instanceof FeatureValue.Flag one) {
                builder.flag(entry.getKey(), one.value());
            } else if (value instanceof FeatureValue.Tags several) {
                builder.tags(entry.getKey(), several.values());
            } else if (value instanceof FeatureValue.Numbers several) {
                builder.numbers(entry.getKey(), several);
            }
        }
        return builder.build();
    }

    private static EncoderDefinition definition(Draw draw) {
        return EncoderDefinition.builder()
                .dimension(draw.between(2, 20))
                .bias(draw.flag())
                .standardise(draw.flag())
                .armIdentity(draw.of(ArmIdentity.values()))
                .unitNorm(draw.flag())
                .build();
    }
}
