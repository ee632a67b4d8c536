package dev.attune.lab.env;

import dev.attune.api.ActionSet;
import dev.attune.api.RewardRange;
import dev.attune.api.Setting;
import dev.attune.encode.Arm;
import dev.attune.encode.Encoder;
import dev.attune.encode.EncoderDefinition;
import dev.attune.encode.Features;
import dev.attune.lab.data.Content;
import dev.attune.lab.data.DataSets;
import dev.attune.lab.data.DataSource;
import dev.attune.lab.log.CsvColumns;
import dev.attune.lab.log.EventLogs;
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

/**
 * A uniformly random log of the Open Bandit Dataset played back: a round for each display, the arms being all items. Only the item that was shown
 * has a reward; a bandit that chooses another learns nothing in that round. What is left is a fair sample of what the bandit would have met (Li, Chu,
 * Langford and Wang, "Unbiased offline evaluation of contextual-bandit-based news article recommendation algorithms", WSDM 2011).
 *
 * <p>Sparse arms only: the context is the position and the features of the user, an arm is its item as an id. Displays whose click is missing are left
 * out. The order is that of the log, or drawn from the seed.
 */
final class OpenBanditEnvironment implements Environment {
    static final EnvironmentEntry ENTRY = new EnvironmentEntry(
            "open-bandit",
            "clothes in a shop, a round for each display; only the item that was shown has a reward",
            "Open Bandit Dataset, replayed as in Li et al. 2011",
            List.of(
                    DataEnvironments.data("a uniformly random log, or the folder of men.csv"),
                    new Parameter("order", "time", "time: as in the log; random: another order for each seed")),
            OpenBanditEnvironment::read);

    private static final double TOLERANCE = 1e-3; // of a propensity, relative to the uniform one

    /** A display: who saw which item, and whether it was clicked. */
    private record Display(Features context, int item, boolean clicked) {}

    private final List<Arm> items;
    private final List<Display> displays;
    private final boolean shuffled;
    private final String fingerprint;

    private OpenBanditEnvironment(List<Arm> items, List<Display> displays, boolean shuffled, String fingerprint) {
        this.items = items;
        this.displays = displays;
        this.shuffled = shuffled;
        this.fingerprint = fingerprint;
    }

    private static Environment read(Parameters parameters) throws IOException {
        boolean shuffled = parameters.oneOf("order", "time", "random").equals("random");
        Path file = DataSource.named(DataSets.OPEN_BANDIT, DataEnvironments.path(parameters))
                .file(DataSets.OPEN_BANDIT.files().get(0));
        Map<Features, Features> contexts = new HashMap<>(); // users come often
        List<Arm> items = new ArrayList<>();
        List<Display> displays = new ArrayList<>();
        EventLogs.open(file, LogFormat.OPENBANDIT, CsvColumns.USUAL)
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
    public int dimension() {
        return 0;
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
    public RewardRange rewards() {
        return RewardRange.UNIT;
    }

    @Override
    public long mostRounds() {
        return displays.size();
    }

    @Override
    public boolean knowsRegret() {
        return false;
    }

    @Override
    public String fingerprint() {
        return fingerprint;
    }

    @Override
    public Rounds open(long seed, long horizon) {
        return new DisplayRounds(seed, new RoundCounter(ENTRY.name(), horizon, displays.size()));
    }

    private final class DisplayRounds implements Rounds {
        private final Encoder encoder =
                Encoder.sparse(EncoderDefinition.builder().build());
        private final RoundCounter counter;
        private final int[] order = new int[displays.size()];
        private Display display = displays.get(0);

        DisplayRounds(long seed, RoundCounter counter) {
            this.counter = counter;
            Shuffle.fill(order);
            if (shuffled) {
                Shuffle.draw(order, order.length, new RoundRandom(seed ^ Keys.FEATURES, 0));
            }
        }

        @Override
        public ActionSet next() {
            display = displays.get(order[(int) counter.next() - 1]);
            return encoder.encodeForNow(display.context, items);
        }

        @Override
        public double reward(int arm, Setting setting) {
            return arm != display.item ? Double.NaN : display.clicked ? 1 : 0;
        }

        @Override
        public double regret(int arm, Setting setting) {
            return Double.NaN;
        }
    }
}
