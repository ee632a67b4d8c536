package dev.attune.journal;

import java.io.IOException;
import java.nio.ByteBuffer;

/** What is said when a journal cannot be read on. Damage always stops the reader: nothing is ever passed over in silence. */
final class Damage {
    private static final int CHUNK = 1 << 16;

    private Damage() {}

    static JournalFormatException at(SegmentScanner scanner, long offset, String reason) {
        return new JournalFormatException(
                scanner.file(),
                offset,
                scanner.expected(),
                reason + ". The journal is damaged here; 'attune journal repair' shows what can be saved");
    }

    /** The torn tail that a scanner stands at, in the last segment. Anything else there is damage and is thrown. */
    static TornTail requireTorn(SegmentScanner scanner) throws IOException {
        if (!TailCheck.at(scanner).isTorn()) {
            throw at(scanner, scanner.offset(), scanner.reason());
        }
        return new TornTail(scanner.file(), scanner.offset(), scanner.expected(), written(scanner));
    }

    private static long written(SegmentScanner scanner) throws IOException {
        long last = scanner.offset();
        ByteBuffer chunk = ByteBuffer.allocate(CHUNK);
        for (long from = scanner.offset(); scanner.channel().read(chunk.clear(), from) > 0; from += chunk.limit()) {
            chunk.flip();
            for (int i = chunk.limit() - 1; i >= 0; i--) {
                if (chunk.get(i) != 0) {
                    last = from + i + 1;
                    break;
                }
            }
        }
        return last - scanner.offset();
    }
}
