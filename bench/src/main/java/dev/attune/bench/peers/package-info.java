/** Learners of other projects, which take part in benchmarks and runs if they are on the class path. */
package dev.attune.bench.peers;
