package dev.attune.lab.env;

import dev.attune.encode.Arm;
import dev.attune.encode.Encoder;
import dev.attune.encode.Features;
import dev.attune.lab.data.Content;
import dev.attune.lab.log.CsvColumns;
import dev.attune.lab.log.DecisionLog;
import dev.attune.lab.log.LogFormat;
import dev.attune.lab.log.LoggedEvent;
import dev.attune.math.RoundRandom;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * A uniformly random log of the Open Bandit Dataset played back: a round for each display, the arms being all items. Only the item that was shown
 * has a reward; a bandit that chooses another learns nothing in that round. What is left is a fair sample of what the bandit would have met (Li, Chu,
 * Langford and Wang, "Unbiased offline evaluation of contextual-bandit-based news article recommendation algorithms", WSDM 2011).
 *
 * <p>Sparse arms only: the context is the position and the features of the user, an arm is its item as an id. Displays whose click is missing are left
 * out. The order is that of the log, or drawn from the seed.
 */
final class OpenBanditEnvironment extends DataEnvironment {
    private static final double TOLERANCE = 1e-3; // of a propensity, relative to the uniform one

    /** A display: who saw which item, and whether it was clicked. */
    private record Display(Features context, int item, boolean clicked) {}

    private final List<Arm> items;
    private final List<Display> displays;
    private final boolean shuffled;

    private OpenBanditEnvironment(List<Arm> items, List<Display> displays, boolean shuffled, String fingerprint) {
        super("open-bandit", 0, Outcome.EXACT, displays.size(), fingerprint);
        this.items = items;
        this.displays = displays;
        this.shuffled = shuffled;
    }

    /** Reads a log; {@code shuffled} whether the order of displays is drawn from the seed. */
    static Environment read(Path file, boolean shuffled) throws IOException {
        Map<Features, Features> contexts = new HashMap<>(); // users come often
        List<Arm> items = new ArrayList<>();
        List<Display> displays = new ArrayList<>();
        DecisionLog.open(file, LogFormat.OPENBANDIT, CsvColumns.DEFAULT)
                .read(
                        event -> {
                            requireUniform(file, event);
                            if (items.isEmpty()) {
                                event.arms().forEach(arm -> items.add(new Arm(arm.id(), Features.NONE)));
                            }
                            if (!Double.isNaN(event.reward())) {
                                Features context = contexts.computeIfAbsent(event.context(), known -> known);
                                displays.add(new Display(context, event.chosen(), event.reward() > 0));
                            }
                        },
                        bytes -> {});
        if (displays.isEmpty()) {
            throw new IllegalArgumentException("no display in " + file + " can be used");
        }
        return new OpenBanditEnvironment(
                List.copyOf(items),
                List.copyOf(displays),
                shuffled,
                Content.read(file).fingerprint());
    }

    /** Rejects a log that was not made by random choice: replaying it would favour what its policy favoured. */
    private static void requireUniform(Path file, LoggedEvent event) {
        double relative = event.propensity() * event.arms().size();
        if (!(Math.abs(relative - 1) <= TOLERANCE)) {
            throw new IllegalArgumentException(
                    file + " has a display with propensity " + event.propensity() + " among "
                            + event.arms().size()
                            + " items; only a uniformly random log can be replayed, which is in the folder 'random' of the data set");
        }
    }

    @Override
    public Optional<Environment> sparse() {
        return Optional.of(this);
    }

    @Override
    public String whySparse() {
        return "its contexts are words, with a coefficient for each word and item";
    }

    @Override
    public boolean knowsRegret() {
        return false;
    }

    @Override
    World world(long seed, long horizon) {
        Encoder encoder = World.encoder();
        int[] order = shuffled
                ? Shuffle.shuffled(displays.size(), new RoundRandom(seed ^ World.FEATURES, 0))
                : IntStream.range(0, displays.size()).toArray();
        return (t, rng) -> {
            Display display = displays.get(order[(int) t - 1]);
            return World.Round.ofShown(encoder.encodeForNow(display.context, items), display.item, display.clicked);
        };
    }
}
