package dev.attune.lab.log;

import dev.attune.math.RoundRandom;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;

/**
 * Generates a log in Decision Service JSON, whose click probabilities are known. The same parameters give the same bytes; any event can be
 * generated without those before it.
 *
 * <pre>
 *   context   a segment out of 5, and numbers and categories without any meaning
 *   action    a segment out of 5, a quality in [0, 1), and numbers and categories without any meaning
 *   a click   has probability 0.02 + 0.08 quality + 0.1 (if the segments are the same)
 *   logging   the action of the best quality with probability 1 - epsilon, else any of them
 * </pre>
 *
 * @param events how many
 * @param actions in every event
 * @param features of a context and of an action, half numbers and half categories; at least 2
 * @param epsilon 1 for a uniform logging policy
 * @param seed of everything that is random
 */
public record GeneratedLog(long events, int actions, int features, double epsilon, long seed) {
    private static final int SEGMENTS = 5;
    private static final int KINDS = 20;
    private static final int GRAIN = 1000;
    private static final long FIRST_TIME = 1_700_000_000_000L;

    /** Checks the numbers. */
    public GeneratedLog {
        if (events < 1 || actions < 1 || features < 2) {
            throw new IllegalArgumentException("events = " + events + " and actions = " + actions
                    + " must be at least 1, features = " + features + " at least 2");
        }
        if (!(epsilon > 0 && epsilon <= 1)) {
            throw new IllegalArgumentException("epsilon = " + epsilon + " must be in (0, 1]");
        }
    }

    /** Writes the log. */
    public void write(Path file) throws IOException {
        try (Writer out = Files.newBufferedWriter(file)) {
            for (long event = 0; event < events; event++) {
                out.write(line(event));
                out.write('\n');
            }
        }
    }

    /** Returns the line of an event, from 0. */
    public String line(long event) {
        RoundRandom rng = new RoundRandom(seed, event);
        int segment = rng.nextInt(SEGMENTS);
        StringBuilder context =
                new StringBuilder("{\"user\":[{\"segment\":\"s").append(segment).append('"');
        fill(context, rng);
        context.append("}],\"_multi\":[");
        int[] quality = new int[actions];
        int[] segments = new int[actions];
        int best = 0;
        for (int a = 0; a < actions; a++) {
            quality[a] = rng.nextInt(GRAIN);
            segments[a] = rng.nextInt(SEGMENTS);
            best = quality[a] > quality[best] ? a : best;
            context.append(a == 0 ? "" : ",")
                    .append("{\"_tag\":\"arm")
                    .append(a + 1)
                    .append("\",\"item\":{\"segment\":\"s")
                    .append(segments[a])
                    .append("\",\"quality\":")
                    .append(decimal(quality[a]));
            fill(context, rng);
            context.append("}}");
        }
        context.append("]}");
        int chosen = rng.nextDouble() < epsilon ? rng.nextInt(actions) : best;
        double click = 0.02 + 0.08 * ((double) quality[chosen] / GRAIN) + (segments[chosen] == segment ? 0.1 : 0);
        boolean clicked = rng.nextDouble() < click;
        return "{\"_label_cost\":" + (clicked ? "-1" : "0") + ",\"_label_probability\":" + probability(chosen, best)
                + ",\"_label_Action\":" + (chosen + 1) + ",\"_labelIndex\":" + chosen + ",\"Timestamp\":\""
                + Instant.ofEpochMilli(FIRST_TIME + 100 * event) + "\",\"Version\":\"1\",\"EventId\":\""
                + Long.toHexString(rng.nextLong()) + "\"," + order(chosen, best) + ",\"c\":" + context + "}";
    }

    private double probability(int action, int best) {
        return epsilon / actions + (action == best ? 1 - epsilon : 0);
    }

    /** Returns the lists a and p: the chosen action first. */
    private String order(int chosen, int best) {
        StringBuilder a = new StringBuilder("\"a\":[").append(chosen + 1);
        StringBuilder p = new StringBuilder("\"p\":[").append(probability(chosen, best));
        for (int action = 0; action < actions; action++) {
            if (action != chosen) {
                a.append(',').append(action + 1);
                p.append(',').append(probability(action, best));
            }
        }
        return a + "]," + p + "]";
    }

    /** Adds the features without meaning. */
    private void fill(StringBuilder to, RoundRandom rng) {
        for (int f = 2; f < features; f++) {
            if (f % 2 == 0) {
                to.append(",\"n").append(f).append("\":").append(decimal(rng.nextInt(GRAIN)));
            } else {
                to.append(",\"c")
                        .append(f)
                        .append("\":\"k")
                        .append(rng.nextInt(KINDS))
                        .append('"');
            }
        }
    }

    private static String decimal(int thousandths) {
        return Double.toString((double) thousandths / GRAIN);
    }
}
