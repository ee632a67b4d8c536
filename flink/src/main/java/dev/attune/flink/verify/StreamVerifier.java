package dev.attune.flink.verify;

import dev.attune.flink.fold.DefinitionHistory;
import dev.attune.flink.fold.InputRecord;
import dev.attune.flink.fold.KeyedBandit;
import dev.attune.flink.fold.OutputRecord;
import dev.attune.flink.fold.StreamFold;
import dev.attune.flink.fold.StreamRules;
import dev.attune.flink.stream.BanditFunction;
import dev.attune.kafka.KafkaConnection;
import dev.attune.kafka.TopicReader;
import dev.attune.kafka.wire.BanditKey;
import dev.attune.kafka.wire.DeadLetter;
import dev.attune.kafka.wire.InputTopic;
import dev.attune.kafka.wire.Message;
import dev.attune.kafka.wire.OutputTopic;
import dev.attune.kafka.wire.RecordCodec;
import dev.attune.live.RefusedException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;

/**
 * Reads the topics of a job, folds the input in this process with the job's own {@link StreamFold}, and compares every decision and dead letter with
 * what the job wrote: the bytes of the decisions of each bandit in their order, and the bytes of the dead letters, which have no order.
 *
 * <p>The input must be complete: a bandit whose first records were deleted cannot be replayed. Output is compared up to the watermark of the input, the
 * smallest of the latest times of all partitions, so the job may be running. Records that the job rejected outside of its fold, by their dead letters,
 * are left out.
 */
public final class StreamVerifier {
    private static final Set<String> OUTSIDE_THE_FOLD = Set.of(BanditFunction.LATE_PARTITION, StreamFold.MEMORY);
    private static final Duration POLL = Duration.ofMillis(500);
    private static final int SHOWN = 400;

    private final KafkaConnection kafka;
    private final StreamRules rules;
    private final long disorder;
    private final Predicate<String> names;

    /**
     * The result of a comparison.
     *
     * @param records of the input, without ticks
     * @param until time up to which output was compared
     * @param decisions that are equal
     * @param deadLetters that are equal
     * @param leftOut records that the job did not pass to its fold
     * @param notes on what limits the comparison
     * @param differences first difference of each bandit, and of the dead letters, in the order of time
     */
    public record Result(
            long records,
            Instant until,
            long decisions,
            long deadLetters,
            long leftOut,
            List<String> notes,
            List<String> differences) {
        /** Copies the lists. */
        public Result {
            notes = List.copyOf(notes);
            differences = List.copyOf(differences);
        }

        /** Returns whether there is no difference. */
        public boolean equal() {
            return differences.isEmpty();
        }
    }

    /** A record that a job wrote, and where. */
    @SuppressWarnings("ArrayRecordComponent") // compared by content
    private record Written(String place, byte[] value, long time) {}

    /** A difference, and the time of the record that differs. */
    private record Difference(long time, String text) {}

    /** Where a record of the input is. */
    private record Place(String topic, int partition, long offset) {}

    /**
     * Creates a verifier.
     *
     * @param rules those of the job
     * @param disorder by how much times may go back within a partition, as for the job
     * @param names the names of bandits to compare
     */
    public StreamVerifier(KafkaConnection kafka, StreamRules rules, Duration disorder, Predicate<String> names) {
        this.kafka = kafka;
        this.rules = rules;
        this.disorder = disorder.toMillis();
        this.names = names;
    }

    /**
     * Compares.
     *
     * @param most time up to which output is compared, if the watermark of the input is later
     * @param patience how long the output may take to be complete, as it is committed with the next checkpoint
     */
    public Result verify(Instant most, Duration patience) throws InterruptedException {
        kafka.partitions(); // reports a broker that does not answer, or a missing topic
        List<String> notes = new ArrayList<>();
        List<InputRecord> input = new ArrayList<>();
        long until = Math.min(most.toEpochMilli(), readInput(input, notes));
        long end = System.nanoTime() + patience.toNanos();
        Map<String, List<Written>> decisions = new HashMap<>();
        List<Written> letters = new ArrayList<>();
        try (TopicReader decided = new TopicReader(kafka, kafka.topics().decisions());
                TopicReader dead = new TopicReader(kafka, kafka.topics().deadLetters())) {
            while (true) {
                decided.read(record -> decisions
                        .computeIfAbsent(key(record), key -> new ArrayList<>())
                        .add(written(record)));
                dead.read(record -> letters.add(written(record)));
                Result result = compare(input, until, decisions, letters, notes);
                if (result.equal() || System.nanoTime() > end) {
                    return result;
                }
                Thread.sleep(POLL.toMillis());
            }
        }
    }

