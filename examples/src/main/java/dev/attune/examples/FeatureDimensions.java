package dev.attune.examples;

import dev.attune.Attune;
import dev.attune.Bandit;
import dev.attune.Decision;
import dev.attune.encode.Collisions;
import dev.attune.encode.Encoder;
import dev.attune.encode.EncoderDefinition;
import dev.attune.examples.NamedFeatures.Visit;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/** How many slots do features need? The visitors of {@link NamedFeatures}, encoded with every feature joined with every other. */
public final class FeatureDimensions {
    private static final int[] DIMENSIONS = {16, 32, 64, 128, 256, 512};

    private FeatureDimensions() {}

    /** Prints a table; the first argument is the number of visits for each row, 10 000 unless given. */
    public static void main(String[] args) {
        int visits = args.length == 0 ? 10_000 : Integer.parseInt(args[0]);
        System.out.printf("a click of the best article %.3f, of a random one %.3f%n", best(visits), random(visits));
        System.out.println("dimension  keys  sharing a slot  clicks per visit");
        for (int dimension : DIMENSIONS) {
            EncoderDefinition definition =
                    EncoderDefinition.builder().dimension(dimension).build();
            double clicks = play(
                    Attune.bandit().encoder(definition).rewards(0, 1).seed(1).build(), visits);
            Collisions collisions = collisions(new Encoder(definition), visits);
            System.out.printf(
                    "%9d  %4d  %12.0f %%  %16.3f%n", dimension, collisions.keys(), 100 * collisions.rate(), clicks);
        }
    }

    /** The mean probability of a click of what was shown: less noise than clicks. */
    private static double play(Bandit bandit, int visits) {
        RandomGenerator world = world();
        double sum = 0;
        for (int visit = 0; visit < visits; visit++) {
            Visit now = Visit.next(world);
            Decision decision = bandit.decide(now.visitor(), now.articles());
            double clickRate = now.clickRate(decision.index());
            bandit.reward(decision, world.nextDouble() < clickRate ? 1 : 0);
            sum += clickRate;
        }
        return sum / visits;
    }

    private static Collisions collisions(Encoder encoder, int visits) {
        RandomGenerator world = world();
        for (int visit = 0; visit < visits; visit++) {
            Visit now = Visit.next(world);
            encoder.encode(now.visitor(), now.articles());
        }
        return encoder.collisions();
    }

    private static double best(int visits) {
        RandomGenerator world = world();
        double sum = 0;
        for (int visit = 0; visit < visits; visit++) {
            sum += clickRates(Visit.next(world)).max().orElseThrow();
        }
        return sum / visits;
    }

    private static double random(int visits) {
        RandomGenerator world = world();
        double sum = 0;
        for (int visit = 0; visit < visits; visit++) {
            sum += clickRates(Visit.next(world)).average().orElseThrow();
        }
        return sum / visits;
    }

    private static DoubleStream clickRates(Visit visit) {
        return IntStream.range(0, visit.topics().size()).mapToDouble(visit::clickRate);
    }

    /** The same visits for every row. */
    private static RandomGenerator world() {
        return RandomGeneratorFactory.of("L64X128MixRandom").create(1);
    }
}
