package dev.attune.cli;

import dev.attune.flink.job.JobConfig;
import dev.attune.flink.verify.StreamVerifier;
import dev.attune.live.json.DurationText;
import java.io.IOException;
import java.io.PrintWriter;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code attune stream verify}: compares the output of a stream job with a replay of its input. */
@Command(
        name = "verify",
        description = {
            "Compares the output of a stream job with a replay of its input in this process.",
            "",
            "Reads the input topics from the beginning, folds them with the code of the job, and compares every decision"
                    + " and dead letter, byte by byte. The job may be running: output is compared up to the watermark of"
                    + " the input. Use the configuration of the job: rules and disorder are part of the result."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  attune stream verify --bootstrap localhost:9092",
            "  attune stream verify --config job.yaml --bandit movies --until 2026-11-18T12:00:00Z",
            "",
            "Exit code: 0 all equal, 1 there is a difference; the first one of each bandit is printed."
        },
        sortOptions = false,
        mixinStandardHelpOptions = true)
final class StreamVerifyCommand implements Callable<Integer> {
    private static final int SHOWN = 10;

    @Mixin
    private JobOptions options = new JobOptions();

    @Option(names = "--bandit", paramLabel = "NAME", description = "Compare one bandit with all its segments.")
    private @Nullable String bandit;

    @Option(names = "--until", paramLabel = "TIME", description = "Compare up to a time, such as 2026-11-18T12:00:00Z.")
    private @Nullable String until;

    @Option(
            names = "--wait",
            paramLabel = "TIME",
            defaultValue = "30s",
            description = "How long output may take to be committed (default: ${DEFAULT-VALUE}).")
    private String wait;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException, InterruptedException {
        JobConfig job = options.read();
        String only = bandit;
        StreamVerifier.Result result = new StreamVerifier(
                        job.kafka(), job.rules(), job.disorder(), name -> only == null || only.equals(name))
                .verify(until(), DurationText.parse(wait));
        PrintWriter out = spec.commandLine().getOut();
        result.notes().forEach(note -> out.println("note: " + note));
        out.printf("%,d records of the input, compared up to %s%n", result.records(), result.until());
        out.printf("%,d decisions and %,d dead letters are equal%n", result.decisions(), result.deadLetters());
        if (result.leftOut() > 0) {
            out.printf("%,d records were rejected before the fold and left out%n", result.leftOut());
        }
        if (result.equal()) {
            out.println("no difference");
        } else {
            out.printf(
                    "%,d differences, the first ones by time:%n",
                    result.differences().size());
            result.differences().stream().limit(SHOWN).forEach(line -> out.println("- " + line));
        }
        out.flush();
        return result.equal() ? 0 : 1;
    }

    private Instant until() {
        if (until == null) {
            return Instant.ofEpochMilli(Long.MAX_VALUE);
        }
        try {
            return Instant.parse(until);
        } catch (DateTimeParseException e) {
            throw new IllegalArgumentException(
                    "--until " + until + " is not a time; write it as 2026-11-18T12:00:00Z", e);
        }
    }
}
