package dev.attune.lab.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.attune.lab.spec.SpecReader;
import dev.attune.math.RoundRandom;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Policies on sparse arms run on tables, beside those on vectors. */
@Tag("slow")
class SparsePoliciesTest {
    @TempDir
    Path folder;

    /** A table of rows whose class is that of their user, with a column of noise. */
    private String table(int users, int rows) throws IOException {
        List<String> lines = new ArrayList<>(List.of("user,hour,class"));
        RoundRandom rng = new RoundRandom(1, 0);
        for (int row = 0; row < rows; row++) {
            int user = rng.nextInt(users);
            lines.add("u" + user + "," + rng.nextInt(24) + ",c" + user % 4);
        }
        return Files.write(folder.resolve("t.csv"), lines).toString();
    }

    private static String spec(String table, String policies) {
        return "rounds: 3000\nrepetitions: 2\ngrid: none\nenvironments:\n  - {name: classification, data: " + table
                + "}\npolicies: [" + policies + "]\ntuners: [VOI, Auto, RandTS]\n";
    }

    private static Plan plan(String text) throws IOException {
        return Plan.of(SpecReader.read("sparse.yaml", text), "test", label -> {});
    }

    /** Mean regret of each pair. */
    private Map<String, Double> run(Plan plan) throws Exception {
        Path out = folder.resolve("run");
        Runner.run(plan, RunFolder.create(out), CellPlayers.onThreads(2), true, (done, total, cells, all, last) -> {});
        return RunFolder.open(out).results().finished().stream()
                .collect(Collectors.groupingBy(
                        result -> result.policy() + " by " + result.tuner(),
                        Collectors.averagingDouble(CellResult::regret)));
    }

    /** Random choice has a regret of 2250; the right choice is known after at most four rounds with each of 60 users. */
    @Test
    void aTableIsPlayedByPoliciesOnVectorsAndOnSparseArms() throws Exception {
        Plan plan = plan(spec(table(60, 3000), "LinUCB, Auto, Sparse-TS"));
        Map<String, Double> regret = run(plan);

        assertThat(plan.leftOut())
                .contains(
                        "VOI on Auto: it needs a policy with a matrix of covariances",
                        "VOI on Sparse-TS: it needs a policy with a matrix of covariances",
                        "Auto on Sparse-TS: Auto needs a policy with candidate models, such as the policy Auto",
                        "Auto on LinUCB: Auto needs a policy with candidate models, such as the policy Auto");
        assertThat(regret)
                .containsKeys(
                        "LinUCB by VOI",
                        "Auto by Auto",
                        "Auto by RandTS",
                        "Auto by Greedy",
                        "Sparse-TS by RandTS",
                        "Random by -");
        assertThat(regret.get("Random by -")).isBetween(2100.0, 2400.0);
        assertThat(regret.get("Auto by Auto")).isLessThan(700);
        assertThat(regret.get("Auto by RandTS")).isLessThan(700);
        assertThat(regret.get("Sparse-TS by RandTS")).isLessThan(700);
    }

    @Test
    void policiesOnVectorsAreLeftOutWhereATableHasTooManyWords() throws Exception {
        String table = table(1200, 3000);
        Plan plan = plan(spec(table, "LinUCB, Auto"));
        assertThat(plan.leftOut())
                .contains(
                        "LinUCB on classification: it takes vectors, and column user has more than 1,000 different words");
        assertThat(run(plan)).containsOnlyKeys("Auto by Auto", "Auto by RandTS", "Auto by Greedy", "Random by -");

        assertThatIllegalArgumentException()
                .isThrownBy(() -> plan(spec(table, "LinUCB")))
                .withMessage(
                        "nothing in this spec fits together: LinUCB on classification: it takes vectors, and column"
                                + " user has more than 1,000 different words");
    }

    /** The diagonal model has no form for vectors; the automatic policy has candidates for them. */
    @Test
    void whereArmsAreVectorsTheAutomaticPolicyPlaysAndPoliciesOnSparseArmsAloneAreLeftOut() throws Exception {
        Plan plan = plan("""
                rounds: 500
                repetitions: 2
                grid: none
                environments: [fixed-arms]
                policies: [Auto, Sparse-TS]
                tuners: [Auto]
                """);
        assertThat(plan.leftOut())
                .containsExactly(
                        "Sparse-TS on fixed-arms: it takes a context and ids of arms, where this environment has only vectors");
        Map<String, Double> regret = run(plan);
        assertThat(regret).containsOnlyKeys("Auto by Auto", "Auto by Greedy", "Random by -");
        assertThat(regret.get("Auto by Auto")).isLessThan(regret.get("Random by -") / 2);
    }
}
