package dev.attune.flink.stream;

import dev.attune.flink.fold.FoldListener;
import dev.attune.flink.fold.OutputRecord;
import dev.attune.kafka.wire.OutputTopic;
import java.util.HashMap;
import java.util.Map;
import java.util.function.LongSupplier;
import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.Gauge;
import org.apache.flink.metrics.Histogram;
import org.apache.flink.metrics.MetricGroup;
import org.apache.flink.runtime.metrics.DescriptiveStatisticsHistogram;

/**
 * The metrics of a subtask that holds bandits, in the group {@code attune} of its operator. They count from the start of the subtask, so they fall to
 * zero when the job restarts.
 *
 * <pre>
 *   decisions, rewards                 counters
 *   deadLetters                        counter for each reason, with the variable "reason"
 *   bufferedRecords                    records that wait for the watermark
 *   banditBytes                        estimated bytes of the bandits
 *   watermarkLag                       milliseconds from the watermark to the clock of this machine
 *   timeToDecide                       milliseconds from the time of a request to its decision; the last 1,000
 * </pre>
 */
final class StreamMetrics implements FoldListener {
    private static final int WINDOW = 1_000;

    private final MetricGroup group;
    private final Counter decisions;
    private final Counter rewards;
    private final Map<String, Counter> deadLetters = new HashMap<>();
    private final Histogram timeToDecide;
    // written by the task, read by reporters
    private volatile long buffered;
    private volatile long watermark = Long.MIN_VALUE;

    /**
     * Creates the metrics of a subtask.
     *
     * @param banditBytes returns the estimated bytes of its bandits
     */
    StreamMetrics(MetricGroup operator, LongSupplier banditBytes) {
        this.group = operator.addGroup("attune");
        this.decisions = group.counter("decisions");
        this.rewards = group.counter("rewards");
        this.timeToDecide = group.histogram("timeToDecide", new DescriptiveStatisticsHistogram(WINDOW));
        group.gauge("bufferedRecords", (Gauge<Long>) () -> buffered);
        group.gauge("banditBytes", (Gauge<Long>) banditBytes::getAsLong);
        group.gauge("watermarkLag", (Gauge<Long>) this::watermarkLag);
    }

    private long watermarkLag() {
        return watermark == Long.MIN_VALUE ? 0 : System.currentTimeMillis() - watermark;
    }

    /** Counts an output record. */
    void written(OutputRecord record) {
        if (record.topic() == OutputTopic.DECISIONS) {
            decisions.inc();
            timeToDecide.update(System.currentTimeMillis() - record.time());
        }
    }

    /** Changes the number of records that wait. */
    @SuppressWarnings("NonAtomicVolatileUpdate") // one writer
    void buffered(int more) {
        buffered += more;
    }

    /** Restarts the count of waiting records. */
    void noneBuffered() {
        buffered = 0;
    }

    void watermark(long now) {
        watermark = now;
    }

    @Override
    public void rewarded() {
        rewards.inc();
    }

    @Override
    public void dead(String reason) {
        deadLetters
                .computeIfAbsent(reason, name -> group.addGroup("reason", name).counter("deadLetters"))
                .inc();
    }
}
