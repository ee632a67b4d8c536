// The client against a real service, whose address is in the environment variable ATTUNE.

import assert from 'node:assert/strict';
import net from 'node:net';
import { test } from 'node:test';
import { AttuneClient, AttuneError, UNREACHABLE } from '../index.js';

const DRINKS = ['tea', 'coffee'];
const client = new AttuneClient(process.env.ATTUNE);

function onService(title, play) {
  test(title, async () => {
    const name = `javascript-${process.pid}-${title.replaceAll(/[^a-z]+/g, '-')}`;
    await client.create(name);
    try {
      await play(name);
    } finally {
      await client.delete(name);
    }
  });
}

onService('decides and rewards', async (name) => {
  const decision = await client.decide(name, { arms: DRINKS, context: { country: 'DE', age: 31, tags: ['new'] } });
  assert.ok(DRINKS.includes(decision.arm));
  assert.equal(decision.probability, 0.5);
  assert.equal(decision.round, 1);
  assert.equal(decision.repeated, false);
  assert.equal(await client.reward(decision.id, 1), 'counted');
  assert.equal(await client.reward(decision.id, 1), 'not-first');
});

onService('the same id gets the same decision', async (name) => {
  const first = await client.decide(name, { arms: DRINKS, id: 'order-17', top: 2 });
  const again = await client.decide(name, { arms: DRINKS, id: 'order-17', top: 2 });
  assert.equal(again.id, first.id);
  assert.deepEqual(again.ranking, first.ranking);
  assert.equal(first.ranking.length, 1);
  assert.equal(again.repeated, true);
});

onService('a reward with an id counts once', async (name) => {
  const { id } = await client.decide(name, { arms: DRINKS });
  assert.equal(await client.reward(id, 1, { id: 'click-1' }), 'counted');
  assert.equal(await client.reward(id, 1, { id: 'click-1' }), 'duplicate');
  assert.equal(await client.reward('AAAAAQAAAAAAAAABAAAAAAAAAAIAAAAAAAAAAAAAAAAAAAAA', 1), 'unknown');
});

onService('batches keep their order', async (name) => {
  const decisions = await client.decideAll(name, [{ arms: DRINKS }, { arms: DRINKS, context: { age: 3 } }]);
  assert.deepEqual(decisions.map((one) => one.round), [1, 2]);
  const outcomes = await client.rewardAll([{ decision: decisions[1].id, value: 1 }, { decision: 'nonsense', value: 1 }]);
  assert.deepEqual(outcomes, ['counted', 'unknown']);
});

onService('learns from choices of the caller', async (name) => {
  const seen = await client.observe(name, 'tea', { arms: DRINKS, probability: 0.2, reward: 1 });
  assert.equal(seen.arm, 'tea');
  assert.equal(await client.reward(seen.id, 1), 'not-first');
});

onService('catalogue, pause and floor', async (name) => {
  assert.equal(await client.catalogue(name, [{ id: 'tea', features: { price: 2.5 } }, 'coffee']), 1);
  await client.floor(name, 0.1);
  await client.control(name, { arm: 'tea' });
  await client.count(name);
  await assert.rejects(client.acknowledge(name, 7), (e) => e instanceof AttuneError && e.kind === 'not-found');
  assert.equal((await client.decide(name, { armIds: ['coffee'] })).arm, 'coffee');
  await client.retire(name, 'coffee');
  assert.equal((await client.decide(name)).arm, 'tea');
  await client.pause(name);
  await assert.rejects(client.decide(name), (e) => e instanceof AttuneError && e.kind === 'paused' && e.status === 409);
  await client.resume(name);
  assert.equal((await client.inspect(name)).state.decisions, 2);
  assert.ok((await client.list()).some((one) => one.name === name));
});

onService('explains a decision', async (name) => {
  const decision = await client.decide(name, { arms: DRINKS });
  assert.equal((await client.explain(decision.id)).arm, decision.arm);
});

onService('an error names the field', async (name) => {
  await assert.rejects(client.decide(name, { arms: ['tea', 'tea'] }),
    (e) => e.kind === 'invalid-request' && e.status === 400 && e.field.startsWith('arms[1]'));
});

// Answers are prepared, because a real service loses none on request.
async function serve(answers) {
  const bodies = [];
  const server = net.createServer((caller) => {
    let request = '';
    caller.on('error', () => {});
    caller.on('data', (some) => {
      request += some;
      if (!request.includes('}')) return;
      bodies.push(request.slice(request.indexOf('\r\n\r\n')));
      const [status, body] = answers.shift();
      request = '';
      if (status) {
        caller.end(`HTTP/1.1 ${status} X\r\nConnection: close\r\nContent-Length: ${body.length}\r\n\r\n${body}`);
      } else {
        caller.destroy();
      }
    });
  });
  await new Promise((ready) => server.listen(0, '127.0.0.1', ready));
  return { address: `http://127.0.0.1:${server.address().port}`, bodies, close: () => server.close() };
}

const OK = '{"decision":"x","arm":"tea","probability":null,"setting":{},"round":1,"ranking":[],"repeated":true}';

test('a lost answer is requested again with the same id', async () => {
  const service = await serve([[0, ''], [503, ''], [200, OK]]);
  assert.equal((await new AttuneClient(service.address).decide('drinks', { arms: ['tea'] })).arm, 'tea');
  assert.equal(service.bodies.length, 3);
  assert.equal(new Set(service.bodies).size, 1);
  assert.match(service.bodies[0], /"id":"[0-9a-f-]{36}"/);
  service.close();
});

test('a bandit is not created twice', async () => {
  const service = await serve([[0, ''], [200, OK]]);
  await assert.rejects(new AttuneClient(service.address).create('drinks'), (e) => e.kind === UNREACHABLE);
  assert.equal(service.bodies.length, 1);
  service.close();
});

test('gives up in time', async () => {
  const service = await serve([]);
  service.close();
  await assert.rejects(new AttuneClient(service.address, { retryFor: 300 }).decide('drinks', { arms: ['tea'] }),
    (e) => e.kind === UNREACHABLE && e.status === 0);
});

test('an address must be one', () => {
  assert.throws(() => new AttuneClient('localhost:8080'), /http:\/\/localhost:8080/);
});
