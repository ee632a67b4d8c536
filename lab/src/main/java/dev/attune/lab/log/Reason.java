package dev.attune.lab.log;

/** Reasons that several readers count by in {@link dev.attune.lab.log.Skipped}. */
final class Reason {
    static final String COMPRESSED_DATA_END = "the file ends in the middle of its compressed data";
    static final String COMPRESSED_DATA_DAMAGED = "the compressed data are damaged; what follows could not be read";
    static final String OVER_LONG = "line longer than 16 MB";
    static final String CUT = "the last line is cut off in the middle";
    static final String NOT_UTF8 = "line with bytes that are not UTF-8; they were replaced";
    static final String REPEATED = "event whose id came before; the first counts";
    static final String DANGLING_REWARD = "reward without its event";
    static final String BAD_PROPENSITY = "propensity outside (0, 1]; taken as unknown";
    static final String BAD_TIME = "time that cannot be read; taken as unknown";
    static final String NOT_FINITE = "feature that is not a finite number; left out";
    static final String SECOND_OUTCOME = "second outcome of a decision; the first counts";
    static final String NO_OUTCOME = "decision that still waits for its reward where the journal ends";
    static final String LEFT_EARLY = "decision without reward when too many others had come; its reward is unknown";
    static final String NO_CATALOGUE = "decision whose arms are in a catalogue that is no longer kept";
    static final String NOT_IN_CATALOGUE = "decision with arms that are not in its catalogue";
    static final String NOT_OFFERED = "decision whose chosen arm is not on offer";
    static final String TORN_TAIL = "torn tail, which a crash has left; the journal ends before it";

    private Reason() {}
}
