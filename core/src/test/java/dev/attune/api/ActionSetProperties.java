package dev.attune.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;

class ActionSetProperties {
    @Property(tries = 200)
    void everyWayOfMakingASetGivesTheSameNumbers(
            @ForAll @IntRange(min = 1, max = 7) int dimension, @ForAll("numbers") double[] numbers) {
        int count = numbers.length / dimension;
        double[][] rows = new double[count][dimension];
        double[][] byFeature = new double[dimension][count];
        ActionSet.Builder builder = ActionSet.builder(dimension);
        for (int k = 0; k < count; k++) {
            for (int i = 0; i < dimension; i++) {
                rows[k][i] = numbers[k * dimension + i];
                byFeature[i][k] = rows[k][i];
            }
            builder.add(rows[k]);
        }
        ActionSet[] sets = {
            ActionSet.ofRows(rows), ActionSet.ofFeatures(byFeature), ActionSet.wrap(byFeature, count), builder.build()
        };
        for (ActionSet set : sets) {
            assertThat(set.arms()).isEqualTo(count);
            for (int k = 0; k < count; k++) {
                assertThat(set.features(k)).containsExactly(rows[k]);
            }
        }
    }

    @Provide
    Arbitrary<double[]> numbers() {
        return Arbitraries.doubles()
                .between(-1e100, 1e100)
                .array(double[].class)
                .ofMinSize(7)
                .ofMaxSize(210);
    }

    @Property(tries = 200)
    void oneUnusableNumberAnywhereIsFound(
            @ForAll @IntRange(min = 1, max = 6) int dimension,
            @ForAll @IntRange(min = 1, max = 40) int count,
            @ForAll @IntRange(min = 0, max = 239) int where) {
        double[][] rows = new double[count][dimension];
        int arm = where % count;
        int feature = where % dimension;
        rows[arm][feature] = Double.NaN;
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ActionSet.ofRows(rows))
                .withMessageContaining("arm " + arm + ":")
                .withMessageContaining("feature " + feature + " ")
                .withMessageContaining("NaN");
    }
}
