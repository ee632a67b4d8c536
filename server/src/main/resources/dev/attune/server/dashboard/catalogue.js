// Policies and tuners that the form offers. A test compares them with the library's catalogue.

export const POLICIES = [
  ['LinUCB', 'upper confidence bound of a linear model'],
  ['LinTS', 'Thompson sampling for a linear model'],
  ['LinUCB-disjoint', 'LinUCB with a model for each arm'],
  ['LinTS-disjoint', 'LinTS with a model for each arm'],
  ['LinUCB-hybrid', 'LinUCB with shared coefficients and some for each arm'],
  ['UCB-GLM', 'upper confidence bound of the score of a logistic model'],
  ['GLM-UCB', 'upper confidence bound of the mean of a logistic model'],
  ['GLM-TSL', 'Thompson sampling from the Laplace approximation of a logistic model'],
  ['Laplace-TS', 'Thompson sampling from a diagonal Gaussian, logistic'],
  ['GLOC', 'upper confidence bound around an online Newton learner, logistic'],
  ['SGD-TS', 'Thompson sampling around stochastic gradient descent, logistic'],
  ['Auto', 'chooses the model by prediction, from a mean for each arm to full covariance'],
  ['Sparse-TS', 'linear, a coefficient for each feature of each arm'],
  ['Sparse-TS-logistic', 'logistic, a coefficient for each feature of each arm'],
  ['Sparse-TS-Poisson', 'counts as rewards, a coefficient for each feature of each arm'],
  ['Random', 'every arm alike; the baseline'],
];

export const TUNERS = [
  ['VOI', 'explores as long as observing an arm pays for itself; the default of most other policies'],
  ['Auto', 'explores by the model that leads; the default of Auto'],
  ['RandUCB', 'a random exploration rate; learns nothing'],
  ['RandTS', 'a random scale of the draws; the default of Sparse-TS'],
  ['CDT', 'zooming Thompson sampling with restarts'],
  ['CDT-double', 'CDT with the epoch length chosen by EXP3'],
  ['Zooming', 'zooming by upper confidence bounds, no restarts'],
  ['OP', 'Beta Thompson sampling over candidate exploration rates'],
  ['TL', 'EXP3 over candidate exploration rates'],
  ['Syndicated', 'one EXP3 for each hyperparameter'],
  ['ED2RB', 'regret balancing over candidate exploration rates'],
  ['Theory', 'the setting that the policy’s publication prescribes'],
  ['Fixed', 'the preset in every round'],
];
