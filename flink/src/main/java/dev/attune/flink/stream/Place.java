package dev.attune.flink.stream;

/** Where a record of the definitions is, and when it counts: enough to tell one from all others. */
record Place(long time, int partition, long offset) {
    static Place of(Arrived record) {
        return new Place(record.time(), record.partition(), record.offset());
    }
}
