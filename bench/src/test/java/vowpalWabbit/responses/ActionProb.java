package vowpalWabbit.responses;

/** Stands for the class of the binding with this name. */
public final class ActionProb {
    private final int action;
    private final float probability;

    /** An arm with its probability. */
    public ActionProb(int action, float probability) {
        this.action = action;
        this.probability = probability;
    }

    /** The arm. */
    public int getAction() {
        return action;
    }

    /** Its probability. */
    public float getProbability() {
        return probability;
    }
}