    /** Reads the input with the times that count, and returns its watermark. */
    private long readInput(List<InputRecord> input, List<String> notes) {
        long watermark = Long.MAX_VALUE;
        for (InputTopic topic : InputTopic.values()) {
            Map<Integer, Long> latest = new TreeMap<>();
            try (TopicReader reader = new TopicReader(kafka, kafka.topics().of(topic))) {
                reader.deletedUntil()
                        .forEach((partition, offset) -> notes.add(kafka.topics().of(topic) + "-" + partition
                                + " begins at offset " + offset
                                + ": bandits whose earlier records were deleted cannot be replayed"));
                reader.read(record -> {
                    long newest = latest.merge(record.partition(), record.timestamp(), Math::max);
                    long time = Math.max(record.timestamp(), newest - disorder);
                    String key = key(record);
                    if (!key.equals(BanditKey.TICK) && wanted(key)) {
                        input.add(
                                new InputRecord(topic, key, record.partition(), record.offset(), time, record.value()));
                    }
                });
            }
            for (long time : latest.values()) {
                watermark = Math.min(watermark, time - disorder - 1);
            }
        }
        return watermark;
    }

    private boolean wanted(String key) {
        return names.test(BanditKey.isValid(key) ? BanditKey.name(key) : key);
    }

    private static String key(ConsumerRecord<byte[], byte[]> record) {
        return record.key() == null ? "" : new String(record.key(), StandardCharsets.UTF_8);
    }

    private static Written written(ConsumerRecord<byte[], byte[]> record) {
        String place = record.topic() + "-" + record.partition() + "@" + record.offset();
        return new Written(place, record.value() == null ? new byte[0] : record.value(), record.timestamp());
    }

    private Result compare(
            List<InputRecord> input,
            long until,
            Map<String, List<Written>> decisions,
            List<Written> letters,
            List<String> notes) {
        List<Difference> differences = new ArrayList<>();
        List<Written> fromFold = new ArrayList<>();
        Set<Place> leftOut = new HashSet<>();
        for (Written letter : letters) {
            DeadLetter dead = read(letter);
            if (OUTSIDE_THE_FOLD.contains(dead.reason())) {
                leftOut.add(new Place(dead.topic(), dead.partition(), dead.offset()));
            } else if (letter.time() <= until && wanted(dead.key())) {
                fromFold.add(letter);
            }
        }
        Map<String, List<OutputRecord>> expected = new TreeMap<>();
        List<OutputRecord> expectedLetters = new ArrayList<>();
        List<InputRecord> folded = input.stream()
                .filter(record -> !leftOut.contains(
                        new Place(kafka.topics().of(record.topic()), record.partition(), record.offset())))
                .toList();
        replay(folded, until, record -> {
            if (record.time() > until) {
                return;
            }
            if (record.topic() == OutputTopic.DECISIONS) {
                expected.computeIfAbsent(record.key(), key -> new ArrayList<>()).add(record);
            } else if (record.topic() == OutputTopic.DEAD_LETTERS) {
                expectedLetters.add(record);
            }
        });
        long equal = 0;
        Set<String> keys = new HashSet<>(expected.keySet());
        decisions.keySet().stream().filter(this::wanted).forEach(keys::add);
        for (String key : keys) {
            List<Written> written = decisions.getOrDefault(key, List.of()).stream()
                    .filter(record -> record.time() <= until)
                    .sorted(Comparator.comparingLong(Written::time)) // stable: within a partition nothing moves
                    .toList();
            equal += compareDecisions(key, expected.getOrDefault(key, List.of()), written, differences);
        }
        long equalLetters = compareLetters(expectedLetters, fromFold, differences);
        differences.sort(Comparator.comparingLong(Difference::time));
        return new Result(
                input.size(),
                Instant.ofEpochMilli(until),
                equal,
                equalLetters,
                leftOut.size(),
                notes,
                differences.stream().map(Difference::text).toList());
    }

