// A form for a new bandit. It checks what can be checked here; problems that the service reports are shown at their fields.

import { get, send } from './api.js';
import { announce, h, toast } from './dom.js';
import { fieldOf } from './form.js';
import { makeFields } from './new-fields.js';

class NewBandit extends HTMLElement {
  async connectedCallback() {
    const page = h('div', { class: 'form-page' });
    this.replaceChildren(
      h('div', { class: 'page-head' }, h('div', {},
        h('h1', { tabindex: -1 }, 'New bandit'),
        h('p', { class: 'lead' }, 'Only the name is needed; everything else has a sensible default.'))),
      page);
    try {
      this.algorithms = await get('v1/algorithms');
      this.show(page);
    } catch (problem) {
      page.replaceChildren(h('p', { class: 'banner bad', role: 'alert' }, problem.message));
    }
  }

  show(page) {
    const fields = this.fields = makeFields(this.algorithms);
    const [name, policy, tuner, arms, low, high, window, learning, aggregation, noReward, value, floor, seed, warmup, horizon, forgetting, ...encoder] = fields;
    this.problem = h('p', { class: 'banner bad', role: 'alert', tabindex: -1, hidden: true });
    this.preview = h('pre');
    this.button = h('button', { type: 'submit', class: 'primary' }, 'Create');
    const group = (title, ...members) => h('section', { class: 'panel' }, h('fieldset', {}, h('legend', {}, title), members.map(each => each.el ?? each)));
    const advanced = h('details', {}, h('summary', {}, 'Features, seed, warm-up, horizon, forgetting'),
      h('fieldset', {}, [...encoder, seed, warmup, horizon, forgetting].map(each => each.el)));
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
    page.replaceChildren(this.form, h('aside', { class: 'panel preview' }, h('h2', {}, 'What will be sent'), this.preview));
    this.refresh();
  }

  refresh() {
    const field = path => this.fields.find(each => each.path === path);
    const summary = (list, name) => list.find(each => each.name === name)?.summary ?? '';
    field('policy').hint(field('policy').input.value === '' ? 'for named features of any kind and number' : summary(this.algorithms.policies, field('policy').input.value));
    field('tuner').hint(field('tuner').input.value === '' ? 'what suits the policy' : summary(this.algorithms.tuners, field('tuner').input.value));
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

customElements.define('attune-new', NewBandit);
