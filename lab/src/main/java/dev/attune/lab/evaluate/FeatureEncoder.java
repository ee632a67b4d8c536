package dev.attune.lab.evaluate;

import dev.attune.api.ActionSet;
import dev.attune.api.Blocks;
import dev.attune.encode.Arm;
import dev.attune.encode.ArmBlocks;
import dev.attune.encode.Collisions;
import dev.attune.encode.Encoder;
import dev.attune.encode.EncoderDefinition;
import dev.attune.lab.log.LoggedEvent;
import java.util.List;
import java.util.Optional;

/** Named features by an {@link Encoder}: the first look learns means and scales, which then stay as they are. */
public final class FeatureEncoder implements EventEncoder {
    private final Encoder encoder;
    private final Optional<ArmBlocks> blocks;

    private FeatureEncoder(Encoder encoder, Optional<ArmBlocks> blocks) {
        this.encoder = encoder;
        this.blocks = blocks;
    }

    /** Returns an encoder of sparse arms that has seen nothing: every feature counts by its own name, however many there are. */
    public static FeatureEncoder sparse(EncoderDefinition definition) {
        return new FeatureEncoder(Encoder.sparse(definition), Optional.empty());
    }

    /** Returns an encoder of vectors that has seen nothing: features are hashed into the dimension of the definition. */
    public static FeatureEncoder vectors(EncoderDefinition definition) {
        return new FeatureEncoder(new Encoder(definition), Optional.empty());
    }

    /** Returns an encoder of vectors, each after the number of its arm's block, that has seen nothing. */
    public static FeatureEncoder blocks(EncoderDefinition definition) {
        return new FeatureEncoder(new Encoder(definition), Optional.of(new ArmBlocks(Blocks.MOST)));
    }

    @Override
    public int dimension() {
        return encoder.isSparse() ? 0 : (perArm() ? 1 : 0) + encoder.dimension();
    }

    @Override
    public boolean perArm() {
        return blocks.isPresent();
    }

    @Override
    public void look(LoggedEvent event) {
        blocks.ifPresent(known -> known.requireRoom(ids(event)));
        encoder.encode(event.context(), event.arms());
    }

    @Override
    public ActionSet encode(LoggedEvent event) {
        ActionSet arms = encoder.encodeWithoutLearning(event.context(), event.arms());
        return blocks.isPresent() ? blocks.get().encode(ids(event), arms) : arms;
    }

    private static List<String> ids(LoggedEvent event) {
        return event.arms().stream().map(Arm::id).toList();
    }

    /** Returns how crowded the slots of the vectors are. */
    public Collisions collisions() {
        return encoder.collisions();
    }
}
