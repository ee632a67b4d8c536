package dev.attune.bench.service;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/** The processor time and memory of a process. */
final class ProcessUsage {
    private static final String RESIDENT = "VmRSS:";

    private ProcessUsage() {}

    /** Returns the seconds on a core, all threads together. */
    static double cpuSeconds(ProcessHandle process) {
        return process.info().totalCpuDuration().orElse(Duration.ZERO).toNanos() * 1e-9;
    }

    /** Memory that is in use, in MB, as the kernel counts it; NaN if unknown. */
    static double megabytes(ProcessHandle process) {
        try {
            for (String line : Files.readAllLines(Path.of("/proc", Long.toString(process.pid()), "status"))) {
                if (line.startsWith(RESIDENT)) {
                    return Double.parseDouble(line.replaceAll("[^0-9]", "")) / 1024;
                }
            }
        } catch (IOException e) {
            // not a Linux
        }
        return Double.NaN;
    }
}
