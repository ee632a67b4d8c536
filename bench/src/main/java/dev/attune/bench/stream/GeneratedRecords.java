package dev.attune.bench.stream;

import dev.attune.bench.sparse.SparseWorld;
import dev.attune.encode.Arm;
import dev.attune.encode.Features;
import dev.attune.flink.fold.InputRecord;
import dev.attune.journal.Offer;
import dev.attune.kafka.wire.InputTopic;
import dev.attune.kafka.wire.RecordCodec;
import dev.attune.live.DecisionRequest;
import dev.attune.live.RewardMessage;
import dev.attune.live.json.JsonOutput;
import dev.attune.math.RoundRandom;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.apache.flink.connector.datagen.source.GeneratorFunction;

/**
 * Requests and their rewards in turn, for one bandit after the other. Bodies are made beforehand; only the id of a request is written into a copy
 * of one, so that making records costs little beside what is measured.
 */
final class GeneratedRecords implements GeneratorFunction<Long, InputRecord> {
    private static final long serialVersionUID = 1L;

    static final String BANDIT = "bench";
    static final long BEGIN = 1_700_000_000_000L;
    private static final int SIZE = 20; // arms, and numbers of each arm
    private static final int BODIES = 4_096;
    private static final int ARM_SETS = 256;
    private static final SparseWorld WORLD = SparseWorld.named("F10000");
    private static final int DIGITS = 12;
    private static final long PER_MILLISECOND = 20;
    private static final long PAUSE = 20; // milliseconds
    private static final double DECIMALS = 1e4; // four decimals, as programs write numbers
    private static final String ID = "0".repeat(DIGITS);

    /** The kinds of requests and definitions. */
    enum Kind {
        /** 20 arms with 20 numbers each from the catalogue; LinUCB on vectors of these numbers. */
        CATALOGUE,
        /** As before, without standardisation of numbers. */
        AS_THEY_ARE,
        /** The arms come with the request: 400 numbers to read. */
        INLINE,
        /** 10 arms with ids from the catalogue, up to 32 of 10,000 words with the request; the default policy. */
        WORDS
    }

    private final Kind kind;
    private final byte[][] requests = new byte[BODIES][];
    private final byte[] reward;
    private final int idInRequest;
    private final int idInReward;
    private final String[] keys;
    private final long pauseAfter;

    /**
     * Creates a source of records.
     *
     * @param kind of requests and definition
     * @param bandits number of bandits that take turns
     * @param pauseAfter number of records after which each is followed by a pause
     */
    GeneratedRecords(Kind kind, int bandits, long pauseAfter) {
        this.kind = kind;
        List<byte[]> bodies = requests(kind);
        for (int i = 0; i < BODIES; i++) {
            requests[i] = bodies.get(i % bodies.size());
        }
        this.reward = RecordCodec.reward(new RewardMessage("", ID, "", 1));
        this.idInRequest = position(requests[0]);
        this.idInReward = position(reward);
        this.keys = new String[bandits];
        for (int i = 0; i < bandits; i++) {
            keys[i] = BANDIT + "~" + i;
        }
        this.pauseAfter = pauseAfter;
    }

    /** Returns the position of the id, which precedes everything else that could look like it. */
    private static int position(byte[] record) {
        return new String(record, StandardCharsets.ISO_8859_1).indexOf(ID);
    }

    private static List<byte[]> requests(Kind kind) {
        Offer catalogue = new Offer.FromCatalogue(0, List.of());
        return switch (kind) {
            case CATALOGUE, AS_THEY_ARE -> List.of(request(Features.NONE, catalogue));
            case INLINE -> {
                RoundRandom random = new RoundRandom(1, 1);
                yield Stream.generate(() -> request(Features.NONE, new Offer.Inline(arms(random))))
                        .limit(ARM_SETS)
                        .toList();
            }
            case WORDS ->
                WORLD.visits(1, BODIES).stream()
                        .map(visit -> request(visit.context(), catalogue))
                        .toList();
        };
    }

    private static byte[] request(Features context, Offer offer) {
        return RecordCodec.decide(new DecisionRequest(ID, context, offer, 1));
    }

    /** Returns the definition of the bandits, as a record of the topic of definitions. */
    byte[] definition() {
        return RecordCodec.define(out -> {
            if (kind != Kind.WORDS) {
                out.writeStringField("policy", "LinUCB");
                out.writeObjectFieldStart("encoder");
                out.writeNumberField("dimension", SIZE);
                out.writeBooleanField("bias", false);
                out.writeStringField("armIdentity", "never");
                out.writeBooleanField("contextAlone", false);
                out.writeArrayFieldStart("interactions");
                out.writeEndArray();
                out.writeBooleanField("standardise", kind != Kind.AS_THEY_ARE);
                out.writeEndObject();
            }
            out.writeStringField("window", "2s");
            out.writeNumberField("seed", 1);
            JsonOutput.field("arms", kind == Kind.WORDS ? words() : arms(new RoundRandom(1, 2)), out);
        });
    }

    private static List<Arm> words() {
        return WORLD.visits(1, 1).get(0).arms().stream()
                .map(id -> new Arm(id, Features.NONE))
                .toList();
    }

    private static List<Arm> arms(RoundRandom random) {
        List<Arm> arms = new ArrayList<>();
        for (int arm = 0; arm < SIZE; arm++) {
            List<Double> numbers = new ArrayList<>();
            for (int i = 0; i < SIZE; i++) {
                numbers.add(Math.round(random.nextGaussian() * DECIMALS) / DECIMALS);
            }
            arms.add(new Arm(
                    "arm-" + arm, Features.builder().numbers("x", numbers).build()));
        }
        return arms;
    }

    @Override
    public InputRecord map(Long index) throws InterruptedException {
        if (index >= pauseAfter) {
            Thread.sleep(PAUSE);
        }
        long round = index / 2;
        boolean request = index % 2 == 0;
        return new InputRecord(
                request ? InputTopic.REQUESTS : InputTopic.REWARDS,
                key(round),
                0,
                index,
                BEGIN + 1 + index / PER_MILLISECOND,
                request ? request(round) : reward(round));
    }

    /** Returns the key of the bandit of a round. */
    String key(long round) {
        return keys[(int) (round % keys.length)];
    }

    byte[] request(long round) {
        return named(requests[(int) (round % BODIES)], idInRequest, round);
    }

    byte[] reward(long round) {
        return named(reward, idInReward, round);
    }

    private static byte[] named(byte[] body, int at, long number) {
        byte[] named = body.clone();
        long rest = number;
        for (int i = at + DIGITS - 1; i >= at; i--) {
            named[i] = (byte) ('0' + rest % 10);
            rest /= 10;
        }
        return named;
    }
}
