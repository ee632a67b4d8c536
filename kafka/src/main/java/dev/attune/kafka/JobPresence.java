package dev.attune.kafka;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListTransactionsOptions;
import org.apache.kafka.clients.admin.TransactionDescription;
import org.apache.kafka.clients.admin.TransactionListing;
import org.apache.kafka.clients.admin.TransactionState;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.jspecify.annotations.Nullable;

/**
 * Finds out whether a job of a group is running, by what it does on the broker: it sends ticks, which carry its group and its machine, and its
 * transactional producers begin transactions. Only what happens while the broker is watched
 * counts, not what a dead job left behind, such as an open transaction. A job without ticks and without output is not found.
 */
public final class JobPresence implements AutoCloseable {
    private static final String GROUP = "attune-group";
    private static final String SENDER = "attune-sender";
    private static final Duration POLL = Duration.ofMillis(200);
    private static final int LAST_RECORDS = 100;
    private static final Set<TransactionState> OPEN =
            Set.of(TransactionState.ONGOING, TransactionState.PREPARE_COMMIT, TransactionState.PREPARE_ABORT);

    private final KafkaConnection kafka;
    private final Admin admin;
    private final KafkaConsumer<byte[], byte[]> consumer;
    private final TopicPartition definitions;
    private @Nullable String lastTick;

    private JobPresence(KafkaConnection kafka) {
        this.kafka = kafka;
        this.admin = kafka.admin();
        Properties properties = kafka.clientProperties();
        properties.setProperty("enable.auto.commit", "false");
        this.consumer = new KafkaConsumer<>(properties, new ByteArrayDeserializer(), new ByteArrayDeserializer());
        this.definitions = new TopicPartition(kafka.topics().definitions(), 0);
    }

    /** Names the group and this process in a tick. */
    public static void sign(ProducerRecord<byte[], byte[]> tick, String group) {
        tick.headers().add(GROUP, group.getBytes(StandardCharsets.UTF_8));
        tick.headers().add(SENDER, sender().getBytes(StandardCharsets.UTF_8));
    }

    /** Returns the names of this machine and process. */
    public static String sender() {
        String host;
        try {
            host = InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException e) {
            host = "a machine without a name";
        }
        return "process " + ProcessHandle.current().pid() + " on " + host;
    }

    /**
     * Watches the broker for a running job of the group.
     *
     * @param tick how long to watch for ticks, if there have been some lately
     * @param transaction how long to watch for transactions, if some are open and there were no ticks lately
     * @return what the running job did; empty if there is none
     * @throws IllegalArgumentException if the broker does not answer
     */
    public static Optional<String> find(KafkaConnection kafka, Duration tick, Duration transaction)
            throws InterruptedException {
        try (JobPresence presence = new JobPresence(kafka)) {
            return presence.watch(tick, transaction);
        } catch (ExecutionException e) {
            Throwable cause = e.getCause() == null ? e : e.getCause();
            throw new IllegalArgumentException(
                    "cannot find out whether a job of group " + kafka.group() + " is running: " + cause.getMessage(),
                    cause);
        }
    }

    private Optional<String> watch(Duration tick, Duration transaction)
            throws ExecutionException, InterruptedException {
        long end = seekToLast();
        while (consumer.position(definitions) < end) {
            readTicks(Duration.ofSeconds(1));
        }
        String before = lastTick;
        Map<String, OptionalLong> open = transactions();
        if (before == null && open.isEmpty()) {
            return Optional.empty();
        }
        long until = System.nanoTime() + (before == null ? transaction : tick).toNanos();
        while (System.nanoTime() < until) {
            readTicks(POLL);
            if (lastTick != null && !lastTick.equals(before)) {
                return Optional.of(lastTick);
            }
            for (Map.Entry<String, OptionalLong> now : transactions().entrySet()) {
                if (!now.getValue().equals(open.getOrDefault(now.getKey(), OptionalLong.empty()))
                        && now.getValue().isPresent()) {
                    return Optional.of("its producer " + now.getKey() + " began a transaction at "
                            + Instant.ofEpochMilli(now.getValue().getAsLong()));
                }
            }
        }
        return Optional.empty();
    }

    private long seekToLast() {
        consumer.assign(List.of(definitions));
        long begin = consumer.beginningOffsets(List.of(definitions)).getOrDefault(definitions, 0L);
        long end = consumer.endOffsets(List.of(definitions)).getOrDefault(definitions, 0L);
        consumer.seek(definitions, Math.max(begin, end - LAST_RECORDS));
        return end;
    }

    private void readTicks(Duration wait) {
        for (ConsumerRecord<byte[], byte[]> record : consumer.poll(wait)) {
            if (kafka.group().equals(text(record, GROUP))) {
                lastTick = text(record, SENDER) + " sent a tick at " + Instant.ofEpochMilli(record.timestamp());
            }
        }
    }

    private static String text(ConsumerRecord<byte[], byte[]> record, String name) {
        Header header = record.headers().lastHeader(name);
        return header == null ? "" : new String(header.value(), StandardCharsets.UTF_8);
    }

    /** Returns the open transactions of the group, with the times at which they began. */
    private Map<String, OptionalLong> transactions() throws ExecutionException, InterruptedException {
        List<String> ids = admin.listTransactions(new ListTransactionsOptions().filterStates(OPEN)).all().get().stream()
                .map(TransactionListing::transactionalId)
                .filter(id -> id.startsWith(kafka.group() + "-"))
                .toList();
        Map<String, OptionalLong> began = new HashMap<>();
        if (!ids.isEmpty()) {
            Map<String, TransactionDescription> described =
                    admin.describeTransactions(ids).all().get();
            described.forEach((id, transaction) -> began.put(id, transaction.transactionStartTimeMs()));
        }
        return began;
    }

    @Override
    public void close() {
        admin.close(Duration.ZERO);
        consumer.close();
    }
}
