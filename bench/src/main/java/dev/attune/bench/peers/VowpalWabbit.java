package dev.attune.bench.sparse;

import dev.attune.lab.env.WordWorld;
import dev.attune.lab.env.WordWorld.Visit;
import dev.attune.math.RoundRandom;
import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Array;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntToDoubleFunction;

/**
 * Vowpal Wabbit through its Java binding, {@code com.github.vowpalwabbit:vw-jni}, called by reflection: Attune does not depend on it, and it takes part
 * if the context class loader has it.
 *
 * <p>A visit becomes a multi-line example in Vowpal Wabbit's text format, the only one that the binding takes: a shared line with the words and a line
 * for each arm with its id, as two namespaces whose pairs are features ({@code -q}). Text of contexts and arms is made before the clock starts. The arm
 * is drawn from the probabilities that {@code predict} returns; {@code learn} gets the same example with the label. The cost is 1 - reward, in
 * the range [0, 1] that RegCB assumes by default. Tried beside it on three worlds: -reward with the range [-1, 0], which earned less in most cases.
 */
final class VowpalWabbit {
    /** Maven coordinates of the binding. */
    static final String COORDINATES = "com.github.vowpalwabbit:vw-jni:9.3.0";

    private static final String COMMON = "--quiet --cb_explore_adf -q wa ";

    private static final long DRAWS = 0x5677_6277L; // keeps the draws of arms apart from those of visits

    private final Method create;
    private final Method predict;
    private final Method learn;
    private final Method actionProbs;
    private final Method action;
    private final Method probability;

    private VowpalWabbit(ClassLoader loader) throws ReflectiveOperationException {
        Class<?> learner = Class.forName("vowpalWabbit.learner.VWTypedLearner", true, loader);
        create = Class.forName("vowpalWabbit.learner.VWLearners", true, loader).getMethod("create", String.class);
        predict = learner.getMethod("predict", String[].class);
        learn = learner.getMethod("learn", String[].class);
        actionProbs = Class.forName("vowpalWabbit.responses.ActionProbs", true, loader)
                .getMethod("getActionProbs");
        Class<?> actionProb = Class.forName("vowpalWabbit.responses.ActionProb", true, loader);
        action = actionProb.getMethod("getAction");
        probability = actionProb.getMethod("getProbability");
    }

    /**
     * Returns the binding if it is on the class path.
     *
     * @throws IllegalStateException if it is, but is another version or its native library does not load
     */
    static Optional<VowpalWabbit> find() {
        try {
            return Optional.of(new VowpalWabbit(Thread.currentThread().getContextClassLoader()));
        } catch (ClassNotFoundException e) {
            return Optional.empty();
        } catch (ReflectiveOperationException | LinkageError e) {
            throw new IllegalStateException(
                    "Vowpal Wabbit is on the class path but does not work here (it needs Linux on x86-64, and "
                            + COORDINATES + "): " + e,
                    e);
        }
    }

    /** Returns the options of each exploration by the prefix of its figures. */
    static Map<String, String> explorations() {
        Map<String, String> explorations = new LinkedHashMap<>();
        explorations.put("epsilon", "--epsilon 0.05");
        explorations.put("squarecb", "--squarecb");
        explorations.put("regcbopt", "--regcbopt --mellowness 0.001");
        explorations.put(
                "regcbopt.b22",
                "--regcbopt --mellowness 0.001 -b 22"); // 2^22 weights instead of 2^18: fewer collisions
        return explorations;
    }

    /** Returns a learner with the options of an exploration. */
    Player player(String exploration, List<Visit> visits, long seed) {
        Closeable learner = (Closeable) call(create, VowpalWabbit.class, COMMON + exploration);
        String[][] examples = visits.stream().map(VowpalWabbit::example).toArray(String[][]::new);
        return new Player() {
            private final RoundRandom rng = new RoundRandom(seed, 0);

            @Override
            public double play(int visit, IntToDoubleFunction reward) {
                String[] example = examples[visit];
                Object pmf = call(actionProbs, call(predict, learner, (Object) example));
                rng.reset(seed ^ DRAWS, visit + 1);
                double left = rng.nextDouble();
                int drawn = -1;
                double p = 0;
                while (left >= 0 && drawn < visits.get(visit).arms().size() - 1) {
                    drawn++;
                    p = (float) call(probability, Array.get(pmf, drawn));
                    left -= p;
                }
                int arm = (int) call(action, Array.get(pmf, drawn));
                double y = reward.applyAsDouble(arm);
                String[] labelled = example.clone();
                labelled[1 + arm] = "0:" + (1 - y) + ":" + p + " " + example[1 + arm];
                call(learn, learner, (Object) labelled);
                return y;
            }

            @Override
            public void close() {
                try {
                    learner.close();
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            }
        };
    }

    /** The shared line and a line for each arm. */
    private static String[] example(Visit visit) {
        StringBuilder shared = new StringBuilder("shared |w");
        visit.words().forEach((word, value) -> {
            shared.append(' ').append(WordWorld.wordName(word));
            if (value != 1) {
                shared.append(':').append(value);
            }
        });
        String[] lines = new String[1 + visit.arms().size()];
        Arrays.setAll(
                lines, i -> i == 0 ? shared.toString() : "|a " + visit.arms().get(i - 1));
        return lines;
    }

    /** Calls a method, of an object or static, in which case the object does not matter. */
    private static Object call(Method method, Object on, Object... arguments) {
        try {
            return method.invoke(on, arguments);
        } catch (InvocationTargetException e) {
            throw new IllegalStateException("Vowpal Wabbit: " + e.getCause(), e.getCause());
        } catch (IllegalAccessException e) {
            throw new IllegalStateException("Vowpal Wabbit: " + e, e);
        }
    }
}
