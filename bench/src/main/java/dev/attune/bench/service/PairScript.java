package dev.attune.bench.service;

import dev.attune.bench.service.LoadLoop.Script;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** One connection: a decision, its reward, the next decision, until it is stopped. */
final class PairScript implements Script {
    private static final byte[] FIELD = "\"decision\":\"".getBytes(StandardCharsets.US_ASCII);

    /** The measurements of all connections. */
    static final class Tally {
        final Latencies decisions = new Latencies();
        final Latencies rewards = new Latencies();
        final Acknowledged acknowledged = new Acknowledged();
    }

    private final Requests requests;
    private final List<ByteBuffer> decide;
    private final BooleanSupplier goOn;
    private final Tally tally;
    private int turn;
    private byte @Nullable [] decided; // the id of the decision whose reward is next

    /** Asks with the requests in turn, beginning with one of them. */
    PairScript(Requests requests, List<ByteBuffer> decide, int first, BooleanSupplier goOn, Tally tally) {
        this.requests = requests;
        this.decide = decide;
        this.turn = first;
        this.goOn = goOn;
        this.tally = tally;
    }

    @Override
    public @Nullable ByteBuffer next() {
        if (decided != null) {
            return requests.reward(new String(decided, StandardCharsets.US_ASCII), turn % 3 == 0 ? 1 : 0);
        }
        return goOn.getAsBoolean() ? decide.get(turn++ % decide.size()).duplicate() : null;
    }

    @Override
    public void answered(int status, ByteBuffer body, long nanos) throws IOException {
        if (status != 200) {
            throw new IOException("the service answered " + status + ": " + StandardCharsets.UTF_8.decode(body));
        }
        if (decided == null) {
            decided = id(body);
            tally.acknowledged.decided(decided);
            tally.decisions.add(nanos);
        } else {
            tally.acknowledged.rewarded(decided);
            tally.rewards.add(nanos);
            decided = null;
        }
    }

    private static byte[] id(ByteBuffer body) throws IOException {
        for (int i = body.position(); i < body.limit() - FIELD.length; i++) {
            int same = 0;
            while (same < FIELD.length && body.get(i + same) == FIELD[same]) {
                same++;
            }
            if (same == FIELD.length) {
                int end = i + same;
                while (body.get(end) != '"') {
                    end++;
                }
                byte[] id = new byte[end - i - same];
                body.get(i + same, id);
                return id;
            }
        }
        throw new IOException("an answer without a decision: " + StandardCharsets.UTF_8.decode(body));
    }
}
