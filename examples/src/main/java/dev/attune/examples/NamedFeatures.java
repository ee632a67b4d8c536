package dev.attune.examples;

import dev.attune.catalog.BanditDefinition;
import dev.attune.engine.DefinedBandit;
import dev.attune.api.Decision;
import dev.attune.encode.Arm;
import dev.attune.encode.Encoder;
import dev.attune.encode.EncoderDefinition;
import dev.attune.encode.Features;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

/** Features as people have them: which of ten news articles to show to which visitor. */
public final class NamedFeatures {
    private NamedFeatures() {}

    /** Prints the share of clicks thousand by thousand, how crowded the slots are, and that a saved model goes on alike. */
    public static void main(String[] args) {
        EncoderDefinition encoder = EncoderDefinition.builder()
                .dimension(128)
                .interactions("context.country x arm.topic", "context.device x arm") // instead of context x arm
                .build();
        DefinedBandit bandit = BanditDefinition.builder()
                .encoder(encoder)
                .rewards(0, 1)
                .build()
                .build();
        var world = RandomGenerator.of("L64X128MixRandom");
        int clicks = 0;
        for (int visit = 1; visit <= 5_000; visit++) {
            Visit now = Visit.next(world);
            Decision decision = bandit.decide(now.visitor(), now.articles());
            double reward = world.nextDouble() < now.clickRate(decision.arm()) ? 1 : 0;
            bandit.reward(decision, reward);
            clicks += (int) reward;
            if (visit % 1_000 == 0) {
                System.out.printf("visits %,6d   clicks in the last thousand: %d%n", visit, clicks);
                clicks = 0;
            }
        }
        Encoder used = bandit.encoder();
        System.out.printf(
                "%d keys in %d slots, %.0f %% of them share a slot%n",
                used.collisions().keys(),
                used.collisions().slots(),
                100 * used.collisions().rate());

        byte[] saved = ModelFile.write(bandit); // definition, scales, policy and tuner
        DefinedBandit again = ModelFile.read(saved);
        Visit next = Visit.next(world);
        int before = bandit.decide(next.visitor(), next.articles()).arm();
        int after = again.decide(next.visitor(), next.articles()).arm();
        System.out.println(before == after ? "the saved model decides alike" : "the saved model differs");
    }

    /** A visitor and ten articles. Every country has favourite topics, and nobody likes old news. */
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

        double clickRate(int article) {
            boolean favourite = (5 * country + 7 * topics.get(article)) % 12 < 2;
            return (favourite ? 0.5 : 0.1) * (1 - hoursOld.get(article) / 96.0);
        }
    }
}
