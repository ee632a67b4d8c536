package dev.attune.flink.fold;

import dev.attune.state.StateReader;
import dev.attune.state.StateWriter;

/** The time and offset of a record of the topic of definitions, which identify it. */
record RecordPosition(long time, int partition, long offset) {
    static RecordPosition of(InputRecord record) {
        return new RecordPosition(record.time(), record.partition(), record.offset());
    }

    void write(StateWriter out) {
        out.writeLong(time);
        out.writeInt(partition);
        out.writeLong(offset);
    }

    static RecordPosition read(StateReader in) {
        return new RecordPosition(in.readLong(), in.readInt(), in.readLong());
    }
}
