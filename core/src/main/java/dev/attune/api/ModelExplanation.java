package dev.attune.api;

import dev.attune.state.StateWriter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.BinaryOperator;

/**
 * Which model a bandit decides by, and why: which candidate leads, by how much and since when, what was rejected, and how often the world was seen
 * to change. Immutable; {@link #toString()} is for people.
 *
 * @param leader name of the candidate that decides; the name of the policy if it has one model
 * @param leadingSince number of rewards learnt when the leader took the lead; 0 if it has led from the start
 * @param candidates all models that prediction chooses from; empty if the policy has one model
 * @param rewards number of rewards that the model in force has learnt; 0 if the policy does not report it
 * @param changes how often the model was replaced by a younger one because the world had changed
 * @param lastChange number of rewards learnt when it was last replaced; 0 if that is not known or it never was
 * @param coefficients number of coefficients; 0 if the policy does not report it
 * @param budget the most coefficients that are kept; 0 if there is no limit other than the dimension
 * @param evicted how many coefficients gave their place to another
 * @param bytes memory of the policy with its model, by the size of its saved state
 */
public record ModelExplanation(
        String leader,
        long leadingSince,
        List<Candidate> candidates,
        long rewards,
        long changes,
        long lastChange,
        long coefficients,
        long budget,
        long evicted,
        long bytes) {
    /**
     * One of the models that a bandit chooses from.
     *
     * @param name what it is
     * @param evidence its log-likelihood of the rewards, discounted, minus that of the leader
     * @param rejected why it can no longer lead; empty if it can
     */
    public record Candidate(String name, double evidence, String rejected) {}

    /** Copies the list. */
    public ModelExplanation {
        candidates = List.copyOf(candidates);
    }

    /**
     * Returns the explanation of a policy's model. Takes time in proportion to its size.
     *
     * @param name name of the policy, for one that has a single model
     */
    public static ModelExplanation of(String name, Policy policy) {
        Optional<Posterior> model = policy.path().map(ExplorationPath::posterior);
        Optional<ModelBank> bank = model.flatMap(Posterior::bank);
        List<Candidate> candidates = bank.filter(of -> of.candidates() > 1)
                .map(ModelExplanation::candidates)
                .orElse(List.of());
        return new ModelExplanation(
                bank.map(of -> of.candidateName(of.leader())).orElse(name),
                bank.map(ModelBank::leadingSince).orElse(0L),
                candidates,
                model.map(Posterior::count).orElse(0L),
                model.map(Posterior::changes).orElse(0L),
                model.map(Posterior::lastChange).orElse(0L),
                bank.map(ModelBank::size)
                        .or(() -> model.map(Posterior::dimension))
                        .orElse(0),
                policy.dimension() > 0 ? 0 : bank.map(ModelBank::budget).orElse(0),
                bank.map(ModelBank::evicted).orElse(0L),
                StateWriter.sizeOf(policy::writeState));
    }

    /** Returns the candidates of a bank. Of those with the same name, which are one model in two forms, it has the one nearest to the lead. */
    private static List<Candidate> candidates(ModelBank of) {
        Comparator<Integer> standing = Comparator.comparing((Integer c) -> c == of.leader())
                .thenComparing(c -> of.rejected(c).isEmpty())
                .thenComparing(of::evidence);
        Map<String, Integer> byName = new LinkedHashMap<>();
        for (int c = 0; c < of.candidates(); c++) {
            byName.merge(of.candidateName(c), c, BinaryOperator.maxBy(standing));
        }
        List<Candidate> candidates = new ArrayList<>();
        byName.forEach((name, c) ->
                candidates.add(new Candidate(name, of.evidence(c) - of.evidence(of.leader()), of.rejected(c))));
        return candidates;
    }

    /** Returns the candidate with the most evidence among those that can lead and do not; empty if there is none. */
    public Optional<Candidate> runnerUp() {
        return candidates.stream()
                .filter(candidate ->
                        candidate.rejected().isEmpty() && !candidate.name().equals(leader))
                .max(Comparator.comparingDouble(Candidate::evidence));
    }

    /** Returns by how much discounted log-likelihood the leader is ahead of the {@link #runnerUp()}; 0 if there is none. */
    public double lead() {
        return runnerUp().map(second -> -second.evidence()).orElse(0.0);
    }

    /** Returns the candidates that can no longer lead. */
    public List<Candidate> rejected() {
        return candidates.stream()
                .filter(candidate -> !candidate.rejected().isEmpty())
                .toList();
    }

    /** Returns a sentence that says which model decides, and why. */
    public String summary() {
        if (candidates.isEmpty()) {
            return "One model, " + leader + ": there is nothing to choose.";
        }
        Optional<Candidate> second = runnerUp();
        if (second.isEmpty()) {
            return "Predicts: " + leader + "; no other candidate can lead.";
        }
        if (!(lead() > 0)) {
            return "No model has predicted better than the others yet; " + leader + " decides.";
        }
        return "Predicts best: " + leader + "; " + format("%.1f", lead()) + " ahead of "
                + second.get().name() + " in log-likelihood, leading "
                + (leadingSince == 0 ? "from the start." : format("since reward %,d.", leadingSince));
    }

    /** Returns a sentence that says how often the world was seen to change. */
    public String changesSummary() {
        if (changes == 0) {
            return "No change of the world was detected.";
        }
        String last = lastChange == 0 ? "" : format(", the last after %,d rewards", lastChange);
        return format(
                        "%,d %s of the world %s detected%s: ",
                        changes, changes == 1 ? "change" : "changes", changes == 1 ? "was" : "were", last)
                + "the model was replaced by a younger one.";
    }

    /** Returns all of it in a few lines. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder(summary());
        int width = candidates.stream()
                .mapToInt(candidate -> candidate.name().length())
                .max()
                .orElse(0);
        candidates.stream()
                .sorted(Comparator.comparingDouble(Candidate::evidence).reversed())
                .forEach(candidate -> text.append(format(
                        "%n  %-" + width + "s  %s",
                        candidate.name(),
                        candidate.name().equals(leader)
                                ? "leads"
                                : candidate.rejected().isEmpty()
                                        ? format("%.1f behind", -candidate.evidence())
                                        : "rejected: " + candidate.rejected())));
        text.append(format("%n%s%n", changesSummary()));
        text.append(format("%,d coefficients", coefficients));
        text.append(budget == 0 ? "" : format(" of at most %,d", budget));
        text.append(evicted == 0 ? "" : format(", %,d evicted", evicted));
        return text.append(format(", about %,d bytes.", bytes)).toString();
    }

    private static String format(String text, Object... values) {
        return String.format(Locale.ROOT, text, values);
    }
}
