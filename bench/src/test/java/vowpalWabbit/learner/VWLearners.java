package vowpalWabbit.learner;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import vowpalWabbit.responses.ActionProb;
import vowpalWabbit.responses.ActionProbs;

/** Stands for the class of the binding with this name: notes what it is given, and chooses the last arm with probability 3/4. */
public final class VWLearners {
    /** All calls since the list was cleared. */
    public static final List<String> CALLS = new ArrayList<>();

    private VWLearners() {}

    /** Makes a learner, as the binding does. */
    public static VWTypedLearner create(String options) {
        CALLS.add("create " + options);
        return new VWTypedLearner() {
            @Override
            public Object predict(String[] example) {
                CALLS.add("predict " + Arrays.toString(example));
                int arms = example.length - (example[0].startsWith("shared") ? 1 : 0);
                ActionProb[] pmf = new ActionProb[arms];
                for (int i = 0; i < arms; i++) { // sorted by probability, as the binding returns them
                    pmf[i] = new ActionProb(arms - 1 - i, i == 0 ? 0.75f : 0.25f / (arms - 1));
                }
                return new ActionProbs(pmf);
            }

            @Override
            public Object learn(String[] example) {
                CALLS.add("learn " + Arrays.toString(example));
                return new ActionProbs(new ActionProb[0]);
            }

            @Override
            public void close() {
                CALLS.add("close");
            }
        };
    }
}
