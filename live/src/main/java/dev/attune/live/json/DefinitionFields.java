package dev.attune.live.json;

import dev.attune.api.Forgetting;
import dev.attune.api.Options;
import dev.attune.api.RewardRange;
import dev.attune.catalog.BanditDefinition;
import dev.attune.catalog.Catalog;
import dev.attune.encode.Arm;
import dev.attune.encode.ArmIdentity;
import dev.attune.encode.EncoderDefinition;
import dev.attune.live.Aggregation;
import dev.attune.live.Learning;
import dev.attune.live.LiveDefinition;
import dev.attune.live.RewardRules;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The fields of a definition while it is read. Every rejection names one of them. */
final class DefinitionFields {
    static final EnumNames<Learning> LEARNING =
            EnumNames.of(Learning.class, Map.of(Learning.AT_WINDOW_END, "window-end"));
    private static final EnumNames<Aggregation> AGGREGATION = EnumNames.of(Aggregation.class);
    private static final EnumNames<ArmIdentity> ARM_IDENTITY = EnumNames.of(ArmIdentity.class);
    private static final String KNOWN =
            "policy, tuner, encoder, rewards, window, learning, aggregation, defaultReward, seed,"
                    + " floor, warmup, horizon and forgetting";
    private static final double FULL = 1;
    private static final String ON_SLOTS = "LinUCB";

    private final boolean creating; // with a name and arms
    private final Set<String> seen = new HashSet<>();

    @Nullable
    String name;

    List<Arm> arms = List.of();
    private @Nullable String policy;
    private String tuner = "";
    private boolean slots; // the encoder has a dimension
    private EncoderDefinition encoder = EncoderDefinition.builder().build();
    private @Nullable RewardRange rewards;
    private Duration window = RewardRules.DEFAULT.window();
    private Learning learning = RewardRules.DEFAULT.learning();
    private Aggregation aggregation = RewardRules.DEFAULT.aggregation();
    private OptionalDouble defaultReward = RewardRules.DEFAULT.defaultReward();
    private @Nullable Long seed;
    private double floor;
    private long warmup;
    private long horizon;
    private Forgetting forgetting;

    DefinitionFields(boolean creating) {
        this.creating = creating;
        this.forgetting =
                creating ? Options.DEFAULT.forgetting() : Forgetting.NONE; // written before models could forget
    }

    void read(JsonInput in) {
        in.beginObject();
        for (String field = in.nextField(); field != null; field = in.nextField()) {
            in.once(seen.add(field) ? null : field);
            if (creating && field.equals("name")) {
                name = DefinitionJson.requireName(in.id(), in);
            } else if (creating && field.equals("arms")) {
                arms = FeaturesJson.readArms(in);
            } else {
                read(field, in);
            }
        }
    }

    private void read(String field, JsonInput in) {
        switch (field) {
            case "policy" -> {
                String wanted = in.id();
                policy = valid(in, () -> Catalog.policy(wanted)).name();
            }
            case "tuner" -> {
                String wanted = in.text(in.limits().idLength());
                tuner = wanted.isEmpty()
                        ? ""
                        : valid(in, () -> Catalog.tuner(wanted)).name();
            }
            case "encoder" -> encoder = encoder(in);
            case "rewards" -> rewards = range(in);
            case "window" -> {
                String text = in.id();
                window = valid(in, () -> DurationText.parse(text));
                valid(
                        in,
                        () -> new RewardRules(
                                window, Learning.AT_WINDOW_END, Aggregation.FIRST, OptionalDouble.empty()));
            }
            case "learning" -> learning = LEARNING.read(in);
            case "aggregation" -> aggregation = AGGREGATION.read(in);
            case "defaultReward" ->
                defaultReward = in.isNull() ? OptionalDouble.empty() : OptionalDouble.of(in.number());
            case "seed" -> seed = in.whole(Long.MIN_VALUE, Long.MAX_VALUE);
            case "floor" -> floor = share(in);
            case "warmup" -> warmup = in.whole(0, Long.MAX_VALUE);
            case "horizon" -> horizon = in.whole(0, Long.MAX_VALUE);
            case "forgetting" -> {
                String way = in.id();
                forgetting = valid(in, () -> Forgetting.parse(way));
            }
            default -> throw in.unknown(creating ? "name, arms, " + KNOWN : KNOWN);
        }
    }

    /** Reads a share of rounds. */
    static double share(JsonInput in) {
        double share = in.number();
        if (!(share >= 0 && share <= FULL)) {
            throw in.refuse("must be between 0 and 1");
        }
        return share;
    }

