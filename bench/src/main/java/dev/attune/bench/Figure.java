package dev.attune.bench;

/**
 * One measured number.
 *
 * @param bench the benchmark it comes from, such as {@code kernels}
 * @param name what was measured, such as {@code widths.vsOneArmAtATime}
 * @param value the number
 * @param unit what it counts: us, rounds/s, Gflop/s, or x for a ratio
 */
public record Figure(String bench, String name, double value, String unit) {}
