package dev.attune.examples;

import dev.attune.Attune;
import dev.attune.client.ArmRequest;
import dev.attune.client.AttuneClient;
import dev.attune.client.DecisionAnswer;
import dev.attune.encode.Arm;
import dev.attune.encode.Features;
import dev.attune.live.LiveDefinition;
import dev.attune.live.RewardMessage;
import dev.attune.live.RewardRules;
import dev.attune.live.RewardRules.Aggregation;
import dev.attune.live.RewardRules.Learning;
import dev.attune.server.AttuneServer;
import dev.attune.server.ServerListener;
import dev.attune.server.ServerOptions;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.OptionalDouble;
import java.util.SplittableRandom;

/** A front page: ranks articles by the service, with clicks that arrive late. The story is docs/examples/news-ranking.md. */
public final class NewsRanking {
    private static final int PAGES = 60; // batches of visits
    private static final int VISITS = 100; // in each of them
    private static final int LATE = 5; // a click arrives up to this many batches later
    private static final String[] TOPICS = {"politics", "sports", "science", "music"};
    private static final String[] REGIONS = {"north", "south", "coast"};

    private NewsRanking() {}

    /** Keeps the data of the service in the folder {@code args[0]}; writes the picture to {@code args[1]}, if given. */
    public static void main(String[] args) throws IOException {
        List<Double> rates = new ArrayList<>();
        List<Double> random = new ArrayList<>();
        List<Double> bests = new ArrayList<>();
        try (AttuneServer server = AttuneServer.start(ServerOptions.of(Path.of(args[0]), 0), ServerListener.NONE)) {
            AttuneClient attune = AttuneClient.builder(URI.create("http://localhost:" + server.port()))
                    .build();
            RewardRules rules =
                    new RewardRules(Duration.ofMinutes(30), Learning.AT_ONCE, Aggregation.FIRST, OptionalDouble.of(0));
            attune.create(
                    "front-page",
                    new LiveDefinition(Attune.bandit().seed(21).rewards(0, 1).definition(), rules),
                    List.of());
            SplittableRandom world = new SplittableRandom(21);
            Deque<List<RewardMessage>> late = new ArrayDeque<>();
            for (int batch = 0; batch < LATE; batch++) {
                late.add(new ArrayList<>());
            }
            for (int page = 0; page < PAGES; page++) {
                List<Visit> visits = new ArrayList<>();
                List<ArmRequest> requests = new ArrayList<>();
                for (int visit = 0; visit < VISITS; visit++) {
                    Visit next = Visit.next(world);
                    visits.add(next);
                    requests.add(ArmRequest.among(next.articles())
                            .context(next.visitor())
                            .top(3));
                }
                List<DecisionAnswer> answers = attune.decideAll("front-page", requests);
                double clicks = 0;
                double ofRandom = 0;
                double ofBest = 0;
                late.add(new ArrayList<>());
                for (int visit = 0; visit < VISITS; visit++) {
                    Visit seen = visits.get(visit);
                    double rate = seen.clickRate(answers.get(visit).arm());
                    double clicked = world.nextDouble() < rate ? 1 : 0;
                    clicks += clicked;
                    // The visitor clicks on the lead article or leaves the page, some time later.
                    List<RewardMessage> arrival = new ArrayList<>(late).get(world.nextInt(late.size()));
                    arrival.add(new RewardMessage(answers.get(visit).id(), "", clicked));
                    ofRandom += seen.articles().stream()
                            .mapToDouble(article -> seen.clickRate(article.id()))
                            .average()
                            .orElseThrow();
                    ofBest += seen.articles().stream()
                            .mapToDouble(article -> seen.clickRate(article.id()))
                            .max()
                            .orElseThrow();
                }
                List<RewardMessage> arrived = late.remove();
                if (!arrived.isEmpty()) {
                    attune.rewardAll(arrived);
                }
                rates.add(100 * clicks / VISITS);
                random.add(100 * ofRandom / VISITS);
                bests.add(100 * ofBest / VISITS);
            }
            System.out.println("decisions " + attune.inspect("front-page").decisions());
        }
        for (int from = 0; from < PAGES; from += 20) {
            System.out.printf(
                    "visits %,d to %,d: %.1f %% clicked; random %.1f %%, best %.1f %%%n",
                    from * VISITS + 1, (from + 20) * VISITS, mean(rates, from), mean(random, from), mean(bests, from));
        }
        if (args.length > 1) {
            new StoryChart("Clicks on the lead article", "visits", "clicked, %")
                    .line("the bandit", rates)
                    .line("random", random)
                    .line("best", bests)
                    .write(Path.of(args[1]), PAGES * VISITS);
        }
    }

    private static double mean(List<Double> values, int from) {
        return values.subList(from, from + 20).stream()
                .mapToDouble(Double::doubleValue)
                .average()
                .orElseThrow();
    }

    /** A visitor and six articles of today. Every region has a favourite topic; old articles are clicked less. */
    record Visit(String region, List<Arm> articles) {
        static Visit next(SplittableRandom world) {
            List<Arm> articles = new ArrayList<>();
            for (int article = 0; article < 6; article++) {
                String topic = TOPICS[world.nextInt(TOPICS.length)];
                int hours = world.nextInt(24);
                articles.add(
                        new Arm(topic + "-" + article + "-" + hours, Features.of("topic", topic, "hoursOld", hours)));
            }
            return new Visit(REGIONS[world.nextInt(REGIONS.length)], articles);
        }

        Features visitor() {
            return Features.of("region", region);
        }

        double clickRate(String id) {
            String[] parts = id.split("-", -1);
            boolean favourite =
                    parts[0].equals(region.equals("north") ? "politics" : region.equals("south") ? "sports" : "music");
            return (favourite ? 0.4 : 0.1) * (1 - Integer.parseInt(parts[2]) / 48.0);
        }
    }
}
