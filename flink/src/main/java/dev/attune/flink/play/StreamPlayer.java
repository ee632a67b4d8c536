package dev.attune.flink.play;

import dev.attune.flink.kafka.KafkaConnection;
import dev.attune.flink.play.PlayJson.Told;
import dev.attune.lab.env.Environment;
import dev.attune.lab.env.Rounds;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * Plays an environment of the lab against a stream job, as a program would: defines a bandit, sends requests at a steady rate, reads decisions
 * as they are committed, and sends the rewards of the arms that were chosen.
 */
public final class StreamPlayer implements AutoCloseable {
    private static final Duration POLL = Duration.ofMillis(20);
    private static final int MOST_UNDER_WAY = 100_000;
    private static final long SECOND = 1_000_000_000L;

    private final KafkaConnection kafka;
    private final String bandit;
    private final Environment environment;
    private final KafkaProducer<byte[], byte[]> producer;
    private final KafkaConsumer<byte[], byte[]> consumer;
    private final Map<String, PlayedRound> underWay = new HashMap<>();
    private final String session =
            Long.toString(System.nanoTime(), Character.MAX_RADIX); // ids of another player are not ours
    private final PlayTally tally = new PlayTally();

    /** Who wants to know how it goes. */
    @FunctionalInterface
    public interface Listener {
        /** Called now and then. */
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
     * Defines a bandit and gets ready to play.
     *
     * @param bandit its name
     * @param policy that it is to have
     */
    public static StreamPlayer open(
            KafkaConnection kafka, String bandit, String policy, Environment environment, long seed) {
        StreamPlayer player = new StreamPlayer(kafka, bandit, environment);
        List<TopicPartition> decisions = player
                .consumer
                .partitionsFor(kafka.topics().decisions())
                .stream()
                .map(partition -> new TopicPartition(partition.topic(), partition.partition()))
                .toList();
        player.consumer.assign(decisions);
        player.consumer.seekToEnd(decisions);
        decisions.forEach(player.consumer::position); // now, not when it first polls
        player.send(kafka.topics().definitions(), PlayJson.definition(policy, environment.dimension(), seed));
        player.producer.flush();
        return player;
    }

    /**
     * Plays until so many rounds were decided; begins the environment anew with another seed when it ends.
     *
     * @param rate requests a second
     */
    public void play(long rounds, double rate, long seed, Listener listener) throws IOException {
        long began = System.nanoTime();
        long told = began;
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
            for (ConsumerRecord<byte[], byte[]> record : consumer.poll(POLL)) {
                answer(PlayJson.decision(record.value()));
            }
            if (System.nanoTime() - told > SECOND) {
                told = System.nanoTime();
                listener.at(tally);
            }
        }
        producer.flush();
        listener.at(tally);
    }

    private void request(long round, Rounds source) {
        PlayedRound played = PlayedRound.next(source);
        String id = session + "-" + round;
        underWay.put(id, played);
        send(kafka.topics().requests(), PlayJson.request(id, played));
    }

    private void answer(Told told) {
        PlayedRound played = underWay.remove(told.request());
        if (played != null) {
            double reward = played.reward(told.arm());
            tally.add(reward, played);
            send(kafka.topics().rewards(), PlayJson.reward(told.decision(), reward));
        }
    }

    @SuppressWarnings(
            "FutureReturnValueIgnored") // the producer retries, and a lost request shows as one without an answer
    private void send(String topic, byte[] value) {
        producer.send(new ProducerRecord<>(topic, bandit.getBytes(StandardCharsets.UTF_8), value));
    }

    /** How many requests wait for their decisions. */
    public int underWay() {
        return underWay.size();
    }

    @Override
    public void close() {
        producer.close();
        consumer.close();
    }
}
