package dev.attune.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The index finds what a reader from the start finds, across segments, while the journal grows. */
class JournalIndexTest {
    @TempDir
    private Path root;

    private void write(int from, int to) throws Exception {
        Events events = new Events(3);
        try (FolderLock lock = FolderLock.acquire(root);
                JournalWriter journal = JournalWriter.open(lock, TestJournal.SMALL)) {
            for (int i = from; i <= to; i++) {
                int bandit = 1 + i % 3;
                long decision = i / 30;
                JournalEvent event = switch (i % 10) {
                    case 0 -> events.decided(bandit, decision);
                    case 4 -> new JournalEvent.Rewarded(bandit, decision, "r" + i, 0.5);
                    case 7 ->
                        i % 30 < 10
                                ? new JournalEvent.Expired(bandit, decision)
                                : new JournalEvent.Joined(bandit, decision, 1, 0);
                    case 9 -> new JournalEvent.Changed(bandit, "paused", "");
                    default -> new JournalEvent.Rewarded(bandit, i, "", 1);
                };
                journal.append(event, i);
            }
        }
    }

    @Test
    void recordsAndEndingsAreThoseThatAFullScanFinds() throws Exception {
        write(1, 3_000);
        JournalFolder folder = new JournalFolder(root);
        assertThat(folder.segments()).hasSizeGreaterThan(3);
        JournalIndex index = new JournalIndex(folder);
        check(index, TestJournal.readAll(root));
        write(3_001, 4_500);
        check(index, TestJournal.readAll(root));
    }

    private static void check(JournalIndex index, List<JournalRecord> all) throws Exception {
        for (int position = 1; position <= all.size(); position += 37) {
            try (JournalReader reader = index.open(position)) {
                assertThat(reader.next()).isEqualTo(all.get(position - 1));
                if (position < all.size()) {
                    assertThat(reader.next()).isEqualTo(all.get(position));
                }
            }
        }
        for (int position = 10; position <= all.size(); position += 170) {
            if (all.get(position - 1).event() instanceof Decided decided) {
                List<JournalRecord> slow = new ArrayList<>();
                for (JournalRecord later : all.subList(position, all.size())) {
                    boolean own = later.event().bandit() == decided.bandit();
                    if (own && later.event() instanceof JournalEvent.Rewarded r && r.decision() == decided.decision()) {
                        slow.add(later);
                    } else if (own && endOf(later.event()) == decided.decision()) {
                        slow.add(later);
                        break;
                    }
                }
                assertThat(index.endings(decided.bandit(), decided.decision(), position, all.size()))
                        .isEqualTo(slow);
            }
        }
        assertThat(index.changes(2, 100, all.size() - 100L))
                .isEqualTo(all.subList(99, all.size() - 100).stream()
                        .filter(each -> each.event() instanceof JournalEvent.Changed
                                && each.event().bandit() == 2)
                        .toList());
    }

    /** Returns the number of the decision that an event ends; -1 for other events. */
    private static long endOf(JournalEvent event) {
        if (event instanceof JournalEvent.Joined joined) {
            return joined.decision();
        }
        return event instanceof JournalEvent.Expired expired ? expired.decision() : -1;
    }

    @Test
    void positionsThatTheJournalDoesNotHaveAreRejected() throws Exception {
        write(1, 500);
        JournalIndex index = new JournalIndex(new JournalFolder(root));
        assertThatThrownBy(() -> index.open(502)).isInstanceOf(JournalFormatException.class);
        assertThatThrownBy(() -> index.open(0)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void aDamagedRecordIsReportedAndNotReturned() throws Exception {
        write(1, 200);
        JournalIndex index = new JournalIndex(new JournalFolder(root));
        index.open(150).close();
        try (FileChannel file = FileChannel.open(TestJournal.onlySegment(root), StandardOpenOption.WRITE)) {
            file.write(ByteBuffer.wrap(new byte[] {77}), SegmentHeader.BYTES + RecordFormat.POSITION + 1);
        }
        assertThatThrownBy(() -> index.changes(2, 1, 200)).isInstanceOf(JournalFormatException.class);
    }
}
