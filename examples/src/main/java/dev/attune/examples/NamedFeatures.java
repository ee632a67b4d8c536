package dev.attune.examples;

import dev.attune.Attune;
import dev.attune.Bandit;
import dev.attune.Decision;
import dev.attune.encode.Arm;
import dev.attune.encode.Features;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/** Named features: chooses one of ten news articles for each visitor. */
public final class NamedFeatures {
    private NamedFeatures() {}

    /** Prints the clicks of every thousand visits, those of best and of random articles, and the decision of a saved bandit. */
    public static void main(String[] args) {
        Bandit bandit = Attune.bandit().rewards(0, 1).build();
        var world = RandomGenerator.of("L64X128MixRandom");
        int visits = 5_000;
        int clicks = 0;
        double best = 0;
        double random = 0;
        for (int visit = 1; visit <= visits; visit++) {
            Visit now = Visit.next(world);
            best += now.clickRates().max().orElseThrow();
            random += now.clickRates().average().orElseThrow();
            Decision decision = bandit.decide(now.visitor(), now.articles());
            double reward = world.nextDouble() < now.clickRate(decision.index()) ? 1 : 0;
            bandit.reward(decision, reward);
            clicks += (int) reward;
            if (visit % 1_000 == 0) {
                System.out.printf("visits %,6d   clicks in the last thousand: %d%n", visit, clicks);
                clicks = 0;
            }
        }
        System.out.printf(
                "clicks in a thousand visits: best articles %.0f, random articles %.0f%n",
                1_000 * best / visits, 1_000 * random / visits);
        byte[] saved = bandit.save(); // definition, names, policy and tuner
        Bandit again = Bandit.load(saved);
        Visit next = Visit.next(world);
        String before = bandit.decide(next.visitor(), next.articles()).arm();
        String after = again.decide(next.visitor(), next.articles()).arm();
        System.out.println(
                before.equals(after) ? "the saved bandit makes the same decision" : "the saved bandit differs");
    }

    /** A visitor and ten articles. Every country has favourite topics, and old news are clicked less. */
    record Visit(int country, String device, List<Integer> topics, List<Integer> hoursOld) {
        static Visit next(RandomGenerator world) {
            List<Integer> topics = new ArrayList<>();
            List<Integer> hoursOld = new ArrayList<>();
            for (int k = 0; k < 10; k++) {
                topics.add(world.nextInt(12));
                hoursOld.add(world.nextInt(48));
            }
            return new Visit(world.nextInt(15), world.nextBoolean() ? "phone" : "desktop", topics, hoursOld);
        }

        Features visitor() {
            return Features.builder()
                    .category("country", "country-" + country)
                    .category("device", device)
                    .build();
        }

        List<Arm> articles() {
            List<Arm> arms = new ArrayList<>();
            for (int k = 0; k < topics.size(); k++) {
                Features own = Features.builder()
                        .category("topic", "topic-" + topics.get(k))
                        .number("hours old", hoursOld.get(k))
                        .build();
                arms.add(new Arm("article-" + k, own));
            }
            return arms;
        }

        DoubleStream clickRates() {
            return IntStream.range(0, topics.size()).mapToDouble(this::clickRate);
        }

        double clickRate(int article) {
            boolean favourite = (5 * country + 7 * topics.get(article)) % 12 < 2;
            return (favourite ? 0.5 : 0.1) * (1 - hoursOld.get(article) / 96.0);
        }
    }
}
