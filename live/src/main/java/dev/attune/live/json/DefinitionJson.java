package dev.attune.live.json;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonToken;
import dev.attune.api.Control;
import dev.attune.api.Forgetting;
import dev.attune.api.Options;
import dev.attune.api.RewardRange;
import dev.attune.api.UniformShare;
import dev.attune.catalog.BanditDefinition;
import dev.attune.catalog.Catalog;
import dev.attune.encode.Arm;
import dev.attune.encode.ArmIdentity;
import dev.attune.encode.EncoderDefinition;
import dev.attune.encode.Interaction;
import dev.attune.live.ControlText;
import dev.attune.live.LiveDefinition;
import dev.attune.live.RefusedException;
import dev.attune.live.RewardRules;
import dev.attune.live.RewardRules.Aggregation;
import dev.attune.live.RewardRules.Learning;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Definitions of bandits: as a client sends them, with a default for everything but the name, and complete, as in the journal and in
 * answers.
 *
 * <pre>{@code
 * {"policy":"Auto","tuner":"Auto","encoder":{"bias":true,...},"rewards":{"low":0,"high":1},"window":"10m",
 *  "learning":"window-end","aggregation":"first","defaultReward":0,"seed":1,"floor":{"decayTo":0.01},"warmup":0,"horizon":0,
 *  "forgetting":"detected","control":"random"}
 * }</pre>
 */
