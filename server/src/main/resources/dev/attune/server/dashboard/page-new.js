// A form for a new bandit. Fields are checked while one types; problems that the service reports are shown at their fields.

import { get, send } from './api.js';
import { ARM_HINT, armComplaint, CONTROLS, SHARE_HINT, shareComplaint } from './control.js';
import { announce, h, toast } from './dom.js';
import { fieldOf, formField, lines } from './form.js';

const ADVANCED = 'Features, seed, warm-up, horizon, forgetting';
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
      const [algorithms, openApi] = await Promise.all([get('v1/algorithms'), get('openapi.json')]);
      this.algorithms = algorithms;
      this.show(page, makeFields(algorithms, openApi));
    } catch (problem) {
      page.replaceChildren(h('p', { class: 'banner bad', role: 'alert' }, problem.message));
    }
  }

  show(page, { [ADVANCED]: advanced, ...groups }) {
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
    for (const of of ['arm', 'oldSystem']) {
      this.field(`control.${of}`).el.hidden = this.field('control').input.value !== of;
    }
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

/** The schema of a field of a new bandit, such as rewards.low. */
function schemaOf(openApi, path) {
  const { schemas } = openApi.components;
  return path.split('.').reduce(({ properties }, name) => {
    const { $ref: to } = properties[name];
    return to ? schemas[to.split('/').at(-1)] : properties[name];
  }, schemas.NewBandit);
}

/** The fields by group. algorithms: the answer of v1/algorithms; openApi: that of openapi.json, which has the defaults and the rules. */
function makeFields(algorithms, openApi) {
  const field = (path, label, more) => formField({ path, label, schema: schemaOf(openApi, path), ...more });
  const names = list => ({ preset: '', options: [['', 'Default'], ...list.map(({ name }) => [name, name])] });
  const labelled = labels => ({ options: Object.entries(labels) });
  const low = field('rewards.low', 'Least reward', { preset: '0' });
  const high = field('rewards.high', 'Greatest reward', {
    preset: '1', check: value => (Number(value) > Number(low.input.value) ? null : 'It must be above the least reward.'),
  });
  const noReward = formField({
    path: 'noReward', label: 'If no reward comes in time', hint: 'A missing click is usually a reward of 0.', schema: {}, preset: 'value',
    ...labelled({ value: 'learn a value', nothing: 'learn nothing' }),
  });
  noReward.put = request => {
    if (noReward.input.value === 'nothing') {
      request.defaultReward = null;
    }
  };
  const control = formField({
    path: 'control', label: 'Compared with', hint: 'The verdict states whether the bandit earns more than this.', schema: {}, preset: 'random', options: CONTROLS,
  });
  control.put = () => {}; // by the next two
  const ofControl = (of, label, type, hint, complaint) => formField({
    path: `control.${of}`, label, hint, schema: { type }, check: value => (control.input.value === of ? complaint(value) : null),
  });
  return {
    'What it is': [
      field('name', 'Name', {
        hint: 'Part of its address, such as front-page.', wide: true, required: true, check: value => (value === '' ? 'A bandit needs a name.' : null),
        complaint: 'Letters, digits, dots, dashes and underscores; a letter or digit first.',
      }),
      field('policy', 'Policy', names(algorithms.policies)),
      field('tuner', 'Tuner', names(algorithms.tuners)),
      field('arms', 'Arms', { wide: true, rows: 4, check: armsCheck, hint: 'Ids, one a line. They can also come with every request, or later with features as a catalogue.' }),
    ],
    Rewards: [
      low,
      high,
      field('window', 'Window', { hint: 'How long a decision waits for its reward: 30s, 10m, 24h, 7d.', complaint: 'A whole number and ms, s, m, h or d, such as 10m.' }),
      field('learning', 'Learn', labelled({ 'window-end': 'when the window ends', 'at-once': 'as soon as a reward comes' })),
      field('aggregation', 'Of several rewards', labelled({ first: 'the first counts', last: 'the last counts', sum: 'their sum counts' })),
      noReward,
      field('defaultReward', 'Value to learn', {
        preset: '0',
        check: value => (value === '' || (Number(value) >= Number(low.input.value) && Number(value) <= Number(high.input.value)) ? null : 'It must lie within the rewards.'),
      }),
    ],
    Exploration: [
      field('floor', 'Uniform share', {
        schema: { type: 'number', minimum: 0, maximum: 1 },
        hint: 'Share of decisions with an arm drawn at random. Empty: it falls to 0.01. With 0 it cannot be told whether the bandit beats a random arm, and other policies cannot be valued on the journal.',
      }),
    ],
    'What it is judged by': [
      control,
      ofControl('arm', 'Id of the arm', 'string', ARM_HINT, armComplaint),
      ofControl('oldSystem', 'Share of the old system', 'number', SHARE_HINT, shareComplaint),
    ],
    [ADVANCED]: [
      field('encoder.armIdentity', 'Arms’ ids as a feature', labelled({ auto: 'where an arm has no other', always: 'always', never: 'never' })),
      field('encoder.interactions', 'Interactions', { wide: true, hint: 'One a line, such as context x arm or context.country x arm.genre.' }),
      field('encoder.standardise', 'Bring numbers to one scale'),
      field('encoder.bias', 'A coefficient that is always there', { hint: ON_VECTORS }),
      field('encoder.contextAlone', 'The context by itself', { hint: ON_VECTORS }),
      field('encoder.armAlone', 'The arm by itself'),
      field('encoder.unitNorm', 'Features of an arm scaled to length 1'),
      field('seed', 'Seed', { hint: 'Drawn by the service unless given.' }),
      field('warmup', 'Warm-up', { hint: 'Rounds at random before learning counts.' }),
      field('horizon', 'Horizon', { hint: 'Rounds to plan for; some tuners need it.' }),
      field('forgetting', 'Forgetting', {
        hint: 'detected: when the world changes; none; or the rewards that a fixed memory holds, such as 2000.', complaint: 'detected, none, or a whole number from 10.',
      }),
    ],
  };
}

function armsCheck(value) {
  const ids = lines(value);
  const twice = ids.find((id, i) => ids.indexOf(id) !== i);
  return twice === undefined ? null : `${twice} occurs twice.`;
}

customElements.define('attune-new', NewBandit);
