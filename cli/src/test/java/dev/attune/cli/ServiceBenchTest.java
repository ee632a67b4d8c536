package dev.attune.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.attune.bench.service.Load;
import dev.attune.bench.service.ServiceBench;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The benchmark of the service, with a service in a process of its own. */
@Tag("process")
class ServiceBenchTest {
    @ParameterizedTest
    @EnumSource(Load.class)
    void theBenchFindsNothingLost(Load load) throws Exception {
        List<String> figures = new ArrayList<>();

        ServiceBench.run(
                load, 1, 4, 0, List.of(), 0, share -> {}, figure -> figures.add(figure.name() + "=" + figure.value()));

        assertThat(figures).contains("lost=0.0", "bandits=1000.0");
        assertThat(figures)
                .extracting(figure -> figure.substring(0, figure.indexOf('=')))
                .contains("decisionsPerSecond", "rewardsPerSecond", "steadyPerSecond", "p99Millis", "restartSeconds");
    }
}
