/**
 * Whether verdicts on bandits are right over their whole lives, how soon they come, and what the uniform share costs
 * that they need.
 */
package dev.attune.bench.verdict;
