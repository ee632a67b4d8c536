package dev.attune.api;

import java.util.random.RandomGenerator;

/** A tuner whose suggestion depends on the arms on offer. */
public interface ContextTuner extends Tuner {
    /** Suggests a setting for a round with these arms. */
    Suggestion suggest(long t, ActionSet arms, RandomGenerator rng);
}
