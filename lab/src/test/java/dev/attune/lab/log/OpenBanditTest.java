package dev.attune.lab.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.attune.encode.Arm;
import dev.attune.encode.Features;
import dev.attune.lab.RealData;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OpenBanditTest {
    private static final String HEADER = ",timestamp,item_id,position,click,propensity_score,user_feature_0,"
            + "user-item_affinity_0,user-item_affinity_1,user-item_affinity_2";

    @TempDir
    Path folder;

    @Test
    void aRowIsRead() throws IOException {
        Files.writeString(
                folder.resolve("item_context.csv"), ",item_id,price,colour\n0,0,1.5,red\n1,1,2.5,7\n2,2,,blue\n");

        Reading reading = read(HEADER, "0,2019-11-24 00:01:03.979311+00:00,2,3,1,0.25,u,0.0,1.0,2.5");

        LoggedEvent event = reading.only();
        assertThat(reading.skipped()).isEqualTo(Skipped.NOTHING);
        assertThat(event.time())
                .isEqualTo(Instant.parse("2019-11-24T00:01:03.979Z").toEpochMilli());
        assertThat(event.context())
                .isEqualTo(Features.builder()
                        .category("position", "3")
                        .category("user_feature_0", "u")
                        .build());
        assertThat(event.arms())
                .containsExactly(
                        new Arm(
                                "0",
                                Features.builder()
                                        .number("affinity", 0)
                                        .number("price", 1.5)
                                        .category("colour", "red")
                                        .build()),
                        new Arm(
                                "1",
                                Features.builder()
                                        .number("affinity", 1)
                                        .number("price", 2.5)
                                        .category("colour", "7")
                                        .build()),
                        new Arm(
                                "2",
                                Features.builder()
                                        .number("affinity", 2.5)
                                        .category("colour", "blue")
                                        .build()));
        assertThat(event.chosen()).isEqualTo(2);
        assertThat(event.propensity()).isEqualTo(0.25);
        assertThat(event.reward()).isEqualTo(1);
        assertThat(event.id()).isEmpty();
    }

    @Test
    void itemsThatCountFromOneAreNoticed() throws IOException {
        Reading reading = read(HEADER, "0,,1,3,0,0.5,u,0,0,0", "0,,3,3,0,0.5,u,0,0,0", "0,,4,3,0,0.5,u,0,0,0");

        assertThat(reading.events()).extracting(LoggedEvent::chosen).containsExactly(0, 2);
        assertThat(reading.events().get(0).arms()).extracting(Arm::id).containsExactly("1", "2", "3");
        assertThat(reading.skipped().times("item ids count from 1")).isEqualTo(1);
        assertThat(reading.skipped().times("item_id outside the items that have affinities"))
                .isEqualTo(1);
    }

    @Test
    void damagedRowsAreCountedAndTheOthersTaken() throws IOException {
        Reading reading = read(
                HEADER,
                "0,2019-11-24 00:01:03+00:00,0,3,1,0.5,u,0,0,0",
                "0,2019-11-24 00:01:03+00:00,0,3,1",
                "0,yesterday,0,3,1,1.5,u,0,0,x",
                "0,,nothing,3,1,0.5,u,0,0,0");

        assertThat(reading.events()).hasSize(2);
        assertThat(reading.events().get(1).propensity()).isNaN();
        assertThat(reading.events().get(1).arms().get(2).features()).isEqualTo(Features.NONE);
        assertThat(reading.skipped().reasons().keySet())
                .containsExactly(
                        "row with too few cells",
                        EventSink.BAD_TIME,
                        EventSink.NOT_FINITE,
                        EventSink.BAD_PROPENSITY,
                        "item_id is not a number");
        assertThat(reading.skipped().lost()).isEqualTo(2);
    }

    @Test
    void aTableWithoutTheColumnsIsRefused() throws IOException {
        Path table = Reading.write(folder, "arm,reward", "1,0");

        assertThatThrownBy(() -> Reading.of(table, LogFormat.OPENBANDIT))
                .isInstanceOf(IOException.class)
                .hasMessageContainingAll(table.toString(), "line 1", "arm,reward", "item_id");
    }

    /** Inverse propensity scores by hand: w = (1 / K) / p. */
    @Test
    void theUniformPolicyHasItsKnownValueFromTheThompsonLog() throws IOException {
        Path file = RealData.at("openbandit-men/bts/men.csv.gz");
        double[] sums = new double[4];

        Skipped skipped = DecisionLog.open(file, LogFormat.OPENBANDIT, CsvColumns.DEFAULT)
                .read(
                        event -> {
                            double w = 1.0 / event.arms().size() / event.propensity();
                            sums[0]++;
                            sums[1] += w;
                            sums[2] += w * w;
                            sums[3] += w * event.reward();
                            assertThat(event.arms()).hasSize(34);
                            assertThat(event.arms().get(33).features().values()).hasSize(5);
                        },
                        bytes -> {});

        assertThat(skipped).isEqualTo(Skipped.NOTHING);
        assertThat(sums[0]).isEqualTo(10_000);
        assertThat(sums[3] / sums[0]).isCloseTo(0.0030086, within(5e-8));
        assertThat(sums[3] / sums[1]).isCloseTo(0.0031894, within(5e-8));
        assertThat(sums[1] * sums[1] / sums[2]).isCloseTo(656, within(0.5));
    }

    private Reading read(String... lines) throws IOException {
        return Reading.ofLines(folder, LogFormat.OPENBANDIT, lines);
    }
}
