package dev.attune.examples;

import dev.attune.Attune;
import dev.attune.Bandit;
import dev.attune.Decision;
import dev.attune.encode.EncoderDefinition;
import dev.attune.encode.Features;
import dev.attune.engine.SettledRounds;
import dev.attune.lab.evaluate.Evaluation;
import dev.attune.lab.evaluate.LearningPolicy;
import dev.attune.lab.evaluate.Verdict;
import dev.attune.lab.evaluate.WarmStart;
import dev.attune.lab.log.CsvColumns;
import dev.attune.lab.log.DecisionLog;
import dev.attune.lab.log.LogFormat;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;

/** A price test: from a table of sales to prices that follow the market. The story is docs/examples/price-test.md. */
public final class PriceTest {
    private static final int TESTED = 6_000;
    private static final int SOLD = 12_000;
    private static final int WINDOW = 600;
    private static final String[] PRICES = {"9", "12", "15", "19"};

    private PriceTest() {}

    /** Works in the folder {@code args[0]}; writes the picture to {@code args[1]}, if given. */
    public static void main(String[] args) throws IOException {
        Path table = Path.of(args[0], "prices.csv");
        writeTable(table, new SplittableRandom(11));

        // 1. The decision: what would other prices have earned on the table?
        CsvColumns columns = CsvColumns.builder()
                .column(CsvColumns.Column.ARM, "price")
                .column(CsvColumns.Column.REWARD, "revenue")
                .column(CsvColumns.Column.PROPENSITY, "probability")
                .build();
        DecisionLog log = DecisionLog.open(table, LogFormat.CSV, columns);
        EncoderDefinition encoding = EncoderDefinition.builder().build();
        List<LearningPolicy> candidates = LearningPolicy.all(List.of("Auto"), List.of("Auto"));
        Evaluation.Result result =
                Evaluation.of(log, encoding, new Evaluation.Settings(candidates, 1, false), share -> {});
        System.out.println(Verdict.of(result).sentence());

        // 2. A bandit that has learnt the table, as 'attune evaluate --save' writes it.
        byte[] taught = WarmStart.of(Attune.bandit().seed(1).encoder(encoding).definition(), log, share -> {})
                .save(new SettledRounds(0));
        Path model = Files.write(Path.of(args[0], "prices.attune"), taught);

        // 3. Sales: a competitor lowers the price after a third of them.
        SplittableRandom world = new SplittableRandom(12);
        Bandit bandit = Bandit.load(Files.readAllBytes(model));
        List<Double> earned = new ArrayList<>();
        List<Double> fixed = new ArrayList<>();
        double sum = 0;
        double ofFixed = 0;
        for (int visit = 1; visit <= SOLD; visit++) {
            Visitor visitor = Visitor.next(world);
            boolean competitor = visit > SOLD / 3;
            Decision decision = bandit.decide(visitor.features(), PRICES);
            double revenue = visitor.revenue(decision.arm(), competitor, world.nextDouble());
            bandit.reward(decision, revenue);
            sum += revenue;
            ofFixed += visitor.expected("12", competitor);
            if (visit % WINDOW == 0) {
                earned.add(sum / WINDOW);
                fixed.add(ofFixed / WINDOW);
                sum = 0;
                ofFixed = 0;
            }
        }
        print("before the competitor", earned.subList(0, 6), fixed.subList(0, 6));
        print("at the end           ", earned.subList(14, 20), fixed.subList(14, 20));
        System.out.println(bandit.explain().changesSummary());
        if (args.length > 1) {
            new StoryChart("Revenue of a visit, before and after a competitor's price", "visits", "revenue")
                    .line("the bandit", earned)
                    .line("always 12", fixed)
                    .write(Path.of(args[1]), SOLD);
        }
    }

    private static void print(String when, List<Double> earned, List<Double> fixed) {
        System.out.printf(Locale.ROOT, "%s: %.2f a visit; always 12: %.2f%n", when, mean(earned), mean(fixed));
    }

    private static double mean(List<Double> values) {
        return values.stream().mapToDouble(Double::doubleValue).average().orElseThrow();
    }

    /** The table of a test with random prices. */
    private static void writeTable(Path file, SplittableRandom world) throws IOException {
        List<String> rows = new ArrayList<>(List.of("price,revenue,probability,device,returning,basket"));
        for (int visit = 0; visit < TESTED; visit++) {
            Visitor visitor = Visitor.next(world);
            String price = PRICES[world.nextInt(PRICES.length)];
            double revenue = visitor.revenue(price, false, world.nextDouble());
            rows.add(String.format(
                    Locale.ROOT,
                    "%s,%.2f,0.25,%s,%s,%d",
                    price,
                    revenue,
                    visitor.device(),
                    visitor.returning(),
                    visitor.basket()));
        }
        Files.write(file, rows);
    }

    /** A visitor. Those on desktops accept higher prices, and so do those who return. */
    record Visitor(String device, boolean returning, int basket) {
        static Visitor next(SplittableRandom world) {
            return new Visitor(world.nextBoolean() ? "phone" : "desktop", world.nextInt(4) == 0, 1 + world.nextInt(3));
        }

        Features features() {
            return Features.of("device", device, "returning", returning, "basket", basket);
        }

        /** The price times the number of items, or nothing. */
        double revenue(String price, boolean competitor, double luck) {
            return luck < buys(Double.parseDouble(price), competitor) ? Double.parseDouble(price) * basket : 0;
        }

        double expected(String price, boolean competitor) {
            return buys(Double.parseDouble(price), competitor) * Double.parseDouble(price) * basket;
        }

        private double buys(double price, boolean competitor) {
            double limit = (device.equals("desktop") ? 17 : 13) + (returning ? 3 : 0) - (competitor ? 5 : 0);
            return 0.6 / (1 + Math.exp((price - limit) / 1.5));
        }
    }
}