    /** Folds the input as the job does, up to a time. */
    private void replay(List<InputRecord> input, long until, Consumer<OutputRecord> out) {
        StreamFold fold = new StreamFold(rules, out);
        Map<String, DefinitionHistory> histories = new HashMap<>();
        Map<String, List<InputRecord>> keys = new TreeMap<>();
        for (InputRecord record : input) {
            if (record.topic() == InputTopic.DEFINITIONS) {
                define(record, histories, fold);
            } else if (BanditKey.isValid(record.key())) {
                keys.computeIfAbsent(record.key(), key -> new ArrayList<>()).add(record);
            } else {
                fold.out().dead(record, "key", "", BanditFunction.KEY_RULE, record.time());
            }
        }
        keys.forEach((key, records) -> {
            records.sort(InputRecord.ORDER);
            DefinitionHistory history = histories.getOrDefault(BanditKey.name(key), DefinitionHistory.NONE);
            KeyedBandit bandit = fold.until(until, key, null, history, records);
            if (bandit != null) {
                fold.unlessEnded(bandit, history, until);
            }
        });
    }

    private static void define(InputRecord record, Map<String, DefinitionHistory> histories, StreamFold fold) {
        String name = record.key();
        if (!BanditKey.isValid(name) || !BanditKey.name(name).equals(name)) {
            fold.out().dead(record, "key", "", BanditFunction.DEFINITION_KEY_RULE, record.time());
            return;
        }
        byte[] value = record.value();
        try {
            if (value != null && fold.codec().readDefinition(name, value) instanceof Message.Tick) {
                return;
            }
            DefinitionHistory history =
                    histories.getOrDefault(name, DefinitionHistory.NONE).plus(record, fold.codec());
            histories.put(name, history);
            RefusedException conflict = history.conflict(record);
            if (conflict != null) {
                throw conflict;
            }
        } catch (RefusedException e) {
            fold.out().refused(record, "", e);
        }
    }

    private static long compareDecisions(
            String key, List<OutputRecord> expected, List<Written> written, List<Difference> differences) {
        int both = Math.min(expected.size(), written.size());
        for (int i = 0; i < both; i++) {
            byte[] value = value(expected.get(i));
            Written found = written.get(i);
            if (!Arrays.equals(value, found.value())) {
                differences.add(new Difference(
                        expected.get(i).time(),
                        "decision " + (i + 1) + " of " + key + " differs: the job wrote at " + found.place() + "\n    "
                                + shown(found.value()) + "\n  the replay gives\n    " + shown(value)));
                return i;
            }
        }
        if (expected.size() > both) {
            differences.add(new Difference(
                    expected.get(both).time(),
                    "decision " + (both + 1) + " of " + key + " is missing, the first of " + (expected.size() - both)
                            + "; the replay gives\n    " + shown(value(expected.get(both)))));
        } else if (written.size() > both) {
            Written found = written.get(both);
            differences.add(new Difference(
                    found.time(),
                    "decision " + (both + 1) + " of " + key + " is one too many: the job wrote at " + found.place()
                            + "\n    " + shown(found.value())));
        }
        return both;
    }

    private static long compareLetters(
            List<OutputRecord> expected, List<Written> written, List<Difference> differences) {
        Map<String, List<Written>> left = new HashMap<>();
        for (Written letter : written) {
            left.computeIfAbsent(text(letter.value()), text -> new ArrayList<>(1))
                    .add(letter);
        }
        long equal = 0;
        OutputRecord missing = null;
        for (OutputRecord letter : expected) {
            List<Written> same = left.get(text(value(letter)));
            if (same != null && !same.isEmpty()) {
                same.remove(0);
                equal++;
            } else if (missing == null || letter.time() < missing.time()) {
                missing = letter;
            }
        }
        if (missing != null) {
            differences.add(new Difference(
                    missing.time(), "a dead letter is missing; the replay gives\n    " + shown(value(missing))));
        }
        left.values().stream()
                .flatMap(List::stream)
                .min(Comparator.comparingLong(Written::time))
                .ifPresent(extra -> differences.add(new Difference(
                        extra.time(),
                        "a dead letter is one too many: the job wrote at " + extra.place() + "\n    "
                                + shown(extra.value()))));
        return equal;
    }

    private static DeadLetter read(Written letter) {
        try {
            return RecordCodec.readDeadLetter(letter.value());
        } catch (IOException e) {
            throw new UncheckedIOException("the dead letter at " + letter.place() + " is not JSON", e);
        }
    }

    private static byte[] value(OutputRecord record) {
        byte @Nullable [] value = record.value();
        return value == null ? new byte[0] : value;
    }

    private static String text(byte[] value) {
        return new String(value, StandardCharsets.UTF_8);
    }

    private static String shown(byte[] value) {
        String text = text(value);
        return text.length() > SHOWN ? text.substring(0, SHOWN) + " ..." : text;
    }
}
