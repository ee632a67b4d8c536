package dev.attune.journal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.attune.encode.Arm;
import dev.attune.encode.Features;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The example in docs/format/journal.md is what the program writes and reads. */
class FormatDocumentTest {
    private static final Path DOCUMENT = Path.of("..", "docs", "format", "journal.md");
    private static final long TIME = 1_700_000_000_000L;
    private static final List<JournalRecord> EXAMPLE = List.of(
            new JournalRecord(1, TIME + 1, decided()),
            new JournalRecord(2, TIME + 2, new JournalEvent.Rewarded(7, 1, "click", 1)));

    @TempDir
    private Path root;

    @Test
    void theExampleHasTheBytesThatTheProgramWrites() throws Exception {
        assertThat(HexFormat.ofDelimiter(" ").formatHex(documented()))
                .isEqualTo(HexFormat.ofDelimiter(" ").formatHex(written()));
    }

    @Test
    void theBytesOfTheExampleAreReadAsItSays() throws Exception {
        JournalFolder folder = new JournalFolder(root);
        Files.createDirectories(folder.segmentFolder());
        Files.write(folder.segment(1), documented());

        assertThat(TestJournal.readAll(root)).isEqualTo(EXAMPLE);
    }

    private static byte[] written() {
        RecordBuffer records = new RecordBuffer(64);
        for (JournalRecord record : EXAMPLE) {
            records.append(record.position(), record.time(), 1, record.event());
        }
        ByteBuffer seal = RecordFormat.seal(3, TIME + 3, 2);
        ByteBuffer all = ByteBuffer.allocate(SegmentHeader.BYTES + records.size() + seal.limit());
        all.put(new SegmentHeader(1, TIME).toBytes()).put(records.records()).put(seal);
        return all.array();
    }

    /** The bytes at the beginning of the lines of all blocks that are marked as hex. */
    private static byte[] documented() throws IOException {
        List<Byte> bytes = new ArrayList<>();
        boolean inside = false;
        for (String line : Files.readAllLines(DOCUMENT)) {
            if (line.startsWith("```")) {
                inside = line.equals("```hex");
            } else if (inside) {
                for (String digits :
                        line.substring(0, Math.min(line.length(), 48)).trim().split(" +", -1)) {
                    bytes.add((byte) Integer.parseInt(digits, 16));
                }
            }
        }
        byte[] array = new byte[bytes.size()];
        for (int i = 0; i < array.length; i++) {
            array[i] = bytes.get(i);
        }
        return array;
    }

    private static Decided decided() {
        Features left = Features.builder().number("price", 2).flag("new", true).build();
        Features right =
                Features.builder().number("price", 0.5).flag("new", false).build();
        return new Decided(
                7,
                1,
                1,
                0,
                "req-1",
                Features.builder().category("country", "DE").build(),
                new Offer.Inline(List.of(new Arm("a", left), new Arm("b", right))),
                1,
                new int[0],
                new double[] {1, 0.5},
                new double[] {0.25},
                new double[0],
                0.5,
                true,
                false);
    }
}
