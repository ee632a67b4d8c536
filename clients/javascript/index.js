/**
 * A client of the Attune decision service, for Node.js 18 or newer. It has no dependencies.
 *
 *   import { AttuneClient } from 'attune-client';
 *
 *   const attune = new AttuneClient('http://localhost:8080');
 *   await attune.create('drinks');
 *   const decision = await attune.decide('drinks', { arms: ['tea', 'coffee'], context: { country: 'DE', age: 31 } });
 *   show(decision.arm);
 *   await attune.reward(decision.id, 1);   // later, from any machine
 *
 * If the service cannot be reached, is busy or limits the rate of the key, a call is retried with growing pauses. Decisions, observations
 * and rewards carry ids, so none of them counts twice.
 */

import { randomUUID } from 'node:crypto'; // global from Node.js 20 on

/** The kind of a failure without an answer of the service. */
export const UNREACHABLE = 'unreachable';

/** The kind of a failure to explain a decision: its replay differs from the journal. */
export const REPLAY_MISMATCH = 'replay-mismatch';

const FIRST_PAUSE = 100; // milliseconds; doubled each time
const LONGEST_PAUSE = 3000;
const TRY_LATER = new Set([429, 503]);
const PROBLEM = 'urn:attune:problem:';
// Node's codes of failures to connect: nothing was sent, so nothing was carried out.
const NOT_SENT = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'UND_ERR_CONNECT_TIMEOUT']);

/** The service rejected a request, or could not be reached for as long as the client tries. */
export class AttuneError extends Error {
  constructor(status, kind, field, detail, cause) {
    super(status ? `${status} ${kind}${field ? ` (${field})` : ''}: ${detail}` : detail, { cause });
    this.name = 'AttuneError';
    this.status = status;
    this.kind = kind;
    this.field = field;
    this.detail = detail;
  }
}

export class AttuneClient {
  #base;
  #key;
  #timeout;
  #retryFor;

  constructor(address, { key = '', timeout = 10_000, retryFor = 30_000 } = {}) {
    if (!/^https?:\/\/[^/]+/.test(address)) {
      throw new TypeError(`${address} is not the address of a service; an example is http://localhost:8080`);
    }
    this.#base = address.replace(/\/+$/, '');
    this.#key = key;
    this.#timeout = timeout;
    this.#retryFor = retryFor;
  }

