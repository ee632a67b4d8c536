package dev.attune.lab.env;

import dev.attune.api.Setting;
import dev.attune.testkit.EnvironmentContract;
import java.util.List;
import java.util.Map;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** Every synthetic environment with its presets keeps the contract. */
@ParameterizedClass(name = "{0}")
@MethodSource("names")
class SyntheticContractTest extends EnvironmentContract {
    private final String name;

    SyntheticContractTest(String name) {
        this.name = name;
    }

    static Stream<String> names() {
        return SyntheticEnvironments.ALL.stream().map(EnvironmentProvider::name);
    }

    @Override
    protected Environment environment() throws Exception {
        return EnvironmentCatalog.environment(name).make(Map.of());
    }

    @Override
    protected List<Setting> settings() {
        if (name.equals("himmelblau")) {
            return PEAKS_AND_CORNERS;
        }
        return List.of("switching-triangle", "switching-sine").contains(name) ? points() : super.settings();
    }

    @Override
    protected boolean sharesLuck() {
        return !name.equals("hidden-effects"); // which adds something else to each arm
    }

    /** Himmelblau's four peaks, and points on the edge and in the middle. */
    private static final List<Setting> PEAKS_AND_CORNERS = Stream.of(
                    new double[] {0.8, 0.7},
                    new double[] {0.2194882, 0.8131313},
                    new double[] {0.1220690, 0.1716814},
                    new double[] {0.8584428, 0.3151873},
                    new double[] {0, 0},
                    new double[] {1, 0},
                    new double[] {0.5, 0.5})
            .map(PointPolicy.SQUARE::setting)
            .toList();

    /** The five peaks, and some points in between. */
    private static List<Setting> points() {
        return DoubleStream.concat(
                        DoubleStream.of(0.05, 0.25, 0.45, 0.70, 0.95),
                        IntStream.rangeClosed(0, 10).mapToDouble(i -> i / 10.0))
                .mapToObj(PointPolicy.SPACE::setting)
                .toList();
    }
}
