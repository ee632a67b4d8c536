package dev.attune.lab.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.attune.encode.Arm;
import dev.attune.encode.Features;
import dev.attune.journal.Decided;
import dev.attune.journal.FolderLock;
import dev.attune.journal.JournalEvent;
import dev.attune.journal.JournalEvent.Catalogued;
import dev.attune.journal.JournalEvent.Created;
import dev.attune.journal.JournalEvent.Expired;
import dev.attune.journal.JournalEvent.Joined;
import dev.attune.journal.JournalEvent.Rewarded;
import dev.attune.journal.JournalFolder;
import dev.attune.journal.JournalFormatException;
import dev.attune.journal.JournalOptions;
import dev.attune.journal.JournalWriter;
import dev.attune.journal.Offer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JournalLogTest {
    private static final JournalOptions SMALL = JournalOptions.DEFAULT.withSegmentBytes(1 << 12);
    private static final Arm RED = new Arm("red", Features.NONE);
    private static final Arm BLUE =
            new Arm("blue", Features.builder().number("price", 2).build());
    private static final Offer BOTH = new Offer.Inline(List.of(RED, BLUE));

    @TempDir
    Path folder;

    private void write(JournalEvent... events) throws IOException {
        try (FolderLock lock = FolderLock.acquire(folder);
                JournalWriter journal = JournalWriter.open(lock, SMALL)) {
            for (JournalEvent event : events) {
                journal.append(event, 1000 + journal.lastPosition());
            }
        }
    }

    private static Decided decided(int bandit, long decision, Offer offer, int arm, double propensity) {
        return new Decided(
                bandit,
                decision,
                decision,
                0,
                "",
                Features.builder().category("country", "DE").build(),
                offer,
                arm,
                new int[0],
                new double[] {1},
                new double[] {1},
                new double[0],
                propensity,
                true,
                false);
    }

    private static Decided decided(long decision) {
        return decided(1, decision, BOTH, (int) (decision % 2), 0.5);
    }

    private Reading read(String bandit) throws IOException {
        return read(new JournalLog(JournalFolder.existing(folder), bandit));
    }

    private Reading read() throws IOException {
        List<LoggedEvent> events = new ArrayList<>();
        Skipped skipped =
                DecisionLog.open(folder, LogFormat.JOURNAL, CsvColumns.DEFAULT).read(events::add, bytes -> {});
        return new Reading(events, skipped);
    }

    private static Reading read(DecisionLog log) throws IOException {
        List<LoggedEvent> events = new ArrayList<>();
        Skipped skipped = log.read(events::add, bytes -> {});
        return new Reading(events, skipped);
    }

    private static List<Double> rewards(Reading reading) {
        return reading.events().stream().map(LoggedEvent::reward).toList();
    }

    private static List<String> ids(Reading reading) {
        return reading.events().stream().map(LoggedEvent::id).toList();
    }

    @Test
    void aDecisionHasItsArmsItsPropensityAndTheRewardThatWasLearnt() throws IOException {
        write(new Created(1, "shop", "{}"), decided(1), new Rewarded(1, 1, "click", 5), new Joined(1, 1, 0.75));
        Reading reading = read();
        assertThat(reading.skipped()).isEqualTo(Skipped.NOTHING);
        assertThat(reading.only())
                .isEqualTo(new LoggedEvent(
                        "1",
                        1001,
                        Features.builder().category("country", "DE").build(),
                        List.of(RED, BLUE),
                        1,
                        0.5,
                        0.75,
                        1));
    }

    @Test
    void eventsComeInTheOrderOfDecisionsWhateverTheOrderOfRewards() throws IOException {
        write(
                decided(1),
                decided(2),
                new Joined(1, 2, 2),
                decided(3),
                new Joined(1, 3, 3),
                new Joined(1, 1, 1),
                decided(4),
                new Joined(1, 4, 4));
        Reading reading = read();
        assertThat(ids(reading)).containsExactly("1", "2", "3", "4");
        assertThat(rewards(reading)).containsExactly(1.0, 2.0, 3.0, 4.0);
    }

    @Test
    void rewardsThatAreMissingOrWaitAreUnknownAndOfTwoTheFirstCounts() throws IOException {
        write(
                decided(1),
                decided(2),
                decided(3),
                new Joined(1, 2, 2),
                new Joined(1, 2, 7), // twice, while decision 1 still waits
                new Expired(1, 1),
                new Joined(1, 77, 1), // of a decision that the journal does not have
                new Rewarded(1, 3, "", 1)); // received, and not yet learnt
        Reading reading = read();
        assertThat(rewards(reading)).containsExactly(Double.NaN, 2.0, Double.NaN);
        assertThat(reading.skipped().times(JournalLog.SECOND_OUTCOME)).isEqualTo(1);
        assertThat(reading.skipped().times(EventSink.DANGLING_REWARD)).isEqualTo(1);
        assertThat(reading.skipped().reasons().get(JournalLog.NO_OUTCOME))
                .isEqualTo(new Skipped.Count(1, "position 3", false));
    }

    @Test
    void whenTooManyWaitTheOldestLeavesWithoutItsReward() throws IOException {
        write(decided(1), decided(2), decided(3), new Joined(1, 1, 1), new Joined(1, 2, 2), new Joined(1, 3, 3));
        Reading reading = read(new JournalLog(JournalFolder.existing(folder), null, 2));
        assertThat(rewards(reading)).containsExactly(Double.NaN, 2.0, 3.0);
        assertThat(reading.skipped().times(JournalLog.LEFT_EARLY)).isEqualTo(1);
        assertThat(reading.skipped().times(EventSink.DANGLING_REWARD)).isEqualTo(1);
    }

    @Test
    void armsComeFromTheCatalogueThatTheDecisionNames() throws IOException {
        write(
                new Catalogued(1, 1, List.of(RED, BLUE)),
                decided(1, 1, new Offer.FromCatalogue(1, List.of()), 0, 0.5),
                new Catalogued(1, 2, List.of(RED)),
                decided(1, 2, new Offer.FromCatalogue(1, List.of("blue")), 0, 0.5),
                decided(1, 3, new Offer.FromCatalogue(2, List.of("blue")), 0, 0.5),
                decided(1, 4, new Offer.FromCatalogue(9, List.of()), 0, 0.5),
                decided(1, 5, new Offer.FromCatalogue(2, List.of()), 1, 0.5));
        Reading reading = read();
        assertThat(reading.events()).extracting(LoggedEvent::arms).containsExactly(List.of(RED, BLUE), List.of(BLUE));
        assertThat(reading.skipped().times(JournalLog.NOT_IN_CATALOGUE)).isEqualTo(1);
        assertThat(reading.skipped().times(JournalLog.NO_CATALOGUE)).isEqualTo(1);
        assertThat(reading.skipped().times(EventSink.NOT_OFFERED)).isEqualTo(1);
        assertThat(reading.skipped().lost()).isEqualTo(3);
    }

    @Test
    void aChoiceOfTheCallerHasNoPropensity() throws IOException {
        Decided own = decided(1);
        write(new Decided(
                1,
                1,
                0,
                0,
                "",
                own.context(),
                BOTH,
                0,
                own.ranking(),
                own.x(),
                own.setting(),
                own.memo(),
                1,
                false,
                true));
        assertThat(read().only().propensity()).isNaN();
    }

    @Test
    void ofSeveralBanditsOneMustBeChosen() throws IOException {
        write(
                new Created(1, "shop", "{}"),
                new Created(2, "news", "{}"),
                new Created(3, "idle", "{}"),
                decided(1),
                decided(2, 1, BOTH, 0, 0.25),
                new Joined(2, 1, 8),
                new Joined(1, 1, 9),
                new Created(4, "late", "{}"));
        assertThatThrownBy(this::read)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("the journal has several bandits; --bandit chooses one: shop, news, idle, late");
        assertThat(rewards(read("news"))).containsExactly(8.0);
        assertThat(rewards(read("1"))).containsExactly(9.0);
        assertThatThrownBy(() -> read("shopp"))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("no decisions of a bandit called shopp; it has shop, news, idle, late");
    }

    @Test
    void everyReadingSeesWhatTheFirstOneSaw() throws IOException {
        write(decided(1), decided(2), new Joined(1, 1, 1));
        DecisionLog log = DecisionLog.journal(folder, null);
        Reading first = read(log);
        write(new Joined(1, 2, 2), decided(3), new Joined(1, 3, 3));
        assertThat(read(log)).isEqualTo(first);
        assertThat(rewards(read())).containsExactly(1.0, 2.0, 3.0);
    }

    @Test
    void progressGoesOverAllSegments() throws IOException {
        List<JournalEvent> many = new ArrayList<>();
        for (long i = 1; i <= 3000; i++) {
            many.add(decided(i));
            many.add(new Joined(1, i, i));
        }
        write(many.toArray(JournalEvent[]::new));
        DecisionLog log = DecisionLog.journal(folder, null);
        List<Long> heard = new ArrayList<>();
        log.read(event -> {}, heard::add);
        assertThat(heard).hasSizeGreaterThan(3).isSorted();
        assertThat(heard.get(heard.size() - 1)).isBetween(log.bytes() * 9 / 10, log.bytes());
    }

    @Test
    void aTornTailIsToldAndDamageIsAnErrorWithItsPosition() throws IOException {
        write(decided(1), new Joined(1, 1, 1), decided(2));
        Path segment = folder.resolve("journal").resolve("00000000000000000001.log");
        byte[] whole = Files.readAllBytes(segment);
        byte[] torn = Arrays.copyOf(whole, 300);
        Files.write(segment, torn);
        Reading reading = read();
        assertThat(rewards(reading)).containsExactly(1.0);
        assertThat(reading.skipped().times(JournalLog.TORN_TAIL)).isEqualTo(1);

        whole[100] ^= 1;
        Files.write(segment, whole);
        assertThatThrownBy(this::read)
                .isInstanceOf(JournalFormatException.class)
                .hasMessageContaining("position 1 (00000000000000000001.log, byte 28)");
    }

    @Test
    void aFolderWithoutDecisionsIsRefused() throws IOException {
        assertThatThrownBy(this::read).isInstanceOf(IOException.class).hasMessageContaining("is not a data folder");
        write(new Created(1, "shop", "{}"));
        assertThatThrownBy(this::read).isInstanceOf(IOException.class).hasMessage("the journal has no decisions");
    }
}
