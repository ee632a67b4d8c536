package dev.attune.lab.evaluate;

import dev.attune.api.ActionSet;
import dev.attune.encode.Collisions;
import dev.attune.encode.Encoder;
import dev.attune.encode.EncoderDefinition;
import dev.attune.lab.log.LoggedEvent;

/** Named features by an {@link Encoder}: the first look learns means and scales, which then stay as they are. */
public final class FeatureEncoder implements EventEncoder {
    private final Encoder encoder;

    private FeatureEncoder(Encoder encoder) {
        this.encoder = encoder;
    }

    /** Returns an encoder of sparse arms that has seen nothing: every feature counts by its own name, however many there are. */
    public static FeatureEncoder sparse(EncoderDefinition definition) {
        return new FeatureEncoder(Encoder.sparse(definition));
    }

    /** Returns an encoder of vectors that has seen nothing: features are hashed into the dimension of the definition. */
    public static FeatureEncoder vectors(EncoderDefinition definition) {
        return new FeatureEncoder(new Encoder(definition));
    }

    @Override
    public int dimension() {
        return encoder.isSparse() ? 0 : encoder.dimension();
    }

    @Override
    public void look(LoggedEvent event) {
        encoder.encode(event.context(), event.arms());
    }

    @Override
    public ActionSet encode(LoggedEvent event) {
        return encoder.encodeWithoutLearning(event.context(), event.arms());
    }

    /** Returns how crowded the slots of the vectors are. */
    public Collisions collisions() {
        return encoder.collisions();
    }
}
