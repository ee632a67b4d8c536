package dev.attune.live.json;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import dev.attune.catalog.BanditDefinition;
import dev.attune.encode.EncoderDefinition;
import dev.attune.encode.Interaction;
import dev.attune.live.LiveDefinition;
import dev.attune.live.RefusedException;
import dev.attune.live.RewardRules;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.function.LongSupplier;
import java.util.regex.Pattern;

/**
 * Definitions of bandits: as a client sends them, with a default for everything but the name, and complete, as in the journal and in
 * answers.
 *
 * <pre>{@code
 * {"policy":"Auto","tuner":"Auto","encoder":{"bias":true,...},"rewards":{"low":0,"high":1},"window":"10m",
 *  "learning":"window-end","aggregation":"first","defaultReward":0,"seed":1,"floor":0,"warmup":0,"horizon":0,
 *  "forgetting":"detected"}
 * }</pre>
 *
 * <p>Without {@code forgetting}, a caller's definition detects changes; one of the journal forgets nothing, as it was written before models could.
 */
public final class DefinitionJson {
    private static final JsonFactory FACTORY = new JsonFactory();
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]*");

    private DefinitionJson() {}

    /**
     * Reads the request that creates a bandit.
     *
     * @param seed of a bandit without one
     */
    public static NewBandit readNew(JsonInput in, LongSupplier seed) {
        DefinitionFields fields = new DefinitionFields(true);
        fields.read(in);
        String name = FeaturesJson.required(fields.name, "name", in);
        return new NewBandit(name, fields.definition(in, seed), fields.arms);
    }

    /**
     * Reads the same for a bandit of known name, which may be left out.
     *
     * @param seed of a bandit without one
     */
    public static NewBandit readNamed(JsonInput in, String name, LongSupplier seed) {
        DefinitionFields fields = new DefinitionFields(true);
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
                DefinitionFields fields = new DefinitionFields(false);
                fields.read(in);
                return fields.definition(in, () -> 0);
            });
        } catch (RefusedException e) {
            throw new IllegalArgumentException("the definition is invalid: " + e.field() + " " + e.getMessage(), e);
        }
    }

    /** Rejects a name that cannot be part of a path. */
    static String requireName(String name, JsonInput in) {
        if (!isName(name)) {
            throw in.refuse(
                    "a name has letters, digits, dots, dashes and underscores, and begins with a letter or digit");
        }
        return name;
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
        out.writeStringField("learning", DefinitionFields.LEARNING.name(rules.learning()));
        out.writeStringField("aggregation", word(rules.aggregation()));
        out.writeFieldName("defaultReward");
        if (rules.defaultReward().isPresent()) {
            out.writeNumber(rules.defaultReward().getAsDouble());
        } else {
            out.writeNull();
        }
        out.writeNumberField("seed", bandit.options().seed());
        out.writeNumberField("floor", bandit.options().uniformShare());
        out.writeNumberField("warmup", bandit.options().warmup());
        out.writeNumberField("horizon", bandit.options().horizon());
        out.writeStringField("forgetting", bandit.options().forgetting().toString());
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
        out.writeFieldName("interactions");
        FeaturesJson.writeTexts(
                encoder.interactions().stream().map(Interaction::toString).toList(), out);
        out.writeBooleanField("standardise", encoder.standardise());
        out.writeBooleanField("unitNorm", encoder.unitNorm());
        out.writeNumberField("hashSeed", encoder.hashSeed());
        out.writeEndObject();
    }

    /** Returns the name of a constant in JSON: {@code not-first}. */
    public static String word(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
