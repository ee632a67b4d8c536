/** Features by name: numbers, texts, flags, lists of texts or lists of numbers. */
export type Features = Record<string, number | string | boolean | string[] | number[]>;

/** An arm: its id, or its id and its features. */
export type Arm = string | { id: string; features?: Features };

/** A request for a decision. Without arms, those of the bandit's catalogue are on offer. */
export interface DecisionRequest {
  arms?: Arm[];
  context?: Features;
  /** Restricts the catalogue to some arms. */
  armIds?: string[];
  /** Required version of the catalogue. */
  catalogue?: number;
  /** Number of arms to show, the chosen one included; 1 by default. */
  top?: number;
  /** For the same id the service always makes the same decision. The client generates one if it is missing. */
  id?: string;
}

/** A choice of the caller. */
export interface Observation extends Omit<DecisionRequest, 'top'> {
  probability?: number;
  reward?: number;
}

export interface Decision {
  /** What a reward refers to; signed by the service. */
  id: string;
  arm: string;
  /** Probability of the choice; null if it is not known. */
  probability: number | null;
  setting: Record<string, number>;
  round: number;
  /** Ids of the arms to show after it, best first. */
  ranking: string[];
  /** Whether this is the answer to an earlier request with the same id. */
  repeated: boolean;
}

export type Outcome = 'counted' | 'duplicate' | 'not-first' | 'late' | 'unknown';

export interface Reward {
  decision: string;
  value: number;
  /** However often a reward with an id is sent, it counts once. */
  id?: string;
}

export interface BanditSummary {
  name: string;
  policy: string;
  tuner: string;
  paused: boolean;
  decisions: number;
  learnt: number;
  waiting: number;
}

/** A bandit in full, with the fields of the API description. */
export interface BanditInfo {
  name: string;
  state: { paused: boolean; decisions: number; learnt: number; waiting: number; expired: number; [field: string]: unknown };
  [field: string]: unknown;
}

export interface ClientOptions {
  /** The key that the service knows this program by. */
  key?: string;
  /** Milliseconds that one attempt may take; 10,000 by default. */
  timeout?: number;
  /** Milliseconds for which a call is retried before it fails; 30,000 by default, 0 for never. */
  retryFor?: number;
}

export const UNREACHABLE: 'unreachable';
export const REPLAY_MISMATCH: 'replay-mismatch';

/** The service rejected a request, or could not be reached for as long as the client tries. */
export class AttuneError extends Error {
  /** Status of the answer; 0 without one. */
  readonly status: number;
  /** What kind of problem, such as 'invalid-request', 'name-taken' or 'paused'. */
  readonly kind: string;
  /** Path of the field that is invalid; empty if there is none. */
  readonly field: string;
  /** One sentence for people. */
  readonly detail: string;
}

/** A client of the decision service. */
export class AttuneClient {
  constructor(address: string, options?: ClientOptions);
  /** Requests a decision. */
  decide(bandit: string, request?: DecisionRequest): Promise<Decision>;
  /** Requests many decisions; all are rejected if one is. */
  decideAll(bandit: string, requests: DecisionRequest[]): Promise<Decision[]>;
  /** Records a choice of the caller, from which the bandit learns. */
  observe(bandit: string, arm: string, request?: Observation): Promise<Decision>;
  /** Rewards a decision. */
  reward(decision: string, value: number, options?: { id?: string }): Promise<Outcome>;
  /** Rewards many decisions, of any bandits; outcomes are in order. */
  rewardAll(rewards: Reward[]): Promise<Outcome[]>;
  /** Explains a past decision. */
  explain(decision: string): Promise<Record<string, unknown>>;
  /** Creates a bandit; everything but the name has a default. */
  create(name: string, definition?: Record<string, unknown>): Promise<BanditInfo>;
  /** Returns all bandits, by name. */
  list(): Promise<BanditSummary[]>;
  inspect(bandit: string): Promise<BanditInfo>;
  /** Pauses a bandit: requests for decisions are rejected, rewards are still accepted. */
  pause(bandit: string): Promise<void>;
  resume(bandit: string): Promise<void>;
  delete(bandit: string): Promise<void>;
  /** Changes the share of rounds with a uniformly random arm: to a number, or to one that decays to a number, as it does by default. */
  floor(bandit: string, share: number | { decayTo: number }): Promise<void>;
  /** Changes what the bandit is compared with: a random arm, a named one, or an old system with its share of the traffic. The comparison begins anew. */
  control(bandit: string, control: 'random' | { arm: string } | { oldSystem: number }): Promise<void>;
  /** Begins the comparison with the control anew, with decisions from now on. */
  count(bandit: string): Promise<void>;
  /** Says that somebody has seen an alarm, which then needs no attention. Its number is the id in the statistics of the bandit. */
  acknowledge(bandit: string, alarm: number): Promise<void>;
  /** Registers the arms that requests may refer to; returns the version of the catalogue. */
  catalogue(bandit: string, arms: Arm[]): Promise<number>;
  /** Removes an arm from the catalogue. */
  retire(bandit: string, arm: string): Promise<void>;
}