public final class DefinitionJson {
    private static final JsonFactory FACTORY = new JsonFactory();
    private static final String DECAY_TO = "decayTo";
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]*");

    private DefinitionJson() {}

    /**
     * A bandit to be created.
     *
     * @param name of the bandit
     * @param definition what it is made from
     * @param arms its catalogue; may be empty
     */
    public record NewBandit(String name, LiveDefinition definition, List<Arm> arms) {
        /** Copies the list. */
        public NewBandit {
            arms = List.copyOf(arms);
        }
    }

    /**
     * Reads the request that creates a bandit.
     *
     * @param seed of a bandit without one
     */
    public static NewBandit readNew(JsonInput in, LongSupplier seed) {
        Fields fields = new Fields(true);
        fields.read(in);
        String name = in.required(fields.name, "name");
        return new NewBandit(name, fields.definition(in, seed), fields.arms);
    }

    /**
     * Reads the same for a bandit of known name, which may be left out.
     *
     * @param seed of a bandit without one
     */
    public static NewBandit readNamed(JsonInput in, String name, LongSupplier seed) {
        Fields fields = new Fields(true);
        fields.read(in);
        if (fields.name != null && !fields.name.equals(name)) {
            throw in.refuseWithin("name", "is " + fields.name + ", but this is a definition of " + name);
        }
        return new NewBandit(name, fields.definition(in, seed), fields.arms);
    }

    /**
     * Reads a definition as {@link #text} writes it.
     *
     * @throws IllegalArgumentException if it is not one
     */
    public static LiveDefinition parse(String text) {
        try {
            return JsonInput.read(text.getBytes(StandardCharsets.UTF_8), JsonLimits.DEFAULT, in -> {
                Fields fields = new Fields(false);
                fields.read(in);
                return fields.definition(in, () -> 0);
            });
        } catch (RefusedException e) {
            throw new IllegalArgumentException("the definition is invalid: " + e.field() + " " + e.getMessage(), e);
        }
    }

    /** Returns whether a name is valid for a bandit. */
    public static boolean isName(String name) {
        return NAME.matcher(name).matches();
    }

    /** Returns the whole definition as one JSON object. */
    public static String text(LiveDefinition definition) {
        StringWriter text = new StringWriter();
        try (JsonGenerator out = FACTORY.createGenerator(text)) {
            out.writeStartObject();
            writeFields(definition, out);
            out.writeEndObject();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return text.toString();
    }

    /** Writes the fields of a definition into an object that was started. */
    public static void writeFields(LiveDefinition definition, JsonGenerator out) throws IOException {
        BanditDefinition bandit = definition.bandit();
        out.writeStringField("policy", bandit.policy());
        out.writeStringField("tuner", bandit.tuner());
        out.writeFieldName("encoder");
        write(bandit.encoder().orElseThrow(), bandit.sparse(), out);
        out.writeObjectFieldStart("rewards");
        out.writeNumberField("low", bandit.options().rewards().low());
        out.writeNumberField("high", bandit.options().rewards().high());
        out.writeEndObject();
        RewardRules rules = definition.rules();
        out.writeStringField("window", DurationText.of(rules.window()));
        out.writeStringField("learning", word(rules.learning()));
        out.writeStringField("aggregation", word(rules.aggregation()));
        out.writeFieldName("defaultReward");
        if (rules.defaultReward().isPresent()) {
            out.writeNumber(rules.defaultReward().getAsDouble());
        } else {
            out.writeNull();
        }
        out.writeNumberField("seed", bandit.options().seed());
        out.writeFieldName("floor");
        write(bandit.options().uniformShare(), out);
        out.writeNumberField("warmup", bandit.options().warmup());
        out.writeNumberField("horizon", bandit.options().horizon());
        out.writeStringField("forgetting", bandit.options().forgetting().toString());
        out.writeFieldName("control");
        out.writeRawValue(ControlText.of(definition.control()));
    }

    /** Writes a uniform share: a number, or {@code {"decayTo": 0.01}}. */
    public static void write(UniformShare share, JsonGenerator out) throws IOException {
        if (!share.decays()) {
            out.writeNumber(share.least());
            return;
        }
        out.writeStartObject();
        out.writeNumberField(DECAY_TO, share.least());
        out.writeEndObject();
    }

    /** Reads a uniform share as {@link #write(UniformShare, JsonGenerator)} writes it. */
    public static UniformShare readShare(JsonInput in) {
        if (in.token() != JsonToken.START_OBJECT) {
            return UniformShare.constant(in.share());
        }
        return UniformShare.decayingTo(in.onlyField(DECAY_TO, JsonInput::share));
    }

    /** Reads a control as {@link ControlText} writes it. */
    public static Control readControl(JsonInput in) {
        if (in.token() == JsonToken.VALUE_STRING) {
            String word = in.id();
            if (!word.equals("random")) {
                throw in.refuse("must be \"random\", {\"arm\": id} or {\"oldSystem\": share of the traffic}");
            }
            return Control.random();
        }
        Control control = null;
        in.beginObject();
        for (String field = in.nextField(); field != null; field = in.nextField()) {
            in.once(control);
            switch (field) {
                case "arm" -> control = new Control.NamedArm(in.id());
                case "oldSystem" -> {
                    double share = in.number();
                    if (!(share > 0 && share < 1)) {
                        throw in.refuse("must be above 0 and below 1");
                    }
                    control = new Control.OldSystem(share);
                }
                default -> throw in.unknown("arm and oldSystem");
            }
        }
        return in.required(control, "arm");
    }

    /** Writes an encoder; its dimension only if it has an effect or is not the default. */
    private static void write(EncoderDefinition encoder, boolean sparse, JsonGenerator out) throws IOException {
        out.writeStartObject();
        if (!sparse || encoder.dimension() != EncoderDefinition.DEFAULT_DIMENSION) {
            out.writeNumberField("dimension", encoder.dimension());
        }
        out.writeBooleanField("bias", encoder.bias());
        out.writeStringField("armIdentity", word(encoder.armIdentity()));
        out.writeBooleanField("contextAlone", encoder.contextAlone());
        out.writeBooleanField("armAlone", encoder.armAlone());
        JsonOutput.field(
                "interactions",
                encoder.interactions().stream().map(Interaction::toString).toList(),
                out);
        out.writeBooleanField("standardise", encoder.standardise());
        out.writeBooleanField("unitNorm", encoder.unitNorm());
        out.writeNumberField("hashSeed", encoder.hashSeed());
        out.writeEndObject();
    }

    /** Returns the name of a constant in JSON: {@code not-first}. */
    public static String word(Enum<?> value) {
        return value == Learning.AT_WINDOW_END
                ? "window-end"
                : value.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** The fields of a definition while it is read. Every rejection names one of them. */
    private static final class Fields {
        private static final String KNOWN =
                "policy, tuner, encoder, rewards, window, learning, aggregation, defaultReward, seed,"
                        + " floor, warmup, horizon, forgetting and control";
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
        private UniformShare floor = UniformShare.DEFAULT;
        private long warmup;
        private long horizon;
        private Control control = Control.random();
        private Forgetting forgetting = Options.DEFAULT.forgetting();

        Fields(boolean creating) {
            this.creating = creating;
        }

        void read(JsonInput in) {
            in.beginObject();
            for (String field = in.nextField(); field != null; field = in.nextField()) {
                in.once(seen.add(field) ? null : field);
                if (creating && field.equals("name")) {
                    name = in.id();
                    if (!isName(name)) {
                        throw in.refuse(
                                "a name has letters, digits, dots, dashes and underscores, and begins with a letter or digit");
                    }
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
                case "learning" -> learning = constant(Learning.values(), in);
                case "aggregation" -> aggregation = constant(Aggregation.values(), in);
                case "defaultReward" ->
                    defaultReward = in.token() == JsonToken.VALUE_NULL
                            ? OptionalDouble.empty()
                            : OptionalDouble.of(in.number());
                case "seed" -> seed = in.whole(Long.MIN_VALUE, Long.MAX_VALUE);
                case "floor" -> floor = readShare(in);
                case "warmup" -> warmup = in.whole(0, Long.MAX_VALUE);
                case "horizon" -> horizon = in.whole(0, Long.MAX_VALUE);
                case "control" -> control = readControl(in);
                case "forgetting" -> {
                    String way = in.id();
                    forgetting = valid(in, () -> Forgetting.parse(way));
                }
                default -> throw in.unknown(creating ? "name, arms, " + KNOWN : KNOWN);
            }
        }

        private EncoderDefinition encoder(JsonInput in) {
            EncoderDefinition.Builder encoder = EncoderDefinition.builder();
            Set<String> seen = new HashSet<>();
            in.beginObject();
            for (String field = in.nextField(); field != null; field = in.nextField()) {
                in.once(seen.add(field) ? null : field);
                switch (field) {
                    case "dimension" -> {
                        encoder.dimension((int) in.whole(1, EncoderDefinition.LARGEST_DIMENSION));
                        slots = true;
                    }
                    case "bias" -> encoder.bias(in.flag());
                    case "armIdentity" -> encoder.armIdentity(constant(ArmIdentity.values(), in));
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
            double least = in.required(low, "low");
            double most = in.required(high, "high");
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
                return new LiveDefinition(bandit, rules, control);
            } catch (IllegalArgumentException e) {
                String message = String.valueOf(e.getMessage());
                String field = message.startsWith("dimension")
                        ? "encoder.dimension"
                        : message.startsWith("forgetting") ? "forgetting" : "tuner";
                throw in.refuseWithin(field, message);
            }
        }

        private static <E extends Enum<E>> E constant(E[] values, JsonInput in) {
            String text = in.text(in.limits().textLength());
            List<String> words = Arrays.stream(values).map(DefinitionJson::word).toList();
            if (!words.contains(text)) {
                throw in.refuse("must be one of " + String.join(", ", words));
            }
            return values[words.indexOf(text)];
        }

        private static <T> T valid(JsonInput in, Supplier<T> value) {
            try {
                return value.get();
            } catch (IllegalArgumentException | ArithmeticException e) {
                throw in.refuse(String.valueOf(e.getMessage()));
            }
        }
    }
}
