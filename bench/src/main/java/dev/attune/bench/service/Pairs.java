package dev.attune.bench.service;

import dev.attune.bench.service.LoadLoop.Request;
import dev.attune.bench.service.LoadLoop.Script;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Decisions, and for each of them its reward as soon as it is answered. Either as many as the connections allow (a closed loop, which finds
 * the greatest throughput), or at a fixed rate (an open loop): a decision is due at its time whether or not earlier ones have been
 * answered, and its latency counts from then on, so that no wait is left out of the percentiles (coordinated omission).
 */
final class Pairs implements Script {
    private static final byte[] FIELD = "\"decision\":\"".getBytes(StandardCharsets.US_ASCII);

    /** The measurements. */
    static final class Tally {
        final Latencies decisions = new Latencies();
        final Latencies rewards = new Latencies();
        final Acknowledged acknowledged = new Acknowledged();
    }

    private final Requests requests;
    private final List<ByteBuffer> decide;
    private final double perSecond; // 0: as many as possible
    private final BooleanSupplier goOn;
    private final Tally tally;
    private final ArrayDeque<Request> rewards = new ArrayDeque<>();
    private final long began = System.nanoTime();
    private int turn;
    private boolean stopped;

    /**
     * Asks with the requests in turn.
     *
     * @param perSecond decisions a second; 0 for as many as the connections allow
     * @param goOn whether to begin another decision
     */
    Pairs(Requests requests, List<ByteBuffer> decide, double perSecond, BooleanSupplier goOn, Tally tally) {
        this.requests = requests;
        this.decide = decide;
        this.perSecond = perSecond;
        this.goOn = goOn;
        this.tally = tally;
    }

    @Override
    public @Nullable Request next(long now) {
        if (!rewards.isEmpty()) {
            return rewards.remove();
        }
        long due = nextDue(now);
        if (due - now > 0 || stopped || !goOn.getAsBoolean()) {
            stopped |= due - now <= 0;
            return null;
        }
        return new Request(decide.get(turn++ % decide.size()).duplicate(), due, null);
    }

    @Override
    public long nextDue(long now) {
        return stopped
                ? Long.MAX_VALUE
                : perSecond == 0 ? now : began + (long) (turn / perSecond * TimeUnit.SECONDS.toNanos(1));
    }

    @Override
    public boolean isOver() {
        return stopped && rewards.isEmpty();
    }

    @Override
    public void answered(Request request, int status, ByteBuffer body, long nanos) throws IOException {
        if (status != 200) {
            throw new IOException("the service answered " + status + ": " + StandardCharsets.UTF_8.decode(body));
        }
        byte[] decided = request.decision();
        if (decided != null) {
            tally.acknowledged.rewarded(decided);
            tally.rewards.add(nanos);
            return;
        }
        byte[] id = id(body);
        tally.acknowledged.decided(id);
        tally.decisions.add(nanos);
        String text = new String(id, StandardCharsets.US_ASCII);
        rewards.add(new Request(requests.reward(text, turn % 3 == 0 ? 1 : 0), System.nanoTime(), id));
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
