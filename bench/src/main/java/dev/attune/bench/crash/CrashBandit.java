package dev.attune.bench.crash;

import dev.attune.Attune;
import dev.attune.catalog.BanditDefinition;
import dev.attune.catalog.Catalog;
import dev.attune.client.ArmRequest;
import dev.attune.client.CallersChoice;
import dev.attune.encode.Arm;
import dev.attune.encode.EncoderDefinition;
import dev.attune.encode.Features;
import dev.attune.live.LiveDefinition;
import dev.attune.live.RewardRules;
import dev.attune.live.RewardRules.Aggregation;
import dev.attune.live.RewardRules.Learning;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/** The bandits of the crash test: every way to learn, short windows, arms inline and from a catalogue. */
enum CrashBandit {
    AT_ONCE("LinUCB", 5_000, Learning.AT_ONCE, Aggregation.FIRST, OptionalDouble.empty(), false),
    FIRST("LinUCB", 400, Learning.AT_WINDOW_END, Aggregation.FIRST, OptionalDouble.of(0), false),
    LAST("LinTS", 1_000, Learning.AT_WINDOW_END, Aggregation.LAST, OptionalDouble.of(0), false),
    SUM("UCB-GLM", 700, Learning.AT_WINDOW_END, Aggregation.SUM, OptionalDouble.empty(), false),
    CATALOGUE("LinUCB", 300, Learning.AT_WINDOW_END, Aggregation.FIRST, OptionalDouble.of(0), true),
    DISJOINT("LinUCB-disjoint", 2_000, Learning.AT_WINDOW_END, Aggregation.FIRST, OptionalDouble.empty(), true),
    WORDS(Catalog.DEFAULT_POLICY, 600, Learning.AT_WINDOW_END, Aggregation.FIRST, OptionalDouble.of(0), true),
    PAUSED("SGD-TS", 300, Learning.AT_WINDOW_END, Aggregation.FIRST, OptionalDouble.of(0), false);

    private static final int ARMS = 5;

    private final String policy;
    private final int windowMillis;
    private final Learning learning;
    private final Aggregation aggregation;
    private final OptionalDouble defaultReward;
    private final boolean catalogue;

    CrashBandit(
            String policy,
            int windowMillis,
            Learning learning,
            Aggregation aggregation,
            OptionalDouble defaultReward,
            boolean catalogue) {
        this.policy = policy;
        this.windowMillis = windowMillis;
        this.learning = learning;
        this.aggregation = aggregation;
        this.defaultReward = defaultReward;
        this.catalogue = catalogue;
    }

    /** Returns its name in the service. */
    String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    LiveDefinition definition() {
        BanditDefinition bandit = Attune.bandit()
                .policy(policy)
                .encoder(EncoderDefinition.builder().dimension(8).build())
                .rewards(0, 1)
                .seed(windowMillis)
                .definition();
        return new LiveDefinition(
                bandit, new RewardRules(Duration.ofMillis(windowMillis), learning, aggregation, defaultReward));
    }

    boolean hasCatalogue() {
        return catalogue;
    }

    /** Returns the arms of a version of its catalogue; the same ids, other features. */
    List<Arm> arms(long version) {
        SplittableRandom random = new SplittableRandom(version);
        return IntStream.range(0, ARMS)
                .mapToObj(i -> new Arm(
                        "arm-" + i,
                        Features.builder()
                                .number("x", random.nextDouble())
                                .category("kind", "k" + random.nextInt(3))
                                .build()))
                .toList();
    }

    /** Returns a request, which is a function of its id alone, so that it can be sent again. */
    ArmRequest request(String id) {
        SplittableRandom random = new SplittableRandom(id.hashCode());
        Features context = Features.builder()
                .category("land", "l" + random.nextInt(4))
                .number("age", random.nextInt(80))
                .tags("words", List.of("w" + random.nextInt(5_000), "w" + random.nextInt(5_000)))
                .build();
        ArmRequest request = catalogue ? ArmRequest.fromCatalogue() : ArmRequest.among(arms(random.nextLong()));
        return request.context(context).id(id).top(1 + random.nextInt(2));
    }

    /** Returns a choice of the caller's, which is a function of its id alone. */
    CallersChoice observation(String id) {
        return CallersChoice.of(request(id).top(1), "arm-0").withProbability(0.5);
    }

    static CrashBandit byLabel(String label) {
        return valueOf(label.toUpperCase(Locale.ROOT).replace('-', '_'));
    }
}
