// The audit log: the changes to bandits in the journal.

import { get } from './api.js';
import { controlText } from './control.js';
import { h, keyed } from './dom.js';
import { moment, number } from './format.js';
import { cell, loading, note, problemNote, row, table } from './parts.js';

const MORE = 100;
const WHAT = {
  created: 'created', paused: 'paused', resumed: 'resumed', deleted: 'deleted',
  floor: 'floor changed', retired: 'arm retired', catalogue: 'catalogue replaced',
  control: 'control changed', count: 'comparison begun anew', acknowledged: 'alarm acknowledged',
};

class Audit extends HTMLElement {
  connectedCallback() {
    this.limit = MORE;
    this.body = h('div', {}, loading());
    this.replaceChildren(
      h('div', { class: 'page-head' }, h('div', {},
        h('h1', { tabindex: -1 }, 'Audit'),
        h('p', { class: 'lead' }, 'Every change to a bandit, newest first, as the journal has it.'))),
      this.body);
    this.load();
  }

  async load() {
    try {
      const { changes } = await get(`v1/audit?limit=${this.limit}`);
      this.show(changes);
    } catch (problem) {
      this.body.replaceChildren(problemNote(problem, true));
    }
  }

  show(changes) {
    if (changes.length === 0) {
      this.body.replaceChildren(note('No changes yet', 'Creating, pausing, retiring an arm and the like will be listed here.'));
      return;
    }
    if (!this.rows) {
      const { el, body } = table(null, ['When', 'Bandit', 'What', 'To', 'By', ['Journal position', 'number']], 'cards');
      this.rows = body;
      this.more = h('button', { type: 'button', onclick: () => { this.limit += MORE; this.load(); } }, 'Show more');
      this.body.replaceChildren(h('section', { class: 'panel', 'aria-label': 'Changes' }, el, this.more));
    }
    keyed(this.rows, changes, change => `${change.position} ${change.time} ${change.what}`, changeRow);
    this.more.hidden = changes.length < this.limit;
  }
}

function changeRow(change) {
  return {
    el: row(moment(change.time),
      cell('Bandit', {}, h('a', { href: `#/bandit/${encodeURIComponent(change.bandit)}` }, change.bandit)),
      cell('What', {}, WHAT[change.what] ?? change.what),
      cell('To', {}, change.what === 'control' ? controlText(JSON.parse(change.to)) : change.to),
      cell('By', {}, change.by),
      cell('Journal position', { class: 'number' }, number(change.position))),
  };
}

customElements.define('attune-audit', Audit);
