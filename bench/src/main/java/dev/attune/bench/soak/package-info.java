/** A life in worlds that never change: no reward may fall, and nothing may be reported as changed. */
package dev.attune.bench.soak;
