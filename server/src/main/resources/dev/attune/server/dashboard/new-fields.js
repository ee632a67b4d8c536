// The fields of a new bandit, with the service's defaults and the checks that need no service.

import { h } from './dom.js';
import { check, choice, decimal, formField, must, text } from './form.js';

const INTERACTIONS = 'context x arm\ncontext x id';
const ON_VECTORS = 'For policies on vectors, such as LinUCB.';

/** @param algorithms what the service answers at v1/algorithms */
export function makeFields(algorithms) {
  const whole = (least, most) => must.whole(least, most, most === Infinity ? `A whole number, ${least} or more.` : `A whole number from ${least} to ${most}.`);
  const number = must.number(-Infinity, Infinity, 'A number.');
  const probability = must.number(0, 1, 'A number from 0 to 1.');
  const name = value => (value === '' ? 'A bandit needs a name.'
    : value.length > 200 ? 'At most 200 characters.'
      : /^[A-Za-z0-9][A-Za-z0-9._-]*$/.test(value) ? null : 'Letters, digits, dots, dashes and underscores; a letter or digit first.');
  const options = list => list.map(each => [each.name, each.name]);
  const low = formField({ path: 'rewards.low', label: 'Least reward', input: decimal({ value: '0' }), preset: '0', check: number, read: Number });
  const high = formField({
    path: 'rewards.high', label: 'Greatest reward', input: decimal({ value: '1' }), preset: '1', read: Number,
    check: value => number(value) ?? (Number(value) > Number(low.input.value) ? null : 'It must be above the least reward.'),
  });
  const noReward = formField({
    path: 'noReward', label: 'If no reward comes in time', input: choice([['value', 'learn a value'], ['nothing', 'learn nothing']], 'value'), preset: 'value',
    hint: 'A missing click is usually a reward of 0.',
  });
  noReward.role = 'noReward';
  noReward.put = () => {};
  const value = formField({
    path: 'defaultReward', label: 'Value to learn', input: decimal({ value: '0' }), preset: '0', read: Number,
    check: each => number(each) ?? (each === '' || (Number(each) >= Number(low.input.value) && Number(each) <= Number(high.input.value)) ? null : 'It must lie within the rewards.'),
  });
  value.role = 'value';
  return [
    formField({ path: 'name', label: 'Name', hint: 'Part of its address, such as front-page.', wide: true, input: text({ required: true, maxlength: 200 }), check: name }),
    formField({ path: 'policy', label: 'Policy', input: choice([['', 'Default'], ...options(algorithms.policies)], '') }),
    formField({ path: 'tuner', label: 'Tuner', input: choice([['', 'Default'], ...options(algorithms.tuners)], '') }),
    formField({
      path: 'arms', label: 'Arms', wide: true, hint: 'Ids, one a line. They can also come with every request, or later with features as a catalogue.',
      input: h('textarea', { rows: 4, spellcheck: 'false' }), check: armsCheck, read: lines,
    }),
    low,
    high,
    formField({
      path: 'window', label: 'Window', hint: 'How long a decision waits for its reward: 30s, 10m, 24h, 7d.', input: text({ value: '10m' }), preset: '10m',
      check: must.be(/^\d{1,12}(ms|s|m|h|d)$/, 'A whole number and ms, s, m, h or d, such as 10m.'),
    }),
    formField({ path: 'learning', label: 'Learn', input: choice([['window-end', 'when the window ends'], ['at-once', 'as soon as a reward comes']], 'window-end'), preset: 'window-end' }),
    formField({ path: 'aggregation', label: 'Of several rewards', input: choice([['first', 'the first counts'], ['last', 'the last counts'], ['sum', 'their sum counts']], 'first'), preset: 'first' }),
    noReward,
    value,
    formField({
      path: 'floor', label: 'Uniform share', input: decimal({ value: '0.02' }), preset: '0', check: probability, read: Number,
      hint: 'Share of decisions with an arm drawn at random. With 0, the uplift of tuners without probabilities stays unknown, and other policies cannot be valued on the journal.',
    }),
    formField({ path: 'seed', label: 'Seed', hint: 'Drawn by the service unless given.', input: decimal({}), check: whole(Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER), read: Number }),
    formField({ path: 'warmup', label: 'Warm-up', hint: 'Rounds at random before learning counts.', input: decimal({ value: '0' }), preset: '0', check: whole(0, Infinity), read: Number }),
    formField({ path: 'horizon', label: 'Horizon', hint: 'Rounds to plan for; some tuners want it.', input: decimal({ value: '0' }), preset: '0', check: whole(0, Infinity), read: Number }),
    formField({
      path: 'forgetting', label: 'Forgetting', hint: 'detected: when the world changes; none; or the rewards that a fixed memory holds, such as 2000.', input: text({ value: 'detected' }), preset: 'detected',
      check: must.be(/^(detected|none|[1-9]\d{1,17})$/, 'detected, none, or a whole number from 10.'),
    }),
    formField({ path: 'encoder.armIdentity', label: 'Arms’ ids as a feature', input: choice([['auto', 'where an arm has no other'], ['always', 'always'], ['never', 'never']], 'auto'), preset: 'auto' }),
    formField({
      path: 'encoder.interactions', label: 'Interactions', wide: true, hint: 'One a line, such as context x arm or context.country x arm.genre.',
      input: h('textarea', { rows: 2, spellcheck: 'false', value: INTERACTIONS }), preset: INTERACTIONS, read: lines,
    }),
    formField({ path: 'encoder.standardise', label: 'Bring numbers to one scale', input: check(true) }),
    formField({ path: 'encoder.bias', label: 'A coefficient that is always there', hint: ON_VECTORS, input: check(true) }),
    formField({ path: 'encoder.contextAlone', label: 'The context by itself', hint: ON_VECTORS, input: check(true) }),
    formField({ path: 'encoder.armAlone', label: 'The arm by itself', input: check(true) }),
    formField({ path: 'encoder.unitNorm', label: 'Features of an arm scaled to length 1', input: check(false) }),
  ];
}

function lines(value) {
  return value.split(/\r?\n/).map(line => line.trim()).filter(line => line !== '');
}

function armsCheck(value) {
  const ids = lines(value);
  const twice = ids.find((id, i) => ids.indexOf(id) !== i);
  return twice !== undefined ? `${twice} is there twice.` : ids.some(id => id.length > 200) ? 'An id has at most 200 characters.' : null;
}
