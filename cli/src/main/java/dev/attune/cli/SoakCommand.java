package dev.attune.cli;

import dev.attune.bench.soak.SoakRun;
import dev.attune.bench.soak.SoakRun.Life;
import dev.attune.bench.soak.SoakWorld;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code attune soak}: tests the default bandit over a life in worlds that never change. */
@Command(
        name = "soak",
        description = {
            "Tests the default bandit over a life in worlds that never change.",
            "",
            "Plays a million decisions in each of 144 worlds: 2, 6 and 30 arms; click rates of .005, .05 and .3, and real"
                    + " numbers; no context, six contexts, and 1,000 words; rewards that are learnt at once, late, at the"
                    + " end of a window, and in batches. Fails if a block of 1,000, 10,000 or 100,000 rounds earns less"
                    + " than was earned before, by more than five standard errors, or if more bandits report a change"
                    + " of the world than one in a hundred."
        },
        footer = {
            "  attune soak                          all worlds, an hour or less on two cores",
            "  attune soak --rounds 100000          a tenth of that",
            "  attune soak --worlds '6 arms.*late'  worlds whose title matches",
            "  attune soak --json | jq .fall        one JSON object for each life",
            "",
            "gain: what is earned beyond a random arm, as a share of what the best arms earn beyond it. worst: the",
            "smallest block of 1,000 rounds, as a share of the level before. fall: the largest, in standard errors.",
            "",
            "Exit code: 0 all lives passed, 1 some did not."
        })
final class SoakCommand extends Subcommand {
    private static final double CHANGES = 0.01; // share of lives in which a change may be reported
    private static final double DEVIATIONS = 3; // by which the share may be exceeded by chance

    @Option(names = "--rounds", paramLabel = "N", description = "Decisions of a life (default: ${DEFAULT-VALUE}).")
    private long rounds = 1_000_000;

    @Option(names = "--lives", paramLabel = "N", description = "Lives in each world (default: ${DEFAULT-VALUE}).")
    private int lives = 1;

    @Option(
            names = "--worlds",
            paramLabel = "REGEX",
            description = "Only worlds whose title matches, such as '30 arms, .05, words, window'.")
    private String worlds = ".*";

    @Option(names = "--seed", paramLabel = "S", description = "Seed of the first life (default: ${DEFAULT-VALUE}).")
    private long seed = 1;

    @Option(names = "--threads", paramLabel = "N", description = "Lives at a time (default: one per core).")
    private int threads = Runtime.getRuntime().availableProcessors();

    @Option(names = "--json", description = "Print one JSON object for each life.")
    private boolean json;

    /** What several lives have shown. */
    private static final class Total {
        private int lives;
        private double gain;
        private double worst = 1;
        private double fall;
        private int failed;
        private int changed;

        void add(Life life) {
            lives++;
            gain += life.gain();
            worst = Math.min(worst, life.worst());
            fall = Math.max(fall, life.fall());
            failed += life.passed() ? 0 : 1;
            changed += life.changes() > 0 ? 1 : 0;
        }
    }

    @Override
    public Integer call() throws InterruptedException {
        List<SoakWorld> chosen = chosen();
        if (rounds < SoakRun.LEAST_ROUNDS || lives < 1 || threads < 1) {
            throw new IllegalArgumentException(
                    "--rounds must be at least " + SoakRun.LEAST_ROUNDS + ", --lives and --threads at least 1");
        }
        Map<String, Total> totals = new LinkedHashMap<>();
        Total all = new Total();
        List<Life> failed = new ArrayList<>();
        List<Life> changed = new ArrayList<>();
        SoakRun.playAll(chosen, lives, seed, rounds, threads, progressBar()::at, life -> {
            totals.computeIfAbsent(life.world().group(), group -> new Total()).add(life);
            all.add(life);
            if (!life.passed()) {
                failed.add(life);
            }
            if (life.changes() > 0) {
                changed.add(life);
            }
            if (json) {
                out().println(JsonLine.of(life)
                        .put("world", life.world().title())
                        .put("passed", life.passed()));
            }
        });
        double most = CHANGES * all.lives + DEVIATIONS * Math.sqrt(CHANGES * all.lives);
        if (!json) {
            print(totals, all, failed, changed);
        }
        return failed.isEmpty() && changed.size() <= most ? 0 : 1;
    }

    private List<SoakWorld> chosen() {
        try {
            Pattern pattern = Pattern.compile(worlds);
            List<SoakWorld> chosen = SoakWorld.all().stream()
                    .filter(world -> pattern.matcher(world.title()).matches())
                    .toList();
            if (chosen.isEmpty()) {
                throw new IllegalArgumentException("no world matches --worlds '" + worlds + "'; one is called '"
                        + SoakWorld.all().get(0).title() + "'");
            }
            return chosen;
        } catch (PatternSyntaxException e) {
            throw new IllegalArgumentException("--worlds '" + worlds + "' is not a pattern: " + e.getDescription(), e);
        }
    }

    private void print(Map<String, Total> totals, Total all, List<Life> failed, List<Life> changed) {
        PrintWriter out = out();
        out.printf("%-24s %6s %6s %6s %6s %7s %8s%n", "world", "lives", "gain", "worst", "fall", "failed", "changes");
        totals.forEach((group, total) -> print(group, total));
        print("all", all);
        for (Life life : failed) {
            out.printf(
                    "%s, seed %d: fell by %.1f standard errors after %,d rounds, to %.2f of the level; %s leads%n",
                    life.world().title(), life.seed(), life.fall(), life.at(), life.worst(), life.leader());
        }
        for (Life life : changed) {
            out.printf("%s, seed %d: reported %d changes%n", life.world().title(), life.seed(), life.changes());
        }
    }

    private void print(String group, Total total) {
        out().printf(
                        "%-24s %6d %6.3f %6.3f %6.1f %7d %8d%n",
                        group,
                        total.lives,
                        total.gain / total.lives,
                        total.worst,
                        total.fall,
                        total.failed,
                        total.changed);
    }
}
