package dev.attune;

import static org.assertj.core.api.Assertions.assertThat;

import dev.attune.api.ActionSet;
import dev.attune.api.ExplorationPath;
import dev.attune.api.ModelBank;
import dev.attune.api.ModelExplanation;
import dev.attune.api.ModelExplanation.Candidate;
import dev.attune.api.Posterior;
import dev.attune.encode.Features;
import dev.attune.policy.LinUcb;
import dev.attune.state.Checkpoint;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class ExplainTest {
    private static final int ENVELOPE = 20; // bytes around a state and its name

    /** An object that answers some methods by name; others do what the interface says. */
    private static <T> T stub(Class<T> type, Map<String, Object> answers) {
        InvocationHandler handler = (proxy, method, arguments) -> {
            if (answers.containsKey(method.getName())) {
                Object answer = answers.get(method.getName());
                return answer instanceof List<?> list ? list.get((Integer) arguments[0]) : answer;
            }
            return method.isDefault() ? InvocationHandler.invokeDefault(proxy, method, arguments) : null;
        };
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler));
    }

    @Test
    void theModelThatPredictsBestIsNamedWithItsLead() {
        Bandit bandit = Attune.bandit().seed(3).uniformShare(0).build();
        assertThat(bandit.explain().summary()).startsWith("No model has predicted better than the others yet; ");
        Random random = new Random(4);
        for (int t = 0; t < 1_000; t++) {
            String country = random.nextBoolean() ? "DE" : "FR";
            Decision made = bandit.decide(Features.of("country", country, "age", random.nextInt(60)), "tea", "coffee");
            boolean right = made.arm().equals("tea") == country.equals("DE");
            bandit.reward(made, (right ? 1 : 0) + .3 * random.nextGaussian());
        }
        ModelExplanation why = bandit.explain();

        assertThat(why.candidates()).hasSizeGreaterThan(2);
        assertThat(why.candidates())
                .extracting(Candidate::name)
                .doesNotHaveDuplicates()
                .contains("mean of each arm");
        assertThat(why.leader()).isNotEqualTo("mean of each arm");
        List<Candidate> others = why.candidates().stream()
                .filter(candidate -> !candidate.name().equals(why.leader()))
                .toList();
        assertThat(others).hasSize(why.candidates().size() - 1).allMatch(other -> other.evidence() <= 0);
        Candidate best = others.stream()
                .filter(other -> other.rejected().isEmpty())
                .max(Comparator.comparingDouble(Candidate::evidence))
                .orElseThrow();
        assertThat(why.runnerUp()).contains(best);
        assertThat(why.lead()).isEqualTo(-best.evidence()).isPositive();
        assertThat(why.rewards()).isEqualTo(1_000);
        assertThat(why.coefficients()).isPositive();
        assertThat(why.bytes()).isBetween(500L, (long) bandit.save().length);
        assertThat(why.toString())
                .startsWith("Predicts best: " + why.leader() + "; ")
                .contains(" ahead of " + best.name() + " in log-likelihood", "mean of each arm", " behind");
        assertThat(Bandit.load(bandit.save()).explain()).isEqualTo(why);
    }

    @Test
    void aPolicyWithOneModelSaysSo() {
        Bandit bandit = Attune.bandit().vectors(3).policy("LinUCB").build();
        Decision made = bandit.decide(ActionSet.ofRows(new double[][] {{1, 0, 0}, {0, 1, 0}}));
        bandit.reward(made, 1);
        ModelExplanation why = bandit.explain();

        assertThat(why.leader()).isEqualTo("LinUCB");
        assertThat(why.candidates()).isEmpty();
        assertThat(why.lead()).isZero();
        assertThat(why.rewards()).isEqualTo(1);
        assertThat(why.coefficients()).isEqualTo(3);
        assertThat(why.toString())
                .startsWith("One model, LinUCB: there is nothing to choose.")
                .contains("3 coefficients, about ");
    }

    @Test
    void memoryIsTheSizeOfTheSavedModelAlsoOfABanditOfObjects() {
        LinUcb policy = new LinUcb(40);
        Bandit bandit = Attune.bandit().policy(policy).build();

        int name = policy.stateName().getBytes(StandardCharsets.UTF_8).length;
        assertThat(bandit.explain().bytes()).isEqualTo(Checkpoint.write(policy).length - ENVELOPE - name);
        assertThat(bandit.explain().summary()).contains(policy.stateName());
    }

    @Test
    void rejectionsChangesAndTheStartOfTheLeadAreReported() {
        ModelBank bank = stub(
                ModelBank.class,
                Map.of(
                        "candidates",
                        3,
                        "candidateName",
                        List.of("mean", "diagonal", "full"),
                        "evidence",
                        List.of(-30.0, -10.0, -4.0),
                        "rejected",
                        List.of("", "", "the context has too many terms"),
                        "leader",
                        1,
                        "leadingSince",
                        310L,
                        "size",
                        44,
                        "budget",
                        100,
                        "evicted",
                        7L));
        Posterior model = stub(
                Posterior.class,
                Map.of("bank", Optional.of(bank), "count", 900L, "changes", 2L, "lastChange", 640L, "dimension", 0));
        ModelExplanation why =
                ModelExplanation.of("Auto", stub(ExplorationPath.class, Map.of("posterior", model, "dimension", 0)));

        assertThat(why.runnerUp()).contains(new Candidate("mean", -20, "")); // the full model can no longer lead
        assertThat(why.rejected()).containsExactly(new Candidate("full", 6, "the context has too many terms"));
        assertThat(why.toString().lines())
                .containsExactly(
                        "Predicts best: diagonal; 20.0 ahead of mean in log-likelihood, leading since reward 310.",
                        "  full      rejected: the context has too many terms",
                        "  diagonal  leads",
                        "  mean      20.0 behind",
                        "2 changes of the world were detected, the last after 640 rewards: the model was replaced by a"
                                + " younger one.",
                        "44 coefficients of at most 100, 7 evicted, about 0 bytes.");
    }
}
