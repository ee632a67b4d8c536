package dev.attune.bench.stream;

import dev.attune.api.RewardRange;
import dev.attune.encode.Features;
import dev.attune.journal.Offer;
import dev.attune.kafka.KafkaConnection;
import dev.attune.kafka.wire.DeadLetter;
import dev.attune.kafka.wire.RecordCodec;
import dev.attune.lab.env.Environment;
import dev.attune.lab.env.Rounds;
import dev.attune.live.DecisionRequest;
import dev.attune.live.RewardMessage;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * Plays an environment of the lab against a stream job: defines a bandit, sends requests at a steady rate, reads committed decisions, and sends the
 * rewards of the chosen arms.
 */
public final class StreamPlayer implements AutoCloseable {
    private static final Duration POLL = Duration.ofMillis(20);
    private static final int MOST_UNDER_WAY = 100_000;
    private static final int SLOTS_PER_FEATURE = 4; // features are hashed; with this many slots few collide
    private static final int FEWEST_SLOTS = 64;
    private static final long SECOND = 1_000_000_000L;
    private static final long QUIET_SECONDS =
            6; // longer than the time between checkpoints, after which letters are visible

    private final KafkaConnection kafka;
    private final String bandit;
    private final Environment environment;
    private final KafkaProducer<byte[], byte[]> producer;
    private final KafkaConsumer<byte[], byte[]> consumer;
    private final Map<String, PlayedRound> underWay = new HashMap<>();
    private final String session =
            Long.toString(System.nanoTime(), Character.MAX_RADIX); // distinguishes the ids of other players
    private final PlayTally tally = new PlayTally();

    /** Receives progress. */
    @FunctionalInterface
    public interface Listener {
        /** Called about once a second. */
        void at(PlayTally tally);
    }

    private StreamPlayer(KafkaConnection kafka, String bandit, Environment environment) {
        this.kafka = kafka;
        this.bandit = bandit;
        this.environment = environment;
        Properties properties = kafka.clientProperties();
        properties.setProperty(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
        this.producer =
                new KafkaProducer<>(kafka.clientProperties(), new ByteArraySerializer(), new ByteArraySerializer());
        this.consumer = new KafkaConsumer<>(properties, new ByteArrayDeserializer(), new ByteArrayDeserializer());
    }

    /**
     * Defines a bandit.
     *
     * @param bandit its name
     * @param policy its policy
     * @throws IllegalArgumentException if the broker does not answer or lacks a topic
     */
    public static StreamPlayer open(
            KafkaConnection kafka, String bandit, String policy, Environment environment, long seed)
            throws InterruptedException {
        kafka.partitions(); // reports a broker that does not answer, or a missing topic
        StreamPlayer player = new StreamPlayer(kafka, bandit, environment);
        List<TopicPartition> output = Stream.of(
                        kafka.topics().decisions(), kafka.topics().deadLetters())
                .flatMap(topic -> player.consumer.partitionsFor(topic).stream())
                .map(partition -> new TopicPartition(partition.topic(), partition.partition()))
                .toList();
        player.consumer.assign(output);
        player.consumer.seekToEnd(output);
        output.forEach(player.consumer::position); // now, not at the first poll
        player.send(
                kafka.topics().definitions(), definition(policy, environment.dimension(), environment.rewards(), seed));
        player.producer.flush();
        return player;
    }

    /**
     * Plays until the stream has decided a number of rounds; restarts the environment with another seed when it ends. If there were dead letters, waits
     * for those of the last rewards.
     *
     * @param rate requests a second
     * @throws IOException if the stream rejects the definition of the bandit
     */
    public void play(long rounds, double rate, long seed, Listener listener) throws IOException {
        long began = System.nanoTime();
        long reported = began;
        long horizon = Math.min(rounds, environment.mostRounds());
        Rounds source = environment.open(seed, horizon);
        long sent = 0;
        while (tally.rounds() < rounds) {
            long due = Math.min(rounds, (long) ((System.nanoTime() - began) * rate / SECOND) + 1);
            while (sent < due && underWay.size() < MOST_UNDER_WAY) {
                if (sent > 0 && sent % horizon == 0) {
                    source = environment.open(seed + sent / horizon, horizon);
                }
                request(++sent, source);
            }
            receive();
            if (System.nanoTime() - reported > SECOND) {
                reported = System.nanoTime();
                listener.at(tally);
            }
        }
        producer.flush();
        long last = System.nanoTime();
        while (!tally.deadLetters().isEmpty() && System.nanoTime() - last < QUIET_SECONDS * SECOND) {
            last = receive() ? System.nanoTime() : last;
        }
        listener.at(tally);
    }

    /** Reads decisions and dead letters, and returns whether there was a dead letter. */
    private boolean receive() throws IOException {
        boolean dead = false;
        for (ConsumerRecord<byte[], byte[]> record : consumer.poll(POLL)) {
            if (record.topic().equals(kafka.topics().decisions())) {
                answer(RecordCodec.readDecision(record.value()));
                continue;
            }
            DeadLetter letter = RecordCodec.readDeadLetter(record.value());
            if (letter.key().equals(bandit)) {
                dead = true;
                tally.dead(letter.reason());
                if (letter.topic().equals(kafka.topics().definitions())) {
                    throw new IOException("the job rejects the definition of " + bandit + ": " + letter.message());
                }
            }
        }
        return dead;
    }

    private static byte[] definition(String policy, int dimension, RewardRange rewards, long seed) {
        return RecordCodec.define(out -> {
            out.writeStringField("policy", policy);
            out.writeObjectFieldStart("encoder");
            out.writeNumberField("dimension", Math.max(FEWEST_SLOTS, SLOTS_PER_FEATURE * dimension));
            out.writeBooleanField("bias", false);
            out.writeStringField("armIdentity", "never");
            out.writeBooleanField("contextAlone", false);
            out.writeBooleanField("standardise", false);
            out.writeArrayFieldStart("interactions");
            out.writeEndArray();
            out.writeEndObject();
            out.writeObjectFieldStart("rewards");
            out.writeNumberField("low", rewards.low());
            out.writeNumberField("high", rewards.high());
            out.writeEndObject();
            out.writeStringField("learning", "at-once");
            out.writeStringField("window", "1h");
            out.writeNumberField("seed", seed);
        });
    }

    private void request(long round, Rounds source) {
        PlayedRound played = PlayedRound.next(source);
        String id = session + "-" + round;
        underWay.put(id, played);
        send(
                kafka.topics().requests(),
                RecordCodec.decide(new DecisionRequest(id, Features.NONE, new Offer.Inline(played.arms()), 1)));
    }

    private void answer(RecordCodec.Decided decided) {
        PlayedRound played = underWay.remove(decided.request());
        if (played != null) {
            double reward = played.reward(Integer.parseInt(decided.arm()));
            tally.add(reward, played);
            send(kafka.topics().rewards(), RecordCodec.reward(new RewardMessage(decided.decision(), "r", reward)));
        }
    }

    @SuppressWarnings("FutureReturnValueIgnored") // the producer retries, and a lost request remains without an answer
    private void send(String topic, byte[] value) {
        producer.send(new ProducerRecord<>(topic, bandit.getBytes(StandardCharsets.UTF_8), value));
    }

    /** Returns the number of requests that wait for their decisions. */
    public int underWay() {
        return underWay.size();
    }

    @Override
    public void close() {
        producer.close();
        consumer.close();
    }
}
