package dev.attune.flink.stream;

import dev.attune.state.StateReader;
import dev.attune.state.StateWriter;

/** Where a record of the definitions or models is, and when it counts: enough to tell one from all others. */
record Place(long time, int partition, long offset) {
    static Place of(Arrived record) {
        return new Place(record.time(), record.partition(), record.offset());
    }

    void write(StateWriter out) {
        out.writeLong(time);
        out.writeInt(partition);
        out.writeLong(offset);
    }

    static Place read(StateReader in) {
        return new Place(in.readLong(), in.readInt(), in.readLong());
    }
}
