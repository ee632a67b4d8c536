package dev.attune.flink.stream;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Rewards that came before their request, in the order in which they came. */
final class EarlyRewards {
    /** More than anybody's clocks explain. */
    static final int MOST = 10_000;

    private final Map<Long, Early> inOrder = new LinkedHashMap<>();
    private final Map<String, List<Long>> byRequest = new HashMap<>();
    private long last;

    /**
     * A reward that waits.
     *
     * @param request what its request will be called
     * @param deadline until when it waits
     */
    record Early(Arrived record, String request, long deadline) {}

    int size() {
        return inOrder.size();
    }

    boolean isFull() {
        return inOrder.size() >= MOST;
    }

    /** Adds one whose deadline is not before that of the others. */
    void add(Early early) {
        last++;
        inOrder.put(last, early);
        byRequest.computeIfAbsent(early.request, request -> new ArrayList<>(1)).add(last);
    }

    /** Takes out those of a request. */
    List<Arrived> take(String request) {
        List<Long> numbers = request.isEmpty() ? null : byRequest.remove(request);
        if (numbers == null) {
            return List.of();
        }
        List<Arrived> taken = new ArrayList<>(numbers.size());
        for (Long number : numbers) {
            Early early = inOrder.remove(number);
            if (early != null) {
                taken.add(early.record);
            }
        }
        return taken;
    }

    /** Takes out those that have waited long enough. */
    List<Early> expire(long now) {
        List<Early> expired = List.of();
        for (Iterator<Map.Entry<Long, Early>> entries = inOrder.entrySet().iterator(); entries.hasNext(); ) {
            Map.Entry<Long, Early> entry = entries.next();
            Early early = entry.getValue();
            if (early.deadline > now) {
                break;
            }
            expired = expired.isEmpty() ? new ArrayList<>() : expired;
            expired.add(early);
            entries.remove();
            byRequest.computeIfPresent(early.request, (request, numbers) -> {
                numbers.remove(entry.getKey());
                return numbers.isEmpty() ? null : numbers;
            });
        }
        return expired;
    }

    /** When the first has waited long enough; {@link Long#MAX_VALUE} if none waits. */
    long nextDeadline() {
        return inOrder.isEmpty() ? Long.MAX_VALUE : inOrder.values().iterator().next().deadline;
    }

    /** All of them, in order. */
    Iterable<Early> all() {
        return inOrder.values();
    }
}
