package dev.attune.lab.run;

import dev.attune.api.Hyperparameter;
import dev.attune.api.Options;
import dev.attune.api.PolicyProvider;
import dev.attune.api.RewardRange;
import dev.attune.catalog.Catalog;
import dev.attune.lab.env.Environment;
import dev.attune.lab.run.Cell.Combination;
import dev.attune.lab.spec.Spec;
import dev.attune.lab.spec.Spec.EnvironmentChoice;
import dev.attune.lab.spec.Spec.PolicyChoice;
import dev.attune.lab.spec.Spec.TunerChoice;
import java.io.IOException;
import java.io.Serializable;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/**
 * A spec worked out into cells. Beside what is asked for, every environment gets random choice, and every policy gets
 * greedy and a grid of fixed settings: they put the results into perspective.
 */
public final class Plan {
    private static final int HASH_BYTES = 8;
    private static final int GRID_OF_A_BOX = 11; // points for a hyperparameter that is not an exploration rate

    private final Spec spec;
    private final String version;
    private final String hash;
    private final List<Combination> combinations;
    private final Set<String> leftOut;
    private final List<String> notes;
    private final List<Cell> cells;

    /** Makes the environment that a spec names. */
    @FunctionalInterface
    public interface EnvironmentMaker {
        /** Returns the environment, with its data read. */
        Environment make(EnvironmentChoice choice) throws IOException;
    }

    /** Makes a plan on any machine; sent to the machines that play its cells. */
    @FunctionalInterface
    public interface Maker extends Serializable {
        /** Makes the plan, with data read on this machine. */
        Plan make() throws IOException;
    }

    private Plan(Spec spec, String version, List<Combination> combinations, Set<String> leftOut, List<String> notes) {
        this.notes = List.copyOf(notes);
        this.spec = spec;
        this.version = version;
        this.combinations = List.copyOf(combinations);
        this.leftOut = leftOut;
        this.cells = cellsOf(spec, combinations);
        this.hash = hashOf(
                spec.title() + combinations.stream().map(Combination::hash).toList());
    }

    /**
     * Works a spec out; reads the data of its environments.
     *
     * @param version of Attune; results of one version do not count for another
     * @param preparing receives the label of each environment before it is made
     */
    public static Plan of(Spec spec, String version, Consumer<String> preparing) throws IOException {
        return using(spec, version, choice -> {
            preparing.accept(choice.label());
            return choice.entry().make(choice.given());
        });
    }

    /** Works a spec out with given environments, which several plans may share. */
    public static Plan using(Spec spec, String version, EnvironmentMaker maker) throws IOException {
        Map<EnvironmentChoice, Environment> environments = new LinkedHashMap<>();
        for (EnvironmentChoice choice : spec.environments()) {
            environments.put(choice, maker.make(choice));
        }
        List<Combination> combinations = new ArrayList<>();
        Set<String> leftOut = new LinkedHashSet<>();
        List<String> notes = new ArrayList<>();
        environments.forEach((choice, environment) -> {
            long rounds = Math.min(choice.rounds(), environment.mostRounds());
            String where = version + "|" + choice.entry().name() + "|"
                    + choice.entry().effective(choice.given()) + "|" + environment.fingerprint() + "|" + rounds + "|"
                    + choice.delay() + "|seed " + spec.seed() + "|";
            Environment sparse = environment.sparse().orElse(environment);
            Environment perArm = environment.perArm().orElse(environment);
            environment.notes().forEach(note -> notes.add(choice.label() + ": " + note));
            for (Contestant contestant : contestants(choice, environment, leftOut)) {
                PolicyProvider policy = contestant.policy().entry();
                combinations.add(new Combination(
                        choice,
                        policy.sparse() ? sparse : policy.perArm() ? perArm : environment,
                        contestant,
                        rounds,
                        hashOf(where + contestant.definition())));
            }
        });
        if (combinations.stream().noneMatch(c -> c.contestant().role() == Role.ASKED)) {
            throw new IllegalArgumentException("nothing in this spec fits together: " + String.join("; ", leftOut));
        }
        return new Plan(spec, version, combinations, leftOut, notes);
    }

