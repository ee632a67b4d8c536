package dev.attune.lab.evaluate;

/**
 * One event of a log as an estimator sees it, for one target policy.
 *
 * <pre>
 *   ratio    = pi(a) / p           how much likelier the target policy was to choose the logged arm a
 *   direct   = sum over arms of pi(k) q(k)
 *   residual = y - q(a)
 * </pre>
 *
 * @param ratio importance weight of the logged arm
 * @param reward what the logged arm earned, y
 * @param direct what the reward model q expects of the target policy
 * @param residual how much more was earned than q expected of the logged arm
 */
record Observation(double ratio, double reward, double direct, double residual) {
    /**
     * Works out what estimators need.
     *
     * @param target probability of each arm under the target policy
     * @param predicted reward of each arm that a model expects which has not seen this event
     * @param chosen the logged arm
     * @param propensity probability with which it was chosen; NaN where the log does not say, and then so is the ratio
     */
    static Observation of(double[] target, double[] predicted, int arms, int chosen, double propensity, double reward) {
        double direct = 0;
        for (int k = 0; k < arms; k++) {
            direct = Math.fma(target[k], predicted[k], direct);
        }
        return new Observation(target[chosen] / propensity, reward, direct, reward - predicted[chosen]);
    }

    /** The same for a policy that chooses one arm for certain. */
    static Observation ofChoice(int choice, double[] predicted, int chosen, double propensity, double reward) {
        double ratio = choice == chosen ? 1 / propensity : 0 * propensity; // NaN stays NaN
        return new Observation(ratio, reward, predicted[choice], reward - predicted[chosen]);
    }
}
