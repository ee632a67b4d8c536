package dev.attune.server;

import dev.attune.Attune;
import dev.attune.catalog.BanditDefinition;
import dev.attune.journal.Offer;
import dev.attune.live.DecisionRequest;
import dev.attune.live.LiveDefinition;
import dev.attune.live.RewardMessage;
import dev.attune.live.RewardRules;
import dev.attune.live.RewardRules.Aggregation;
import dev.attune.live.RewardRules.Learning;
import dev.attune.server.Visitors.Visitor;
import dev.attune.server.runtime.BanditRuntime;
import dev.attune.server.runtime.Bandits;
import dev.attune.server.runtime.Bandits.Identified;
import dev.attune.server.runtime.ServiceException;
import dev.attune.server.runtime.ServiceException.Reason;
import dev.attune.server.runtime.WorkerPool;
import java.time.Duration;
import java.util.List;
import java.util.OptionalDouble;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * Two demonstration bandits that choose a story for the same simulated readers: one with the default tuner, one with continuous dynamic tuning
 * (CDT). Clicks come after a delay; a missing click counts as 0 at the end of the window. A paused or deleted bandit gets no readers. If bandits
 * learn in a stream, readers come to those of these names that the stream has defined.
 */
@SuppressWarnings("FutureReturnValueIgnored") // a failed request, such as of a paused bandit, is one reader less
public final class Playground implements AutoCloseable {
    /** The bandit with the default tuner. */
    public static final String DEFAULT = "playground";

    /** The bandit tuned by CDT. */
    public static final String ZOOMING = "playground-zooming";

    private static final String BY = "playground";
    private static final int SEED = 7;
    private static final double FLOOR = 0.05; // so that the value of a random story can be estimated
    private static final Duration WINDOW = Duration.ofSeconds(3);
    private static final long TICK_MILLIS = 100;
    private static final int VISITORS_PER_TICK = 5;
    private static final long SLOWEST_CLICK_MILLIS = 2_000; // well within the window

    private final Bandits bandits;
    private final Offer stories;
    private final Visitors visitors;
    private final ScheduledExecutorService clock =
            Executors.newSingleThreadScheduledExecutor(WorkerPool.daemons("attune-playground"));

    private Playground(Bandits bandits, Offer stories, long seed) {
        this.bandits = bandits;
        this.stories = stories;
        this.visitors = new Visitors(seed);
    }

    /**
     * Creates the bandits if they do not exist, and starts the readers.
     *
     * @param now in milliseconds since 1970, the seed of the readers
     */
    public static Playground start(BanditRuntime runtime, long now) {
        create(runtime, DEFAULT, "");
        create(runtime, ZOOMING, "CDT");
        return open(new Playground(runtime, new Offer.FromCatalogue(0, List.of()), now));
    }

    /**
     * Starts readers for followed bandits, as soon as there are any.
     *
     * @param now in milliseconds since 1970, the seed of the readers
     */
    public static Playground follow(Bandits bandits, long now) {
        return open(new Playground(bandits, new Offer.Inline(Visitors.STORIES), now));
    }

    private static Playground open(Playground playground) {
        playground.clock.scheduleAtFixedRate(playground::visit, 0, TICK_MILLIS, TimeUnit.MILLISECONDS);
        return playground;
    }

    private static void create(BanditRuntime runtime, String name, String tuner) {
        BanditDefinition bandit = Attune.bandit()
                .tuner(tuner)
                .rewards(0, 1)
                .uniformShare(FLOOR)
                .seed(SEED)
                .definition();
        RewardRules rules = new RewardRules(WINDOW, Learning.AT_WINDOW_END, Aggregation.FIRST, OptionalDouble.of(0));
        try {
            runtime.create(name, new LiveDefinition(bandit, rules), Visitors.STORIES, BY)
                    .toCompletableFuture()
                    .join();
        } catch (CompletionException e) {
            if (!(e.getCause() instanceof ServiceException failure)
                    || failure.reason() != Reason.NAME_TAKEN) { // it exists from an earlier start
                throw e;
            }
        }
    }

    private void visit() {
        List<Visitor> group =
                Stream.generate(visitors::next).limit(VISITORS_PER_TICK).toList();
        Stream.of(DEFAULT, ZOOMING).filter(bandits::has).forEach(bandit -> offer(bandit, group));
    }

    private void offer(String bandit, List<Visitor> group) {
        List<DecisionRequest> requests = group.stream()
                .map(visitor -> new DecisionRequest("", visitor.features(), stories, 1))
                .toList();
        bandits.decide(bandit, requests).thenAccept(answers -> show(group, answers));
    }

    private void show(List<Visitor> group, List<Identified> answers) {
        for (int i = 0; i < answers.size(); i++) {
            Visitor visitor = group.get(i);
            if (visitor.clicks(answers.get(i).answer().arm()) && !clock.isShutdown()) {
                RewardMessage click = new RewardMessage(answers.get(i).id(), "click", 1);
                clock.schedule(
                        () -> bandits.reward(List.of(click)),
                        (long) (visitor.slowness() * SLOWEST_CLICK_MILLIS),
                        TimeUnit.MILLISECONDS);
            }
        }
    }

    /** Stops the readers. */
    @Override
    public void close() {
        clock.shutdownNow();
    }
}
