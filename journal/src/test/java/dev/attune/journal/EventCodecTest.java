package dev.attune.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.attune.encode.Arm;
import dev.attune.encode.Features;
import dev.attune.journal.JournalEvent.Created;
import java.nio.ByteBuffer;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class EventCodecTest {
    private static final int MANY = 20_000;

    @Test
    void everyEventComesBackAsItWas() throws Exception {
        Events events = new Events(1);
        for (int i = 0; i < MANY; i++) {
            JournalEvent event = events.any();
            ByteBuffer record = encode(event);
            assertThat(decode(record)).isEqualTo(event);
        }
    }

    @Test
    void aCutBodyIsRefusedAtEveryLength() {
        Events events = new Events(2);
        for (int i = 0; i < 300; i++) {
            ByteBuffer record = encode(events.any());
            for (int end = RecordFormat.HEADER; end < record.limit() - 1; end++) {
                ByteBuffer cut = record.slice(0, end + 1); // with a last byte that is not of the body
                assertThatThrownBy(() -> decode(cut)).isInstanceOf(JournalFormatException.class);
            }
        }
    }

    @Test
    void hostileBytesCauseNothingButAFormatException() {
        SplittableRandom random = new SplittableRandom(3);
        Events events = new Events(3);
        int refused = 0;
        for (int i = 0; i < MANY; i++) {
            byte[] body = new byte[60];
            ByteBuffer record = encode(events.any());
            if (i % 2 == 0) { // garbage
                for (int j = 0; j < body.length; j++) {
                    body[j] = (byte) random.nextLong();
                }
            } else { // a true event with some changed bytes
                body = new byte[record.limit() - RecordFormat.HEADER - 1];
                record.get(RecordFormat.HEADER, body);
                for (int j = 0; j < 3; j++) {
                    body[events.below(body.length)] = (byte) random.nextLong();
                }
            }
            try {
                EventCodec.decode((byte) (1 + i % 7), EventCodec.VERSION, 17, ByteBuffer.wrap(body));
            } catch (JournalFormatException e) {
                assertThat(e.position()).isEqualTo(17);
                refused++;
            }
        }
        assertThat(refused).isGreaterThan(MANY / 2);
    }

    @Test
    void aCountThatClaimsMoreThanThereIsAllocatesNothing() {
        // bandit, then a text of 2^31 - 1 bytes
        ByteBuffer body = ByteBuffer.wrap(new byte[] {0, 0, 0, 1, -1, -1, -1, -1, 7, 0});

        assertThatThrownBy(() -> EventCodec.decode((byte) 1, EventCodec.VERSION, 1, body))
                .isInstanceOf(JournalFormatException.class)
                .hasMessageContaining("a count of 2147483647 with 1 bytes left");
    }

    @Test
    void unknownTypesAndVersionsAreNamed() {
        assertThatThrownBy(() -> EventCodec.decode((byte) 99, EventCodec.VERSION, 5, ByteBuffer.allocate(8)))
                .isInstanceOf(JournalFormatException.class)
                .hasMessageContaining("unknown type 99");
        assertThatThrownBy(() -> EventCodec.decode((byte) 1, (byte) 2, 5, ByteBuffer.allocate(8)))
                .isInstanceOf(JournalFormatException.class)
                .hasMessageContaining("version 2");
    }

    @Test
    void onlyARewardThatRaisedAnAlarmHasAnotherVersion() throws Exception {
        ByteBuffer usual = encode(new JournalEvent.Joined(7, 3, 0.5));
        ByteBuffer alarm = encode(new JournalEvent.Joined(7, 3, 0.5, 2));

        assertThat(usual.get(RecordFormat.VERSION)).isEqualTo((byte) 1);
        assertThat(alarm.get(RecordFormat.VERSION)).isEqualTo((byte) 2);
        assertThat(alarm.limit()).isEqualTo(usual.limit() + Long.BYTES);
        assertThat(decode(alarm)).isEqualTo(new JournalEvent.Joined(7, 3, 0.5, 2));
        alarm.putLong(alarm.limit() - 1 - Long.BYTES, 0);
        assertThatThrownBy(() -> decode(alarm))
                .isInstanceOf(JournalFormatException.class)
                .hasMessageContaining("must be positive");
        assertThatThrownBy(() -> EventCodec.decode((byte) 5, (byte) 3, 5, ByteBuffer.allocate(28)))
                .hasMessageContaining("versions 1 to 2");
    }

    @Test
    void armsOfOneShapeTellTheirNamesOnce() {
        Features features = Features.builder()
                .number("a-rather-long-name", 1)
                .number("another-rather-long-name", 2)
                .build();
        List<Arm> arms = Collections.nCopies(100, new Arm("a", features));

        ByteBuffer record = encode(new JournalEvent.Catalogued(1, 1, arms));

        int perArm = 2 + 1 + 2 * Double.BYTES;
        assertThat(record.limit()).isLessThan(RecordFormat.HEADER + 100 * perArm + 100);
    }

    @Test
    void aTextThatIsNotUnicodeIsRefusedAndNothingIsAdded() {
        RecordBuffer buffer = new RecordBuffer(64);
        buffer.append(1, 1, 1, Events.numbered(1));
        int size = buffer.size();

        assertThatThrownBy(() -> buffer.append(2, 1, 1, new Created(1, "good", "half \ud83d of a pair")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("surrogate");
        assertThat(buffer.size()).isEqualTo(size);
    }

    @Test
    void anEventThatIsTooLargeIsRefusedAndNothingIsAdded() {
        RecordBuffer buffer = new RecordBuffer(64);

        assertThatThrownBy(() ->
                        buffer.append(1, 1, 1, new Created(1, "big", "x".repeat(RecordFormat.GREATEST_LENGTH))))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("more than a journal's record holds");
        assertThat(buffer.size()).isZero();
    }

    private static ByteBuffer encode(JournalEvent event) {
        RecordBuffer buffer = new RecordBuffer(64);
        buffer.append(17, 18, 1, event);
        return buffer.records();
    }

    private static JournalEvent decode(ByteBuffer record) throws JournalFormatException {
        return EventCodec.decode(
                record.get(RecordFormat.TYPE),
                record.get(RecordFormat.VERSION),
                record.getLong(RecordFormat.POSITION),
                record.slice(RecordFormat.HEADER, record.limit() - RecordFormat.HEADER - 1));
    }
}
