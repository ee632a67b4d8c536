package dev.attune.flink.fold;

import dev.attune.kafka.wire.InputTopic;
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

/** Rewards that arrived before their request, in the order of arrival. */
final class EarlyRewards {
    /** Far more than clocks that differ can cause. */
    static final int MOST = 10_000;

    private final Map<Long, Early> inOrder = new LinkedHashMap<>();
    private final Map<String, List<Long>> byRequest = new HashMap<>();
    private long last;

    /**
     * A waiting reward.
     *
     * @param request id of its request
     * @param deadline end of its wait
     */
    record Early(InputRecord record, String request, long deadline) {}

    int size() {
        return inOrder.size();
    }

    boolean isFull() {
        return inOrder.size() >= MOST;
    }

    /** Adds a reward whose deadline is not before those of the others. */
    void add(Early early) {
        last++;
        inOrder.put(last, early);
        byRequest.computeIfAbsent(early.request, request -> new ArrayList<>(1)).add(last);
    }

    /** Removes and returns the rewards of a request. */
    List<InputRecord> take(String request) {
        List<Long> numbers = request.isEmpty() ? null : byRequest.remove(request);
        if (numbers == null) {
            return List.of();
        }
        List<InputRecord> taken = new ArrayList<>(numbers.size());
        for (Long number : numbers) {
            Early early = inOrder.remove(number);
            if (early != null) {
                taken.add(early.record);
            }
        }
        return taken;
    }

    /** Removes and returns the rewards whose deadline has passed. */
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

    /** Returns the first deadline; {@link Long#MAX_VALUE} if no reward waits. */
    long nextDeadline() {
        return inOrder.isEmpty() ? Long.MAX_VALUE : inOrder.values().iterator().next().deadline;
    }

    /** Returns all rewards, in order. */
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
            out.writeString(Base64.getEncoder().encodeToString(value)); // unchanged, whatever its encoding
        }
    }

    /** Reads the saved rewards of a key. */
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
            add(new Early(new InputRecord(InputTopic.REWARDS, key, partition, offset, time, value), request, deadline));
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
