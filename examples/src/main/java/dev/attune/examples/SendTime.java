package dev.attune.examples;

import dev.attune.Attune;
import dev.attune.Bandit;
import dev.attune.Decision;
import dev.attune.encode.Features;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** E-mail send time: chooses the hour at which each subscriber gets the daily e-mail. The story is docs/examples/send-time.md. */
public final class SendTime {
    private static final int DAYS = 40;
    private static final int SUBSCRIBERS = 150;
    private static final String[] HOURS = {"07:00", "12:00", "18:00", "21:00"};
    private static final String[] JOBS = {"nurse", "office", "student"};

    private SendTime() {}

    /** Prints what was opened in ten days each; writes the picture to {@code args[0]}, if given. */
    public static void main(String[] args) throws IOException {
        List<Double> rates = new ArrayList<>();
        List<Double> noon = new ArrayList<>();
        List<Double> bests = new ArrayList<>();
        SplittableRandom world = new SplittableRandom(4);
        Bandit bandit = Attune.bandit().seed(4).rewards(0, 1).build();
        for (int day = 0; day < DAYS; day++) {
            List<byte[]> sent =
                    new ArrayList<>(); // a row of a table for each e-mail: the decision as bytes, and who opened it
            List<Boolean> opened = new ArrayList<>();
            double opens = 0;
            double atNoon = 0;
            double best = 0;
            for (int subscriber = 0; subscriber < SUBSCRIBERS; subscriber++) {
                String job = JOBS[world.nextInt(JOBS.length)];
                boolean weekend = day % 7 >= 5;
                Features context = Features.of("job", job, "weekend", weekend, "daysSubscribed", world.nextInt(700));
                Decision decision = bandit.decide(context, HOURS);
                double rate = openRate(job, weekend, decision.index());
                boolean open = world.nextDouble() < rate;
                sent.add(decision.toBytes());
                opened.add(open);
                opens += open ? 1 : 0;
                atNoon += openRate(job, weekend, 1);
                best += best(job, weekend);
            }
            bandit = Bandit.load(bandit.save()); // the program ends; the next morning it starts again
            for (int mail = 0; mail < sent.size(); mail++) {
                bandit.reward(Decision.fromBytes(sent.get(mail)), opened.get(mail) ? 1 : 0);
            }
            rates.add(100 * opens / SUBSCRIBERS);
            noon.add(100 * atNoon / SUBSCRIBERS);
            bests.add(100 * best / SUBSCRIBERS);
        }
        for (int day = 0; day + 10 <= DAYS; day += 10) {
            System.out.printf(
                    "days %2d to %2d: %.1f %% opened; at noon %.1f %%, at the best hours %.1f %%%n",
                    day + 1, day + 10, mean(rates, day), mean(noon, day), mean(bests, day));
        }
        if (args.length > 0) {
            new StoryChart("Opened e-mails of each day", "day", "opened, %")
                    .line("the bandit", rates)
                    .line("all at 12:00", noon)
                    .line("the best hours", bests)
                    .write(Path.of(args[0]), DAYS);
        }
    }

    /** Nurses read before work, offices at noon, students in the evening; on weekends all of them later. */
    private static double openRate(String job, boolean weekend, int hour) {
        int favourite = (job.equals("nurse") ? 0 : job.equals("office") ? 1 : 2) + (weekend ? 1 : 0);
        return hour == favourite ? 0.45 : Math.abs(hour - favourite) == 1 ? 0.25 : 0.12;
    }

    private static double best(String job, boolean weekend) {
        double best = 0;
        for (int hour = 0; hour < HOURS.length; hour++) {
            best = Math.max(best, openRate(job, weekend, hour));
        }
        return best;
    }

    private static double mean(List<Double> values, int from) {
        return values.subList(from, from + 10).stream()
                .mapToDouble(Double::doubleValue)
                .average()
                .orElseThrow();
    }
}
