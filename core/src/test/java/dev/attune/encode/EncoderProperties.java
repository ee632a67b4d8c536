package dev.attune.encode;

import static org.assertj.core.api.Assertions.assertThat;

import dev.attune.api.ActionSet;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

class EncoderProperties {
    @Property(tries = 200)
    void permutingArmsPermutesTheVectors(
            @ForAll("features") @Size(min = 2, max = 8) List<Features> own,
            @ForAll("features") @Size(2) List<Features> contexts,
            @ForAll("definition") EncoderDefinition definition) {
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

    @Property(tries = 200)
    void theOrderInWhichFeaturesAreGivenDoesNotMatter(
            @ForAll("features") @Size(6) List<Features> given, @ForAll("definition") EncoderDefinition definition) {
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

    @Property(tries = 100)
    void theUnitOfANumberDoesNotMatter(
            @ForAll("numbers") List<Double> values, @ForAll @IntRange(min = -30, max = 30) int power) {
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

    @Provide
    Arbitrary<List<Double>> numbers() {
        return number().list().ofMinSize(1).ofMaxSize(20);
    }

    private static Arbitrary<Double> number() {
        return Arbitraries.doubles().between(-1000, 1000).ofScale(3);
    }

    @Provide
    Arbitrary<List<Features>> features() {
        Arbitrary<FeatureValue> value = Arbitraries.oneOf(
                number().map(FeatureValue.Numeric::new),
                Arbitraries.of("x", "y", "z").map(FeatureValue.Category::new),
                Arbitraries.of(true, false).map(FeatureValue.Flag::new),
                Arbitraries.of("x", "y").list().ofMaxSize(3).map(FeatureValue.Tags::new),
                number().list().ofMaxSize(3).map(FeatureValue.Numbers::new));
        Arbitrary<String> name = Arbitraries.of("a", "b", "c", "d", "e");
        return Combinators.combine(name, value)
                .as(Tuple::of)
                .list()
                .uniqueElements(Tuple.Tuple2::get1)
                .ofMaxSize(5)
                .map(list -> features(
                        list.stream().map(t -> Map.entry(t.get1(), t.get2())).toList()))
                .list();
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
                builder.numbers(entry.getKey(), several.values());
            }
        }
        return builder.build();
    }

    @Provide
    Arbitrary<EncoderDefinition> definition() {
        return Combinators.combine(
                        Arbitraries.integers().between(2, 20),
                        Arbitraries.of(true, false),
                        Arbitraries.of(true, false),
                        Arbitraries.of(ArmIdentity.values()),
                        Arbitraries.of(true, false))
                .as((dimension, bias, standardise, identity, unitNorm) -> EncoderDefinition.builder()
                        .dimension(dimension)
                        .bias(bias)
                        .standardise(standardise)
                        .armIdentity(identity)
                        .unitNorm(unitNorm)
                        .build());
    }
}
