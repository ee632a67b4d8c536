package vowpalWabbit.responses;

/** Stands for the class of the binding with this name. */
public final class ActionProbs {
    private final ActionProb[] all;

    /** Arms with their probabilities. */
    public ActionProbs(ActionProb[] all) {
        this.all = all;
    }

    /** The arms. */
    public ActionProb[] getActionProbs() {
        return all;
    }
}
