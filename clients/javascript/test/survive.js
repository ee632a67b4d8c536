// Makes decisions and rewards them, one after the other, and prints a line for each; the service may be killed meanwhile.
// Usage: node survive.js ADDRESS BANDIT ROUNDS

import { AttuneClient } from '../index.js';

const [address, bandit, rounds] = process.argv.slice(2);
const client = new AttuneClient(address, { retryFor: 120_000 });
for (let i = 0; i < Number(rounds); i++) {
  const decision = await client.decide(bandit, { arms: ['tea', 'coffee'], context: { country: 'DE' } });
  console.log(await client.reward(decision.id, 1));
}
