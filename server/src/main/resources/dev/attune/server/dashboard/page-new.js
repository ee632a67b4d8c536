// A form for a new bandit. Fields are checked while one types; problems that the service reports are shown at their fields.

import { get, send } from './api.js';
import { announce, h, toast } from './dom.js';
import { check, choice, decimal, fieldOf, formField, must, text } from './form.js';

const ADVANCED = 'Features, seed, warm-up, horizon, forgetting';
const INTERACTIONS = 'context x arm\ncontext x id';
const ON_VECTORS = 'For policies on vectors, such as LinUCB.';

class NewBandit extends HTMLElement {
  async connectedCallback() {
    const page = h('div', { class: 'form-page' });
    this.replaceChildren(
      h('div', { class: 'page-head' }, h('div', {},
        h('h1', { tabindex: -1 }, 'New bandit'),
        h('p', { class: 'lead' }, 'Only the name is required; all other fields have defaults.'))),
      page);
    try {
      this.algorithms = await get('v1/algorithms');
      this.show(page);
    } catch (problem) {
      page.replaceChildren(h('p', { class: 'banner bad', role: 'alert' }, problem.message));
    }
  }

  show(page) {
    const { [ADVANCED]: advanced, ...groups } = makeFields(this.algorithms);
    this.fields = [...Object.values(groups).flat(), ...advanced];
    this.problem = h('p', { class: 'banner bad', role: 'alert', tabindex: -1, hidden: true });
    this.preview = h('pre');
    this.button = h('button', { type: 'submit', class: 'primary' }, 'Create');
    this.advanced = h('details', {}, h('summary', {}, ADVANCED), h('fieldset', {}, advanced.map(each => each.el)));
    this.form = h('form', { class: 'form', novalidate: true, onsubmit: event => this.submit(event) },
      this.problem,
      Object.entries(groups).map(([title, fields]) => h('section', { class: 'panel' }, h('fieldset', {}, h('legend', {}, title), fields.map(each => each.el)))),
      h('section', { class: 'panel' }, this.advanced),
      h('p', { class: 'small muted' }, 'The new bandit is written to the journal and shown in the audit log.'),
      h('div', { class: 'form-buttons' }, this.button, h('a', { class: 'button', href: '#/' }, 'Cancel')));
    this.fields.forEach(field => field.input.addEventListener('input', () => {
      field.check();
      this.refresh();
    }));
    page.replaceChildren(this.form, h('aside', { class: 'panel preview' }, h('h2', {}, 'What will be sent'), this.preview));
    this.refresh();
  }

  field(path) {
    return this.fields.find(each => each.path === path);
  }

  refresh() {
    const describe = (path, list, byDefault) => {
      const { input, hint } = this.field(path);
      hint(input.value === '' ? byDefault : list.find(each => each.name === input.value)?.summary ?? '');
    };
    describe('policy', this.algorithms.policies, 'for named features of any kind and number');
    describe('tuner', this.algorithms.tuners, 'what suits the policy');
    this.field('defaultReward').el.hidden = this.field('noReward').input.value === 'nothing';
    this.preview.textContent = `POST /v1/bandits\n${JSON.stringify(this.request(), null, 2)}`;
  }

  request() {
    const request = {};
    this.fields.forEach(field => field.put(request));
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

/** The fields by group, with the service's defaults and the checks that need no service. algorithms: the answer of v1/algorithms. */
function makeFields(algorithms) {
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
  noReward.put = request => {
    if (noReward.input.value === 'nothing') {
      request.defaultReward = null;
    }
  };
  const value = formField({
    path: 'defaultReward', label: 'Value to learn', input: decimal({ value: '0' }), preset: '0', read: Number,
    check: each => number(each) ?? (each === '' || (Number(each) >= Number(low.input.value) && Number(each) <= Number(high.input.value)) ? null : 'It must lie within the rewards.'),
  });
  return {
    'What it is': [
      formField({ path: 'name', label: 'Name', hint: 'Part of its address, such as front-page.', wide: true, input: text({ required: true, maxlength: 200 }), check: name }),
      formField({ path: 'policy', label: 'Policy', input: choice([['', 'Default'], ...options(algorithms.policies)], '') }),
      formField({ path: 'tuner', label: 'Tuner', input: choice([['', 'Default'], ...options(algorithms.tuners)], '') }),
      formField({
        path: 'arms', label: 'Arms', wide: true, hint: 'Ids, one a line. They can also come with every request, or later with features as a catalogue.',
        input: h('textarea', { rows: 4, spellcheck: 'false' }), check: armsCheck, read: lines,
      }),
    ],
    Rewards: [
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
    ],
    Exploration: [
      formField({
        path: 'floor', label: 'Uniform share', input: decimal({ value: '0.02' }), preset: '0', check: probability, read: Number,
        hint: 'Share of decisions with an arm drawn at random. With 0, the uplift of tuners without probabilities stays unknown, and other policies cannot be valued on the journal.',
      }),
    ],
    [ADVANCED]: [
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
      formField({ path: 'seed', label: 'Seed', hint: 'Drawn by the service unless given.', input: decimal({}), check: whole(Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER), read: Number }),
      formField({ path: 'warmup', label: 'Warm-up', hint: 'Rounds at random before learning counts.', input: decimal({ value: '0' }), preset: '0', check: whole(0, Infinity), read: Number }),
      formField({ path: 'horizon', label: 'Horizon', hint: 'Rounds to plan for; some tuners need it.', input: decimal({ value: '0' }), preset: '0', check: whole(0, Infinity), read: Number }),
      formField({
        path: 'forgetting', label: 'Forgetting', hint: 'detected: when the world changes; none; or the rewards that a fixed memory holds, such as 2000.', input: text({ value: 'detected' }), preset: 'detected',
        check: must.be(/^(detected|none|[1-9]\d{1,17})$/, 'detected, none, or a whole number from 10.'),
      }),
    ],
  };
}

function lines(value) {
  return value.split(/\r?\n/).map(line => line.trim()).filter(line => line !== '');
}

function armsCheck(value) {
  const ids = lines(value);
  const twice = ids.find((id, i) => ids.indexOf(id) !== i);
  return twice !== undefined ? `${twice} occurs twice.` : ids.some(id => id.length > 200) ? 'An id has at most 200 characters.' : null;
}

customElements.define('attune-new', NewBandit);
