package dev.attune.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.attune.cases.Cases;
import dev.attune.cases.Draw;

class ActionSetProperties {
    @Cases(200)
    void everyWayOfMakingASetGivesTheSameNumbers(Draw draw) {
        int dimension = draw.between(1, 7);
        double[] numbers = draw.array(7, 210, () -> draw.between(-1e100, 1e100));
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

    @Cases(200)
    void oneUnusableNumberAnywhereIsFound(Draw draw) {
        int dimension = draw.between(1, 6);
        int count = draw.between(1, 40);
        int where = draw.between(0, 239);
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
