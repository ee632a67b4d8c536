package dev.attune;

import dev.attune.state.Checkpoint;
import dev.attune.state.StateFormatException;
import dev.attune.state.StateReader;

/**
 * An {@link EncodedBandit} as bytes, whole: its definition, what its encoder has learnt, and what policy and tuner have
 * learnt, in the envelope of {@link Checkpoint}. Unlike a checkpoint it is read without knowing beforehand how the bandit was
 * made.
 */
public final class ModelFile {
    private ModelFile() {}

    /** The bandit with all it has learnt. */
    public static byte[] write(EncodedBandit bandit) {
        return Checkpoint.write(bandit);
    }

    /**
     * A bandit that goes on bit for bit as the one that was written would have.
     *
     * @throws StateFormatException if the bytes are damaged, foreign or make no sense; whoever made them, nothing else is
     *     thrown, and no matrix is made that the bytes could not fill
     */
    public static EncodedBandit read(byte[] bytes) {
        try {
            return Checkpoint.open(bytes, EncodedBandit.STATE_NAME, ModelFile::read);
        } catch (StateFormatException e) {
            throw e;
        } catch (RuntimeException e) { // a checksum keeps accidents out, not people: any check below may find the lie
            throw new StateFormatException("the model file makes no sense: " + e.getMessage());
        }
    }

    /**
     * Reads what {@link EncodedBandit#writeState} wrote, as part of something larger.
     *
     * @throws RuntimeException of any kind if it makes no sense
     */
    public static EncodedBandit read(StateReader in) {
        BanditDefinition definition = BanditDefinition.read(in);
        if (definition.leastBytes() > (long) Double.BYTES * in.remainingDoubles() + Double.BYTES) {
            throw new StateFormatException("the model file is too short for dimension "
                    + definition.encoder().dimension());
        }
        EncodedBandit bandit = definition.build();
        bandit.readLearnt(in);
        return bandit;
    }
}
