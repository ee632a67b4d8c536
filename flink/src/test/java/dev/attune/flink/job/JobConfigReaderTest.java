package dev.attune.flink.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JobConfigReaderTest {
    @Test
    void readsAllThatCanBeSaid() {
        JobConfig config = JobConfigReader.read("job.yaml", """
                bootstrap: one:9092,two:9092
                group: shop
                topics: {prefix: shop-, deadLetters: graveyard}
                parallelism: 8
                checkpoints: {every: 2s, folder: "s3://bucket/checkpoints"}
                tick: 500ms
                disorder: 3s
                early: 5m
                metrics: 1m
                publish: 30s
                kafka: {security.protocol: SSL}
                """, null);

        assertThat(config.kafka().bootstrap()).isEqualTo("one:9092,two:9092");
        assertThat(config.kafka().group()).isEqualTo("shop");
        assertThat(config.kafka().topics().requests()).isEqualTo("shop-requests");
        assertThat(config.kafka().topics().deadLetters()).isEqualTo("graveyard");
        assertThat(config.kafka().clientProperties()).containsEntry("security.protocol", "SSL");
        assertThat(config.parallelism()).hasValue(8);
        assertThat(config.checkpointEvery()).contains(Duration.ofSeconds(2));
        assertThat(config.checkpoints()).contains("s3://bucket/checkpoints");
        assertThat(config.tick()).contains(Duration.ofMillis(500));
        assertThat(config.disorder()).isEqualTo(Duration.ofSeconds(3));
        assertThat(config.early()).isEqualTo(Duration.ofMinutes(5));
        assertThat(config.metrics()).isEqualTo(Duration.ofMinutes(1));
        assertThat(config.publish()).isEqualTo(Duration.ofSeconds(30));
    }

    @Test
    void needsNothingButABroker() {
        JobConfig config = JobConfigReader.read("job.yaml", "{}", "localhost:9092");

        assertThat(config.kafka().bootstrap()).isEqualTo("localhost:9092");
        assertThat(config.kafka().topics().decisions()).isEqualTo("attune-decisions");
        assertThat(config.parallelism()).as("Flink's setting").isEmpty();
        assertThat(config.checkpointEvery()).as("Flink's setting").isEmpty();
    }

    @Test
    void theCommandLineGoesBeforeTheFile() {
        assertThat(JobConfigReader.read("job.yaml", "bootstrap: file:1", "line:2")
                        .kafka()
                        .bootstrap())
                .isEqualTo("line:2");
    }

    @Test
    void ticksCanBeLeftToOthers() {
        assertThat(JobConfigReader.read("job.yaml", "tick: off", "b:1").tick()).isEmpty();
    }

    @Test
    void saysHowToNameABroker() {
        assertThatThrownBy(() -> JobConfigReader.read("job.yaml", "parallelism: 4", null))
                .hasMessageContaining("no broker is named")
                .hasMessageContaining("--bootstrap");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
                    paralelism: 4                  | paralelism
                    parallelism: 0                 | parallelism
                    tick: 0s                       | at least 1ms
                    tick: soon                     | 'soon' is not a duration
                    publish: 5 parsecs             | is not a duration
                    checkpoints: {evry: 5s}        | evry
                    topics: [a, b]                 | topics
                    """)
    void complaintsNameFileAndField(String text, String told) {
        assertThatThrownBy(() -> JobConfigReader.read("job.yaml", text, "b:1"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("job.yaml")
                .hasMessageContaining(told);
    }
}