    private EncoderDefinition encoder(JsonInput in) {
        EncoderDefinition.Builder encoder = EncoderDefinition.builder();
        Set<String> seen = new HashSet<>();
        in.beginObject();
        for (String field = in.nextField(); field != null; field = in.nextField()) {
            in.once(seen.add(field) ? null : field);
            switch (field) {
                case "dimension" -> { // of older definitions
                    encoder.dimension((int) in.whole(1, EncoderDefinition.LARGEST_DIMENSION));
                    slots = true;
                }
                case "bias" -> encoder.bias(in.flag());
                case "armIdentity" -> encoder.armIdentity(ARM_IDENTITY.read(in));
                case "contextAlone" -> encoder.contextAlone(in.flag());
                case "armAlone" -> encoder.armAlone(in.flag());
                case "interactions" -> encoder.interactions(interactions(in));
                case "standardise" -> encoder.standardise(in.flag());
                case "unitNorm" -> encoder.unitNorm(in.flag());
                case "hashSeed" -> encoder.hashSeed(in.whole(Long.MIN_VALUE, Long.MAX_VALUE));
                default ->
                    throw in.unknown(
                            "bias, armIdentity, contextAlone, armAlone, interactions, standardise, unitNorm and"
                                    + " hashSeed");
            }
        }
        return valid(in, encoder::build);
    }

    private static String[] interactions(JsonInput in) {
        List<String> texts = new ArrayList<>();
        in.beginArray();
        while (in.nextItem()) {
            String text = in.text(in.limits().textLength());
            valid(in, () -> EncoderDefinition.builder().interactions(text));
            texts.add(text);
            if (texts.size() > EncoderDefinition.MOST_INTERACTIONS) {
                throw in.refuse("there are more than " + EncoderDefinition.MOST_INTERACTIONS + " interactions");
            }
        }
        return texts.toArray(String[]::new);
    }

    private static RewardRange range(JsonInput in) {
        Double low = null;
        Double high = null;
        in.beginObject();
        for (String field = in.nextField(); field != null; field = in.nextField()) {
            switch (field) {
                case "low" -> low = in.first(low, in.number());
                case "high" -> high = in.first(high, in.number());
                default -> throw in.unknown("low and high");
            }
        }
        double least = FeaturesJson.required(low, "low", in);
        double most = FeaturesJson.required(high, "high", in);
        return valid(in, () -> new RewardRange(least, most));
    }

    /** Returns the policy that is named, or the default: {@value #ON_SLOTS} with a number of slots or a tuner that needs a covariance matrix. */
    private String policy() {
        if (policy != null) {
            return policy;
        }
        boolean onSlots = slots || (!tuner.isEmpty() && Catalog.tuner(tuner).needsCalibration());
        return onSlots ? ON_SLOTS : Catalog.DEFAULT_POLICY;
    }

    LiveDefinition definition(JsonInput in, LongSupplier seeds) {
        String chosen = policy();
        RewardRange able = Catalog.policy(chosen).create(2).rewards();
        RewardRange range = rewards != null ? rewards : able.equals(RewardRange.REALS) ? RewardRange.UNIT : able;
        if (range.low() < able.low() || range.high() > able.high()) {
            throw in.refuseWithin(
                    "rewards", chosen + " learns rewards between " + able.low() + " and " + able.high() + " only");
        }
        if (defaultReward.isPresent()
                && (defaultReward.getAsDouble() < range.low() || defaultReward.getAsDouble() > range.high())) {
            throw in.refuseWithin(
                    "defaultReward",
                    "is " + defaultReward.getAsDouble()
                            + ", outside the range of rewards; give another, or null for none");
        }
        if (learning == Learning.AT_ONCE && aggregation != Aggregation.FIRST) {
            throw in.refuseWithin(
                    "aggregation",
                    "a bandit that learns at once cannot wait for several rewards; only first goes with it");
        }
        RewardRules rules = new RewardRules(window, learning, aggregation, defaultReward);
        long drawn = seed == null ? seeds.getAsLong() : seed;
        try {
            var bandit = BanditDefinition.ofFeatures(
                    chosen, tuner, encoder, new Options(drawn, range, floor, warmup, horizon, forgetting));
            return new LiveDefinition(bandit, rules);
        } catch (IllegalArgumentException e) {
            String message = String.valueOf(e.getMessage());
            String field = message.startsWith("dimension")
                    ? "encoder.dimension"
                    : message.startsWith("forgetting") ? "forgetting" : "tuner";
            throw in.refuseWithin(field, message);
        }
    }

    private static <T> T valid(JsonInput in, Supplier<T> value) {
        try {
            return value.get();
        } catch (IllegalArgumentException | ArithmeticException e) {
            throw in.refuse(String.valueOf(e.getMessage()));
        }
    }
}
