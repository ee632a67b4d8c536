package dev.attune.bench.alarm;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;

/**
 * How many falls of the reward raise an alarm, after how many rewards, and how many alarms are raised where nothing
 * falls. Bandits as the service runs them play
 * {@value #LIFE} decisions of a constant world; from copies of them after 5,000 and after 100,000 decisions on
 * rewards are lower.
 */
public final class AlarmBench {
    private static final double[] RATES = {0.22, 0.05};
    private static final long[] AFTER = {5_000, 100_000};
    private static final long LIFE = 100_000;
    private static final long FALLEN = 50_000; // decisions in which a fall can be found
    private static final long SEED = 31_000;

    private AlarmBench() {}

    /** What happens to a world. */
    public enum Fall {
        /** Rewards are a quarter of what they were. */
        BY_75("-75 %", 0.25),
        /** Half. */
        BY_50("-50 %", 0.5),
        /** Four fifths. */
        BY_20("-20 %", 0.8),
        /** All rewards are 0. */
        ZERO("all zero", 0),
        /** No reward arrives, and decisions expire. */
        MISSING("none arrives", 0);

        private final String label;
        private final double factor;

        Fall(String label, double factor) {
            this.label = label;
            this.factor = factor;
        }
    }

    /**
     * A row of the table.
     *
     * @param world what happens: a fall, or nothing
     * @param rate of clicks before
     * @param rewards before the fall, or in all
     * @param bandits number of bandits
     * @param alarms bandits with an alarm that rewards fell or are missing
     * @param unfounded those of them in a world without a fall that had not chosen arms that pay less either
     * @param median of the decisions from the fall to the alarm; NaN if fewer than half of the bandits have one, or
     *     nothing falls
     * @param longest of them; NaN if there is none
     * @param bursts bandits of a world without a fall with an alarm that the model was replaced several times
     * @param replaced replacements of their models in all
     */
    public record Row(
            String world,
            double rate,
            long rewards,
            int bandits,
            int alarms,
            int unfounded,
            double median,
            double longest,
            int bursts,
            long replaced) {
        /** Titles of the columns of {@link #toText}. */
        public static final String TITLES = String.format(
                Locale.ROOT,
                "%-20s %5s %8s %8s %7s %9s %9s %9s %7s %9s",
                "world",
                "rate",
                "rewards",
                "bandits",
                "alarms",
                "unfounded",
                "median",
                "longest",
                "bursts",
                "replaced");

        /** Returns the row as a line of text. */
        public String toText() {
            return String.format(
                    Locale.ROOT,
                    "%-20s %5.2f %,8d %8d %7d %9d %9s %9s %7d %9d",
                    world,
                    rate,
                    rewards,
                    bandits,
                    alarms,
                    unfounded,
                    number(median),
                    number(longest),
                    bursts,
                    replaced);
        }

        private static String number(double value) {
            return Double.isNaN(value) ? "-" : String.format(Locale.ROOT, "%,.0f", value);
        }
    }

    /** Delays to the alarm of one fall, NaN where there was none. */
    private record Delays(Fall fall, long after, List<Double> each) {
        Row row(double rate) {
            List<Double> found =
                    each.stream().filter(delay -> !delay.isNaN()).sorted().toList();
            boolean most = 2 * found.size() > each.size();
            return new Row(
                    fall.label,
                    rate,
                    after,
                    each.size(),
                    found.size(),
                    0,
                    most ? found.get((each.size() - 1) / 2) : Double.NaN,
                    found.isEmpty() ? Double.NaN : Collections.max(found),
                    0,
                    0);
        }
    }

    /**
     * Plays everything; {@code out} receives the rows.
     *
     * @param bandits of each row
     */
    public static void run(int bandits, Consumer<String> progress, Consumer<Row> out) {
        if (bandits < 1) {
            throw new IllegalArgumentException("the number of bandits = " + bandits + " must be at least 1");
        }
        List<Row> constant = new ArrayList<>();
        for (double rate : RATES) {
            List<Delays> delays = new ArrayList<>();
            for (long after : AFTER) {
                for (Fall fall : Fall.values()) {
                    delays.add(new Delays(fall, after, new ArrayList<>()));
                }
            }
            List<AlarmWorld> lives = new ArrayList<>();
            for (int b = 0; b < bandits; b++) {
                progress.accept(
                        String.format(Locale.ROOT, "falls from a rate of %.2f, bandit %d of %d", rate, b + 1, bandits));
                lives.add(falls(AlarmWorld.create(rate, false, SEED + b), delays));
            }
            delays.forEach(each -> out.accept(each.row(rate)));
            constant.add(row("constant, at once", rate, lives));
            lives.clear();
            for (int b = 0; b < bandits; b++) {
                progress.accept(String.format(
                        Locale.ROOT, "constant rate of %.2f, learnt late, bandit %d of %d", rate, b + 1, bandits));
                AlarmWorld world = AlarmWorld.create(rate, true, SEED + b);
                world.play(LIFE);
                lives.add(world);
            }
            constant.add(row("constant, 900 late", rate, lives));
        }
        constant.forEach(out);
    }

    /** Plays a constant world, and all falls from copies of it. */
    private static AlarmWorld falls(AlarmWorld world, List<Delays> delays) {
        long played = 0;
        for (long after : AFTER) {
            world.play(after - played);
            played = after;
            for (Delays each : delays) {
                if (each.after == after) {
                    each.each.add(delay(world, each.fall, FALLEN));
                }
            }
        }
        world.play(LIFE - played);
        return world;
    }

    /** Returns after how many decisions a fall in a copy of a world raises an alarm; NaN if it does not. */
    static double delay(AlarmWorld world, Fall fall, long most) {
        return world.copy()
                .playToAlarm(
                        most,
                        fall.factor,
                        fall == Fall.MISSING ? AlarmWorld.Rewards.MISSING : AlarmWorld.Rewards.ARRIVE);
    }

    private static Row row(String world, double rate, List<AlarmWorld> lives) {
        return new Row(
                world,
                rate,
                LIFE,
                lives.size(),
                (int) lives.stream().filter(AlarmWorld::fell).count(),
                (int) lives.stream().filter(AlarmWorld::fellWithoutCause).count(),
                Double.NaN,
                Double.NaN,
                (int) lives.stream().filter(AlarmWorld::burst).count(),
                lives.stream().mapToLong(AlarmWorld::replaced).sum());
    }
}
