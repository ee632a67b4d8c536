/** The decision log: events, their file format, group commit, snapshots and recovery. */
module dev.attune.journal {
    requires transitive dev.attune.core;
    requires static transitive org.jspecify;

    exports dev.attune.journal;
}
