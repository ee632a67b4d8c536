package dev.attune.lab.env;

/** An environment that changes at known rounds, so that an oracle can be told. */
public interface Switching extends Environment {
    /**
     * The rounds, counted from 1, at which a new segment begins; round 1 is not among them. The same for every seed.
     *
     * @param horizon the horizon that the rounds are opened with
     */
    long[] changes(long horizon);
}
