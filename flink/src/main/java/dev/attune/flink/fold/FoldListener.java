package dev.attune.flink.fold;

/** Receives events of the fold, for metrics. */
public interface FoldListener {
    /** Ignores all events. */
    FoldListener NONE = new FoldListener() {
        @Override
        public void rewarded() {}

        @Override
        public void dead(String reason) {}
    };

    /** Called when a reward was taken. */
    void rewarded();

    /** Called when a record became a dead letter. */
    void dead(String reason);
}
