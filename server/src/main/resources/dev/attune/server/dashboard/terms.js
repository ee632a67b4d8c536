// Two sentences for each term that a "?" explains, by the title of the panel or figure.

export const TERMS = {
  'Reward over time': 'The mean reward of each step of time, with its 95 % interval. The dashed line is what a random arm would have earned; a step that is not over yet is left out.',
  'Arms': 'How often each arm was chosen and what it earned when it was. “If always chosen” estimates what the arm would earn in every context, from random draws and known probabilities.',
  'Arms over time': 'The share of decisions of each arm. Colours belong to the ids of arms and stay the same.',
  'Segments': 'Rewards and arms by the values of a feature of the context. Only the most frequent values are kept, each since it became one.',
  'Exploring over time': 'The share of decisions for another arm than the one with the best estimate. Exploring is how the bandit learns what it does not know yet.',
  'Exploration rate over time': 'How strongly uncertainty counted when an arm was chosen: 0 takes the best estimate, more prefers uncertain arms. The scale is logarithmic with 0 at 0.001; the dark band contains the rates of the middle 80 % of decisions, the light one all.',
  'Cost of exploring': 'The estimated mean of the best arm minus that of the chosen one, summed. It uses the model’s own estimates, which are rough while a bandit is new.',
  'What if': 'A uniform share draws an arm at random in that share of decisions, which makes every arm’s value measurable. This shows what another share would cost by the estimates so far.',
  'Other policies': 'What single arms, random choice and other bandits would have earned on the decisions in the journal, estimated from the probabilities that were logged. A gain whose interval is above 0 is likely to be real.',
  'Propensities': 'How probable the chosen arm was when it was chosen. If all stand at 1, the bandit no longer tries anything else, and other arms cannot be valued.',
  'Alarms': 'Changes that the service noticed: rewards that differ from what the model predicts, or a model that was replaced. Higher rewards and a replaced model need no action.',
  'Model': 'The coefficients that the model has learnt, the surest first. A positive one raises the estimated reward of the arm.',
  'Recent decisions': 'The last decisions with the reason for each. Paused by itself while you read: choose “Resume” for newer ones.',
  'Why the last arm was chosen': 'Each line is an arm: its estimate at rate 0, and what its uncertainty adds with a growing exploration rate. The arm on top at the rate in force is chosen.',
  'Settings that the tuner tries': 'The tuner tries settings of the exploration rate and keeps to those that earn most. Each region shrinks as it is tried.',
  'Reward per decision': 'The mean of all rewards that were learnt in this range of time. Below it stands the 95 % interval.',
  'Uplift over a random arm': 'What a decision earns beyond a uniformly random arm, estimated from known probabilities or from random draws. It is not known yet if there are too few of them.',
  'Exploring': 'The share of decisions for another arm than the one with the best estimate, in this range of time.',
  'Waiting for a reward': 'Decisions whose reward window is still open, now. Expired ones ended without a reward, since the beginning.',
  'Decisions': 'Decisions of the chosen range of time; below, the rate of the last minute and the total.',
};
