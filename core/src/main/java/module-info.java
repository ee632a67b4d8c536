/** Contextual bandit policies that take their hyperparameters from outside, with the models and kernels below them. */
module dev.attune.core {
    exports dev.attune;
    exports dev.attune.api;
    exports dev.attune.encode;
    exports dev.attune.math;
    exports dev.attune.model;
    exports dev.attune.policy;
    exports dev.attune.state;
    exports dev.attune.tuner;
}
