package dev.attune.api;

/** A tuner that can show what it has found out. */
public interface MappedTuner extends Tuner {
    /** What it has made of the hyperparameters so far; changes nothing. */
    TunerMap map();
}
