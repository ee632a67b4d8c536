package dev.attune.lab.env;

import dev.attune.api.ActionSet;
import dev.attune.api.Decision;
import java.util.List;
import java.util.Map;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** Every made-up environment with its presets keeps the contract. */
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
    protected List<Decision> choices(ActionSet arms) {
        return List.of("switching-triangle", "switching-sine").contains(name) ? points() : super.choices(arms);
    }

    /** The five peaks, and some points in between. */
    private static List<Decision> points() {
        return DoubleStream.concat(
                        DoubleStream.of(0.05, 0.25, 0.45, 0.70, 0.95),
                        IntStream.rangeClosed(0, 10).mapToDouble(i -> i / 10.0))
                .mapToObj(SwitchingFunctionsTest::at)
                .toList();
    }
}
