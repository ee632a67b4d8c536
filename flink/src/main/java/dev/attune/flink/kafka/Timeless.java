package dev.attune.flink.kafka;

import dev.attune.flink.stream.Arrived;
import org.apache.flink.api.common.eventtime.Watermark;
import org.apache.flink.api.common.eventtime.WatermarkGenerator;
import org.apache.flink.api.common.eventtime.WatermarkOutput;

/** Holds time back for nobody: what it watches counts when it comes. */
final class Timeless implements WatermarkGenerator<Arrived> {
    private static final Watermark ALL_IS_OVER =
            new Watermark(Long.MAX_VALUE - 1); // the last moment means the end of a stream

    @Override
    public void onEvent(Arrived record, long time, WatermarkOutput output) {}

    @Override
    public void onPeriodicEmit(WatermarkOutput output) {
        output.emitWatermark(ALL_IS_OVER);
    }
}
