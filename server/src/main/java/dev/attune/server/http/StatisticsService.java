package dev.attune.server.http;

import dev.attune.live.json.JsonOutput;
import dev.attune.live.statistics.Row;
import dev.attune.server.runtime.Bandits;
import dev.attune.server.runtime.WorkerPool;
import dev.attune.server.security.ApiKey;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/**
 * Makes the answers of the dashboard on one thread, so that any number of viewers takes at most its share from decisions. The thread ends when it is
 * idle. Lines of the overview are cached for a second for all viewers.
 */
final class StatisticsService {
    private static final int MOST_STREAMS = 100;
    private static final int QUEUE = 1_000;
    private static final int RETRY_SECONDS = 2;
    private static final long FRESH_MILLIS = 1_000;

    private final WorkerPool thread =
            new WorkerPool("attune-statistics", 1, QUEUE, "too many requests for statistics", RETRY_SECONDS);
    private final AtomicInteger streams = new AtomicInteger();
    private List<Line> overview = List.of(); // used by the thread alone, as is overviewAt
    private long overviewAt;

    /** Runs work on the thread. */
    <T> CompletionStage<T> later(Supplier<T> work) {
        return thread.submit(work::get);
    }

    /** A bandit's line as JSON. */
    private record Line(String name, String json) {}

    /** Returns the lines of the bandits that a key may use, as one JSON array; only on the thread. */
    String overview(Bandits bandits, ApiKey key) {
        long now = bandits.now();
        if (Math.abs(now - overviewAt) >= FRESH_MILLIS) {
            overview = bandits.rows().stream().map(StatisticsService::line).toList();
            overviewAt = now;
        }
        StringBuilder all = new StringBuilder("[");
        for (Line line : overview) {
            if (key.reaches(line.name)) {
                all.append(all.length() == 1 ? "" : ",").append(line.json);
            }
        }
        return all.append(']').toString();
    }

    private static Line line(Row row) {
        return new Line(row.name(), JsonOutput.text(row));
    }

    /**
     * Returns a stream; rejects more streams than the limit.
     *
     * @param news returns the events since its last call, on the thread; fails at the end of the stream
     */
    Reply stream(Supplier<List<EventStream.Event>> news, long everyMillis) {
        if (streams.incrementAndGet() > MOST_STREAMS) {
            streams.decrementAndGet();
            throw HttpProblem.later(
                    ProblemKind.BUSY, "there are " + MOST_STREAMS + " streams of events already", RETRY_SECONDS);
        }
        return Reply.stream(
                "text/event-stream", new EventStream(() -> later(news), everyMillis, streams::decrementAndGet));
    }
}
