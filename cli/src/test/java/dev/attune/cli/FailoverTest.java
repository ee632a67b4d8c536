package dev.attune.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.attune.bench.Figure;
import dev.attune.bench.stream.FailoverBench;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Two services, a stream job and a broker, each a process that is killed. */
@Tag("broker")
@Tag("process")
class FailoverTest {
    @TempDir
    Path folder;

    @Test
    @Timeout(900)
    void nothingAcknowledgedIsLostWhenAServiceTheJobAndTheBrokerAreKilled() throws Exception {
        Map<String, Double> figures = new ConcurrentHashMap<>();
        List<String> log = new CopyOnWriteArrayList<>();

        FailoverBench.run(1, 400, folder, log::add, (Figure figure) -> figures.put(figure.name(), figure.value()));

        assertThat(figures).as("%s", log).containsEntry("decisions.lost", 0.0).containsEntry("rewards.lost", 0.0);
        assertThat(figures.get("decisions")).isPositive();
        assertThat(figures.get("service.repeated")).isPositive(); // callers have met the killed service
        // Without the job decisions go on; without the broker none is acknowledged.
        assertThat(figures.get("broker.gapSeconds")).isPositive();
    }
}