    private static List<Contestant> contestants(
            EnvironmentChoice choice, Environment environment, Set<String> leftOut) {
        List<Contestant> all = new ArrayList<>();
        List<PolicyChoice> policies = environment
                .ownPolicy()
                .map(own -> List.of(PolicyChoice.of(own)))
                .orElse(choice.policies());
        if (policies.isEmpty()) {
            throw new IllegalArgumentException("the spec names no policies for " + choice.label());
        }
        for (PolicyChoice policy : policies) {
            if (policy.found().isEmpty()) {
                leftOut.add(policy.label() + ": it is optional, and there is no policy with this name");
                continue;
            }
            Optional<String> misfit = misfit(policy.entry(), environment);
            if (misfit.isPresent()) {
                leftOut.add(policy.label() + " on " + choice.label() + ": " + misfit.get());
                continue;
            }
            if (policy.entry().space().size() == 0) {
                all.add(Contestant.untuned(policy, Role.ASKED));
                continue;
            }
            for (TunerChoice tuner : policy.tuners().isEmpty() ? choice.tuners() : policy.tuners()) {
                Contestant contestant = Contestant.asked(policy, tuner);
                try {
                    contestant.maker().make(2, 100, Options.DEFAULT); // does the pair fit together?
                    all.add(contestant);
                } catch (IllegalArgumentException e) {
                    leftOut.add(tuner.label() + " on " + policy.label() + ": " + e.getMessage());
                }
            }
            double[] own = policy.grid();
            if (own == null || own.length > 0) {
                all.addAll(grid(policy, own == null ? choice.grid() : own, leftOut));
            }
        }
        if (environment.ownPolicy().isEmpty()) {
            all.add(Contestant.untuned(PolicyChoice.of(Catalog.policy("Random")), Role.RANDOM));
        }
        return all;
    }

    /** Returns the first 64 bits of SHA-256, in hex. */
    private static String hashOf(String text) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest, 0, HASH_BYTES);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }

    /** Returns why a policy cannot play in an environment. */
    private static Optional<String> misfit(PolicyProvider policy, Environment environment) {
        if (policy.sparse()
                && environment.sparse().isEmpty()
                && policy.create(environment.dimension()).dimension() == 0) { // some of these take vectors as well
            return Optional.of("it takes a context and ids of arms, where this environment has only vectors");
        }
        if (policy.perArm()) {
            if (environment.perArm().isEmpty()) {
                return Optional.of("the first feature of its arms is no block number");
            }
        } else if (!policy.sparse() && environment.dimension() == 0) {
            return Optional.of("it takes vectors, and " + environment.whySparse());
        }
        RewardRange taken = policy.create(policy.perArm() ? 2 : 1).rewards();
        RewardRange paid = environment.rewards();
        return taken.low() <= paid.low() && taken.high() >= paid.high()
                ? Optional.empty()
                : Optional.of("it takes rewards between " + taken.low() + " and " + taken.high() + " only");
    }

    private static List<Contestant> grid(PolicyChoice policy, double[] explore, Set<String> leftOut) {
        Hyperparameter first = policy.entry().space().parameters().get(0);
        boolean exploring = first.name().equals("explore");
        double[] values = exploring || explore.length == 0 ? explore : new double[GRID_OF_A_BOX];
        for (int i = 0; !exploring && i < values.length; i++) {
            values[i] = first.fromUnit(i / (GRID_OF_A_BOX - 1.0));
        }
        List<Contestant> grid = new ArrayList<>();
        if (exploring && first.min() <= 0) {
            grid.add(Contestant.fixed(policy, first.name(), 0, Role.GREEDY));
        }
        for (double value : Arrays.stream(values).distinct().toArray()) {
            if (exploring && value == 0) {
                continue; // greedy, see above
            }
            Contestant fixed = Contestant.fixed(policy, first.name(), value, Role.GRID);
            if (value >= first.min() && value <= first.max()) {
                grid.add(fixed);
            } else {
                leftOut.add(fixed.tuner() + " on " + policy.label() + ": it accepts values between " + first.min()
                        + " and " + first.max() + " only");
            }
        }
        return grid;
    }

    private static List<Cell> cellsOf(Spec spec, List<Combination> combinations) {
        List<Cell> cells = new ArrayList<>();
        for (int repetition = 1; repetition <= spec.repetitions(); repetition++) {
            for (Combination combination : combinations) {
                if (repetition <= combination.choice().mostRepetitions()) {
                    cells.add(Cell.of(combination, repetition, spec.seed()));
                }
            }
        }
        return List.copyOf(cells);
    }

    /** Returns all cells, repetition by repetition, so that a run that is stopped early is balanced. */
    List<Cell> cells() {
        return cells;
    }

    /**
     * Plays a cell on the calling thread.
     *
     * @param number of the cell, from 0
     * @return its line of results.jsonl
     */
    public String play(int number) {
        return cells.get(number).play(hash, version).toJson();
    }

    /** Returns the name of a cell, such as "LinUCB by VOI on simulation, repetition 3". */
    public String describe(int number) {
        return cells.get(number).toString();
    }

    /** Returns the combinations, in the order of the spec. */
    List<Combination> combinations() {
        return combinations;
    }

    /** Returns the pairs of the spec that are incompatible, with the reason. */
    public Set<String> leftOut() {
        return leftOut;
    }

    /** Returns how the data of the environments were read, in sentences without a full stop. */
    public List<String> notes() {
        return notes;
    }

    /** Returns the spec. */
    public Spec spec() {
        return spec;
    }

    String version() {
        return version;
    }

    /** Returns a hash of spec, version and data: plans with the same hash have the same results. */
    public String hash() {
        return hash;
    }
}
