package dev.attune.flink.job;

import dev.attune.flink.fold.InputRecord;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.flink.api.common.functions.MapFunction;
import org.apache.flink.runtime.state.FunctionInitializationContext;
import org.apache.flink.runtime.state.FunctionSnapshotContext;
import org.apache.flink.streaming.api.checkpoint.CheckpointedFunction;

/** Lets records through; its snapshot fails as often as a test wants. */
final class FailingSnapshot implements MapFunction<InputRecord, InputRecord>, CheckpointedFunction {
    private static final long serialVersionUID = 1L;

    /** Snapshots that are still to fail; shared with the test, which runs in the same process. */
    private static final AtomicInteger TO_FAIL = new AtomicInteger();

    /** Lets two snapshots fail, and waits until they have. */
    static void failTwice() throws InterruptedException {
        TO_FAIL.set(2);
        while (TO_FAIL.get() > 0) {
            Thread.sleep(50);
        }
    }

    @Override
    public InputRecord map(InputRecord record) {
        return record;
    }

    @Override
    public void snapshotState(FunctionSnapshotContext context) {
        if (TO_FAIL.getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
            throw new IllegalStateException("the test wants checkpoint " + context.getCheckpointId() + " to fail");
        }
    }

    @Override
    public void initializeState(FunctionInitializationContext context) {}
}
