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
        return Stream.concat(SyntheticEnvironments.ALL.stream(), ContextEnvironments.ALL.stream())
                .map(EnvironmentProvider::name);
    }

    @Override
    protected Environment environment() throws Exception {
        return EnvironmentCatalog.environment(name).make(Map.of());
    }

    @Override
    protected List<Setting> settings() {
        return List.of("switching-triangle", "switching-sine").contains(name) ? points() : super.settings();
    }

    @Override
    protected boolean sharesLuck() {
        return !name.equals("hidden-effects"); // which adds something else to each arm
    }

    /** The five peaks, and some points in between. */
    private static List<Setting> points() {
        return DoubleStream.concat(
                        DoubleStream.of(0.05, 0.25, 0.45, 0.70, 0.95),
                        IntStream.rangeClosed(0, 10).mapToDouble(i -> i / 10.0))
                .mapToObj(PointPolicy.SPACE::setting)
                .toList();
    }
}
