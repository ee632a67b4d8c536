package dev.attune.flink;

import dev.attune.flink.job.StreamJob;
import dev.attune.flink.sweep.SweepJob;
import java.util.Arrays;
import java.util.List;

/**
 * The main class of {@code attune-job.jar}. The first argument names the job:
 *
 * <pre>
 * flink run attune-job.jar sweep SPEC [--reps N] [--seed S] [--out DIR]
 * flink run -d attune-job.jar stream --config job.yaml [--bootstrap HOST:PORT]
 * </pre>
 */
public final class AttuneJob {
    private AttuneJob() {}

    /** Submits the job. */
    public static void main(String[] args) throws Exception {
        String job = args.length == 0 ? "" : args[0];
        List<String> options = Arrays.asList(args).subList(Math.min(1, args.length), args.length);
        switch (job) {
            case "sweep" -> SweepJob.run(options);
            case "stream" -> StreamJob.run(options);
            default ->
                throw new IllegalArgumentException("name the job: sweep SPEC [--reps N] [--seed S] [--out DIR],"
                        + " or: stream --config job.yaml [--bootstrap HOST:PORT]");
        }
    }
}