  async decide(bandit, request = {}) {
    return decision(await this.#send('POST', `${path(bandit)}/decisions`, named(request)));
  }

  async decideAll(bandit, requests) {
    const answer = await this.#send('POST', `${path(bandit)}/decisions/batch`, { requests: requests.map(named) });
    return answer.decisions.map(decision);
  }

  async observe(bandit, arm, request = {}) {
    return decision(await this.#send('POST', `${path(bandit)}/observations`, { ...named(request), arm }));
  }

  async reward(id, value, { id: rewardId = '' } = {}) {
    const target = `/v1/decisions/${encodeURIComponent(id)}/reward`;
    let outcome;
    try {
      outcome = (await this.#send('POST', target, { value, id: rewardId || unique() })).outcome;
    } catch (e) {
      outcome = e instanceof AttuneError && { 'late-reward': 'late', 'not-found': 'unknown' }[e.kind];
      if (!outcome) throw e;
    }
    return own(rewardId, outcome);
  }

  async rewardAll(rewards) {
    const body = { rewards: rewards.map((one) => ({ decision: one.decision, value: one.value, id: one.id || unique() })) };
    const { outcomes } = await this.#send('POST', '/v1/rewards', body);
    return outcomes.map((outcome, i) => own(rewards[i].id, outcome));
  }

  async explain(id) {
    const body = await this.#send('GET', `/v1/decisions/${encodeURIComponent(id)}/explanation`);
    if (!body.replay?.matches) {
      throw new AttuneError(200, REPLAY_MISMATCH, '', body.replay?.detail ?? 'the replay does not match');
    }
    return body;
  }

  create(name, definition = {}) {
    return this.#send('POST', '/v1/bandits', { ...definition, name }, true);
  }

  async list() {
    const all = [];
    let after = '';
    do {
      const page = await this.#send('GET', `/v1/bandits${after && `?after=${encodeURIComponent(after)}`}`);
      all.push(...page.bandits);
      after = page.next ?? '';
    } while (after);
    return all;
  }

  inspect(bandit) {
    return this.#send('GET', path(bandit));
  }

  async pause(bandit) {
    await this.#send('POST', `${path(bandit)}/pause`);
  }

  async resume(bandit) {
    await this.#send('POST', `${path(bandit)}/resume`);
  }

  async delete(bandit) {
    await this.#send('DELETE', path(bandit), undefined, true);
  }

  async floor(bandit, share) {
    await this.#send('PUT', `${path(bandit)}/floor`, { floor: share });
  }

  async control(bandit, control) {
    await this.#send('PUT', `${path(bandit)}/control`, { control }, true);
  }

  async count(bandit) {
    await this.#send('POST', `${path(bandit)}/count`, undefined, true);
  }

  async acknowledge(bandit, alarm) {
    await this.#send('POST', `${path(bandit)}/alarms/${alarm}/acknowledge`);
  }

  async catalogue(bandit, arms) {
    return (await this.#send('PUT', `${path(bandit)}/catalogue`, { arms }, true)).version;
  }

  async retire(bandit, arm) {
    await this.#send('DELETE', `${path(bandit)}/arms/${encodeURIComponent(arm)}`, undefined, true);
  }

  /**
   * Sends a request until it is answered or time is up. A request with ids, or one that only reads, may be sent again in any case; with
   * onlyIfNotDone, one that may have been carried out is not.
   */
  async #send(method, target, body, onlyIfNotDone = false) {
    const url = this.#base + target;
    const headers = { Accept: 'application/json' };
    if (body !== undefined) headers['Content-Type'] = 'application/json';
    if (this.#key) headers.Authorization = `Bearer ${this.#key}`;
    const data = body === undefined ? undefined : JSON.stringify(body);
    const until = performance.now() + this.#retryFor;
    for (let pause = FIRST_PAUSE; ; pause = Math.min(2 * pause, LONGEST_PAUSE)) {
      let failure;
      let asked = 0;
      try {
        const response = await fetch(url, {
          method, headers, body: data, redirect: 'manual', signal: AbortSignal.timeout(this.#timeout),
        });
        const text = await response.text();
        if (!TRY_LATER.has(response.status)) return read(url, response.status, text);
        failure = problem(url, response.status, text);
        if (onlyIfNotDone && failure.kind === 'stopped') throw failure;
        asked = 1000 * (Number(response.headers.get('Retry-After')) || 0);
      } catch (e) {
        if (e instanceof AttuneError) throw e;
        const cause = e.cause ?? e;
        failure = new AttuneError(0, UNREACHABLE, '', `${method} ${url} got no answer: ${cause.code ?? cause.message}`, e);
        if (onlyIfNotDone && !NOT_SENT.has(cause.code)) throw failure;
      }
      if (performance.now() + Math.max(asked, pause) >= until) throw failure;
      const least = Math.max(asked, pause / 2); // the rest is random, or all clients would return together
      await new Promise((resume) => setTimeout(resume, least + (Math.random() * pause) / 2));
    }
  }
}

function read(url, status, text) {
  if (status < 200 || status > 299) throw problem(url, status, text);
  if (!text) return {};
  try {
    return JSON.parse(text);
  } catch {
    throw new AttuneError(0, UNREACHABLE, '', `${url} did not answer with JSON`);
  }
}

function problem(url, status, text) {
  let body;
  try {
    body = JSON.parse(text);
  } catch {
    body = null;
  }
  if (!String(body?.type).startsWith(PROBLEM)) { // a proxy, or another service
    return new AttuneError(status, UNREACHABLE, '', `${url} is not answered by Attune`);
  }
  return new AttuneError(status, body.type.slice(PROBLEM.length), body.field ?? '', body.detail ?? body.title ?? '');
}

function decision({ decision: id, ...rest }) {
  return { id, ...rest };
}

function named(request) {
  return { ...request, id: request.id || unique() };
}

/** A generated id is unique, so a duplicate is an earlier attempt of the same call, which counted. */
function own(id, outcome) {
  return !id && outcome === 'duplicate' ? 'counted' : outcome;
}

function path(bandit) {
  return `/v1/bandits/${encodeURIComponent(bandit)}`;
}

function unique() {
  return randomUUID();
}
