// A form for a new bandit. It checks what can be checked here; the service has the last word, and says it at the field.

import { send } from './api.js';
import { POLICIES, TUNERS } from './catalogue.js';
import { announce, h, toast } from './dom.js';
import { check, choice, decimal, fieldOf, formField, must, text } from './form.js';

const GREATEST_DIMENSION = 4096;

class NewBandit extends HTMLElement {
  connectedCallback() {
    const fields = this.fields = makeFields();
    const [name, policy, tuner, arms, low, high, window, learning, aggregation, noReward, value, floor, seed, warmup, horizon, ...encoder] = fields;
    this.problem = h('p', { class: 'banner bad', role: 'alert', tabindex: -1, hidden: true });
    this.preview = h('pre');
    this.button = h('button', { type: 'submit', class: 'primary' }, 'Create');
    const group = (title, ...members) => h('section', { class: 'panel' }, h('fieldset', {}, h('legend', {}, title), members.map(each => each.el ?? each)));
    const advanced = h('details', {}, h('summary', {}, 'Features, seed, warm-up, horizon'),
      h('fieldset', {}, [...encoder, seed, warmup, horizon].map(each => each.el)));
    this.form = h('form', { class: 'form', novalidate: true, onsubmit: event => this.submit(event) },
      this.problem,
      group('What it is', name, policy, tuner, arms),
      group('Rewards', low, high, window, learning, aggregation, noReward, value),
      group('Exploration', floor),
      h('section', { class: 'panel' }, advanced),
      h('p', { class: 'small muted' }, 'The new bandit is written to the journal and shown in the audit log.'),
      h('div', { class: 'form-buttons' }, this.button, h('a', { class: 'button', href: '#/' }, 'Cancel')));
    this.advanced = advanced;
    fields.forEach(field => field.input.addEventListener('input', () => {
      field.check();
      this.refresh();
    }));
    this.replaceChildren(
      h('div', { class: 'page-head' }, h('div', {},
        h('h1', { tabindex: -1 }, 'New bandit'),
        h('p', { class: 'lead' }, 'Only the name is needed; everything else has a sensible default.'))),
      h('div', { class: 'form-page' }, this.form, h('aside', { class: 'panel preview' }, h('h2', {}, 'What will be sent'), this.preview)));
    this.refresh();
  }

  refresh() {
    const field = path => this.fields.find(each => each.path === path);
    const summary = (list, key) => (list.find(([name]) => name === key) ?? [, ''])[1];
    field('policy').hint(summary(POLICIES, field('policy').input.value));
    field('tuner').hint(summary(TUNERS, field('tuner').input.value));
    this.fields.find(each => each.role === 'value').el.hidden = this.fields.find(each => each.role === 'noReward').input.value === 'nothing';
    this.preview.textContent = `POST /v1/bandits\n${JSON.stringify(this.request(), null, 2)}`;
  }

  request() {
    const request = {};
    this.fields.forEach(field => field.put(request));
    if (this.fields.find(each => each.role === 'noReward').input.value === 'nothing') {
      request.defaultReward = null;
    }
    if (request.rewards) {
      request.rewards = { low: 0, high: 1, ...request.rewards };
    }
    return request;
  }

  async submit(event) {
    event.preventDefault();
    this.problem.hidden = true;
    const wrong = this.fields.filter(field => !field.check());
    if (wrong.length) {
      this.pointTo(wrong[0]);
      announce(wrong.length === 1 ? 'One field needs another value.' : `${wrong.length} fields need other values.`);
      return;
    }
    this.button.disabled = true;
    try {
      const request = this.request();
      await send('POST', 'v1/bandits', request);
      toast(`${request.name} is created.`);
      location.hash = `#/bandit/${encodeURIComponent(request.name)}`;
    } catch (problem) {
      this.refuse(problem);
    } finally {
      this.button.disabled = false;
    }
  }

  /** A problem goes to its field; one without a field to the top. */
  refuse(problem) {
    const path = problem.field ?? (problem.status === 409 ? 'name' : null);
    const field = path === null ? undefined : fieldOf(this.fields, path);
    if (field) {
      field.complain(problem.field === field.path || problem.field === null ? problem.message : `${problem.field}: ${problem.message}`);
      this.pointTo(field);
      announce(problem.message);
    } else {
      this.problem.textContent = path === null ? problem.message : `${path}: ${problem.message}`;
      this.problem.hidden = false;
      this.problem.focus();
    }
  }

  pointTo(field) {
    if (this.advanced.contains(field.el)) {
      this.advanced.open = true;
    }
    field.input.focus();
  }
}

function makeFields() {
  const whole = (least, most) => must.whole(least, most, most === Infinity ? `A whole number, ${least} or more.` : `A whole number from ${least} to ${most}.`);
  const number = must.number(-Infinity, Infinity, 'A number.');
  const probability = must.number(0, 1, 'A number from 0 to 1.');
  const name = value => (value === '' ? 'A bandit needs a name.'
    : value.length > 200 ? 'At most 200 characters.'
      : /^[A-Za-z0-9][A-Za-z0-9._-]*$/.test(value) ? null : 'Letters, digits, dots, dashes and underscores; a letter or digit first.');
  const options = list => list.map(([each]) => [each, each]);
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
    formField({ path: 'policy', label: 'Policy', input: choice(options(POLICIES), 'LinUCB'), preset: 'LinUCB' }),
    formField({ path: 'tuner', label: 'Tuner', input: choice(options(TUNERS), 'VOI'), preset: 'VOI' }),
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
    formField({ path: 'floor', label: 'Floor', hint: 'Share of decisions with an arm drawn at random, such as 0.01. It makes logs fit for judging other policies.', input: decimal({ value: '0' }), preset: '0', check: probability, read: Number }),
    formField({ path: 'seed', label: 'Seed', hint: 'Drawn by the service unless given.', input: decimal({}), check: whole(Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER), read: Number }),
    formField({ path: 'warmup', label: 'Warm-up', hint: 'Rounds at random before learning counts.', input: decimal({ value: '0' }), preset: '0', check: whole(0, Infinity), read: Number }),
    formField({ path: 'horizon', label: 'Horizon', hint: 'Rounds to plan for; some tuners want it.', input: decimal({ value: '0' }), preset: '0', check: whole(0, Infinity), read: Number }),
    formField({ path: 'encoder.dimension', label: 'Coefficients', hint: 'Features share this many by hashing.', input: decimal({ value: '64' }), preset: '64', check: whole(1, GREATEST_DIMENSION), read: Number }),
    formField({ path: 'encoder.armIdentity', label: 'Arms’ ids as a feature', input: choice([['auto', 'where an arm has no other'], ['always', 'always'], ['never', 'never']], 'auto'), preset: 'auto' }),
    formField({
      path: 'encoder.interactions', label: 'Interactions', wide: true, hint: 'One a line, such as context x arm or context.country x arm.genre.',
      input: h('textarea', { rows: 2, spellcheck: 'false', value: 'context x arm' }), preset: 'context x arm', read: lines,
    }),
    formField({ path: 'encoder.standardise', label: 'Bring numbers to one scale', input: check(true) }),
    formField({ path: 'encoder.bias', label: 'A coefficient that is always there', input: check(true) }),
    formField({ path: 'encoder.contextAlone', label: 'The context by itself', input: check(true) }),
    formField({ path: 'encoder.armAlone', label: 'The arm by itself', input: check(true) }),
    formField({ path: 'encoder.unitNorm', label: 'Vectors of length 1', input: check(false) }),
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

customElements.define('attune-new', NewBandit);
