package dev.attune.live;

import dev.attune.api.SettingSpace;
import dev.attune.state.StateFormatException;
import dev.attune.state.StateReader;
import dev.attune.state.StateWriter;
import java.util.ArrayDeque;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongPredicate;

/**
 * Answers by client id, so that a retry gets the same one: as long as the decision waits, and at least while it is among the last answers with
 * a client id. What is kept depends on the events alone.
 */
final class RememberedAnswers {
    private static final int MOST_RECENT = 10_000;

    private final Map<String, Remembered> byClientId = new LinkedHashMap<>(); // in the order of nth
    private final ArrayDeque<Remembered> recent = new ArrayDeque<>(); // the last ones, the oldest first
    private long count; // of all answers with a client id

    /**
     * A remembered answer.
     *
     * @param nth its position among all answers with a client id, from 1
     */
    private record Remembered(String clientId, long nth, Answer answer) {}

    Optional<Answer> get(String clientId) {
        Remembered remembered = clientId.isEmpty() ? null : byClientId.get(clientId);
        return remembered == null ? Optional.empty() : Optional.of(remembered.answer.again());
    }

    /**
     * Remembers an answer.
     *
     * @param waiting tells whether a decision waits
     */
    void add(String clientId, Answer answer, LongPredicate waiting) {
        if (clientId.isEmpty()) {
            return;
        }
        add(new Remembered(clientId, ++count, answer));
        if (recent.size() > MOST_RECENT) {
            Remembered oldest = recent.removeFirst();
            if (!waiting.test(oldest.answer.decision())) {
                byClientId.remove(oldest.clientId);
            }
        }
    }

    private void add(Remembered remembered) {
        byClientId.put(remembered.clientId, remembered);
        if (isRecent(remembered)) {
            recent.addLast(remembered);
        }
    }

    /** Removes the answer of a closed decision unless it is recent. */
    void closed(String clientId) {
        Remembered remembered = clientId.isEmpty() ? null : byClientId.get(clientId);
        if (remembered != null && !isRecent(remembered)) {
            byClientId.remove(clientId);
        }
    }

    private boolean isRecent(Remembered remembered) {
        return remembered.nth > count - MOST_RECENT;
    }

    void write(StateWriter out) {
        out.writeLong(count);
        out.writeInt(byClientId.size());
        byClientId.values().forEach(remembered -> {
            out.writeString(remembered.clientId);
            out.writeLong(remembered.nth);
            remembered.answer.write(out);
        });
    }

    void read(SettingSpace space, WaitingDecisions waiting, StateReader in) {
        count = in.readTally();
        int size = in.readCount(in.remainingDoubles());
        long last = 0;
        for (int i = 0; i < size; i++) {
            Remembered remembered = new Remembered(in.readString(), in.readLong(), Answer.read(space, in));
            boolean kept = isRecent(remembered) || waiting.contains(remembered.answer.decision());
            if (remembered.nth <= last || remembered.nth > count || !kept) {
                throw new StateFormatException("the saved state remembers answer " + remembered.nth + " of " + count);
            }
            if (byClientId.containsKey(remembered.clientId)) {
                throw new StateFormatException("the saved state remembers " + remembered.clientId + " twice");
            }
            add(remembered);
            last = remembered.nth;
        }
    }
}
