package dev.attune.bench.peers;

import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Array;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Vowpal Wabbit through its Java binding, {@code com.github.vowpalwabbit:vw-jni}, called by reflection: Attune does not depend on it, and it takes part
 * if the context class loader has it.
 *
 * <p>A round is a multi-line example in Vowpal Wabbit's text format, the only one that the binding takes: a line for each arm, after a line that all
 * arms share if there is one. The arm is drawn from the probabilities that {@code predict} returns; {@code learn} gets the same example with the label.
 */
public final class VowpalWabbit {
    /** Maven coordinates of the binding. */
    public static final String COORDINATES = "com.github.vowpalwabbit:vw-jni:9.3.0";

    /** The start of the line that all arms of an example share. */
    public static final String SHARED = "shared ";

    /** Options of epsilon-greedy exploration. */
    static final String EPSILON = "--epsilon 0.05";

    /** Options of SquareCB. */
    static final String SQUARE_CB = "--squarecb";

    /** Options of optimistic RegCB. */
    static final String REG_CB = "--regcbopt --mellowness 0.001";

    private static final String COMMON = "--quiet --cb_explore_adf ";

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
    public static Optional<VowpalWabbit> find() {
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

    /** Returns the options of each exploration by its name. */
    public static Map<String, String> explorations() {
        Map<String, String> explorations = new LinkedHashMap<>();
        explorations.put("epsilon", EPSILON);
        explorations.put("squarecb", SQUARE_CB);
        explorations.put("regcbopt", REG_CB);
        explorations.put("regcbopt.b22", REG_CB + " -b 22"); // 2^22 weights instead of 2^18: fewer collisions
        return explorations;
    }

    /** Returns a new learner with these options. */
    public Learner learner(String options) {
        return new Learner((Closeable) call(create, VowpalWabbit.class, COMMON + options));
    }

    /**
     * An arm that a learner chose.
     *
     * @param arm its position
     * @param probability with which it was drawn
     */
    public record Choice(int arm, double probability) {}

    /** A learner, with memory outside of the Java heap until it is closed. For one thread at a time. */
    public final class Learner implements AutoCloseable {
        private final Closeable learner;

        private Learner(Closeable learner) {
            this.learner = learner;
        }

        /**
         * Chooses an arm.
         *
         * @param example the lines of a round
         * @param uniform a uniform random number in [0, 1), which decides the draw
         */
        public Choice choose(String[] example, double uniform) {
            Object pmf = call(actionProbs, call(predict, learner, (Object) example));
            int arms = example.length - shared(example);
            double left = uniform;
            int drawn = -1;
            double p = 0;
            while (left >= 0 && drawn < arms - 1) {
                drawn++;
                p = (float) call(probability, Array.get(pmf, drawn));
                left -= p;
            }
            return new Choice((int) call(action, Array.get(pmf, drawn)), p);
        }

        /** Learns the cost of a choice from an example. */
        public void learn(String[] example, Choice choice, double cost) {
            String[] labelled = example.clone();
            int line = shared(example) + choice.arm;
            labelled[line] = "0:" + cost + ":" + choice.probability + " " + example[line];
            call(learn, learner, (Object) labelled);
        }

        private int shared(String[] example) {
            return example[0].startsWith(SHARED) ? 1 : 0;
        }

        @Override
        public void close() {
            try {
                learner.close();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
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
