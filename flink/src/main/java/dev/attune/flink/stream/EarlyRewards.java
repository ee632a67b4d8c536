package dev.attune.flink.stream;

import dev.attune.state.StateFormatException;
import dev.attune.state.StateReader;
import dev.attune.state.StateWriter;
import java.util.ArrayList;
import java.util.Base64;
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

    void write(StateWriter out) {
        out.writeInt(inOrder.size());
        for (Early early : inOrder.values()) {
            byte[] value = early.record.value();
            if (value == null) {
                throw new IllegalStateException("a reward without a value cannot wait");
            }
            out.writeString(early.request);
            out.writeLong(early.deadline);
            out.writeInt(early.record.partition());
            out.writeLong(early.record.offset());
            out.writeLong(early.record.time());
            out.writeString(Base64.getEncoder().encodeToString(value)); // as it came, whatever its encoding
        }
    }

    /** Takes over saved rewards of a key. */
    void read(String key, StateReader in) {
        int count = in.readCount(MOST);
        long before = Long.MIN_VALUE;
        for (int i = 0; i < count; i++) {
            String request = in.readString();
            long deadline = in.readLong();
            if (deadline < before) {
                throw new StateFormatException("the saved state has early rewards out of order");
            }
            before = deadline;
            int partition = in.readInt();
            long offset = in.readLong();
            long time = in.readLong();
            byte[] value = decoded(in.readText());
            add(new Early(new Arrived(Origin.REWARDS, key, partition, offset, time, value), request, deadline));
        }
    }

    private static byte[] decoded(String text) {
        try {
            return Base64.getDecoder().decode(text);
        } catch (IllegalArgumentException e) {
            throw new StateFormatException("the saved state has an early reward that is not Base64");
        }
    }
}
