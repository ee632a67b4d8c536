/** The stream job: what goes in and out of it, the fold over a key's records, the operator around it, and how its state is saved. */
package dev.attune.flink.stream;
