package vowpalWabbit.learner;

import java.io.Closeable;

/** Stands for the interface of the binding with this name. */
public interface VWTypedLearner extends Closeable {
    /** Returns probabilities of arms. */
    Object predict(String[] example);

    /** Learns a labelled example. */
    Object learn(String[] example);
}
