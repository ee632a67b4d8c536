package dev.attune.server.http;

import dev.attune.journal.JournalRecord;
import dev.attune.live.json.EventJson;
import dev.attune.server.runtime.BanditEvents;
import io.vertx.core.Context;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerResponse;
import java.io.IOException;
import java.io.UncheckedIOException;

/**
 * The events of a bandit as JSON lines, read in parts on threads that may block, as fast as the client receives them. If the journal is damaged, the
 * connection is reset, so that the download is not taken for complete.
 */
final class JournalDownload extends Streaming {
    private static final int PIECE = 1 << 16;

    private final BanditEvents events;

    JournalDownload(BanditEvents events) {
        this.events = events;
    }

    @Override
    void next(Context context, HttpServerResponse response) {
        if (isClosed()) {
            return;
        }
        context.<Buffer>executeBlocking(this::read, true).onComplete(read -> {
            if (isClosed()) {
                return;
            }
            if (read.failed()) {
                close();
                response.reset();
            } else if (read.result().length() == 0) {
                close();
                response.end();
            } else {
                response.write(read.result());
                if (response.writeQueueFull()) {
                    response.drainHandler(drained -> next(context, response));
                } else {
                    next(context, response);
                }
            }
        });
    }

    /** Reads some lines; none at the end. */
    private synchronized Buffer read() throws IOException {
        Buffer lines = Buffer.buffer();
        while (lines.length() < PIECE) {
            JournalRecord record = events.next();
            if (record == null) {
                break;
            }
            lines.appendString(EventJson.line(record)).appendByte((byte) '\n');
        }
        return lines;
    }

    @Override
    synchronized void free() {
        try {
            events.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
