package dev.attune.bench.stream;

import dev.attune.flink.fold.OutputRecord;
import dev.attune.kafka.wire.OutputTopic;
import java.lang.management.ManagementFactory;
import org.apache.flink.api.common.accumulators.LongCounter;
import org.apache.flink.api.common.accumulators.LongMaximum;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.functions.RichFilterFunction;

/** Counts decisions and reads the clocks, on the thread of the operator before it. Emits no records. */
final class Meter extends RichFilterFunction<OutputRecord> {
    private static final long serialVersionUID = 1L;

    static final String DECISIONS = "decisions";
    static final String NANOS = "nanos";
    static final String CPU = "cpu";

    private final long warm;
    private final long last;
    private final LongCounter decisions = new LongCounter();
    private final LongMaximum nanos = new LongMaximum();
    private final LongMaximum cpu = new LongMaximum();
    private long count;
    private long nanosBefore;
    private long cpuBefore;

    /** Measures from one decision to another, numbers from 1. */
    Meter(long warm, long last) {
        this.warm = warm;
        this.last = last;
    }

    @Override
    public void open(OpenContext context) {
        getRuntimeContext().addAccumulator(DECISIONS, decisions);
        getRuntimeContext().addAccumulator(NANOS, nanos);
        getRuntimeContext().addAccumulator(CPU, cpu);
    }

    @Override
    public boolean filter(OutputRecord record) {
        if (record.topic() == OutputTopic.DECISIONS) {
            decisions.add(1);
            count++;
            if (count == warm) {
                nanosBefore = System.nanoTime();
                cpuBefore = threadCpu();
            } else if (count == last) {
                nanos.add(System.nanoTime() - nanosBefore);
                cpu.add(threadCpu() - cpuBefore);
            }
        }
        return false;
    }

    private static long threadCpu() {
        return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    }
}
