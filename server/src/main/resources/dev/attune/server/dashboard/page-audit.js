// Who changed what. The audit log is the journal itself.

import { get } from './api.js';
import { h, keyed } from './dom.js';
import { moment, number } from './format.js';
import { cell, loading, note, problemNote } from './parts.js';

const MORE = 100;
const WHAT = {
  created: 'created', paused: 'paused', resumed: 'resumed', deleted: 'deleted',
  floor: 'floor changed', retired: 'arm retired', catalogue: 'catalogue replaced',
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
      const heads = [['When'], ['Bandit'], ['What'], ['To'], ['By'], ['Journal position', 'number']];
      this.rows = h('tbody', { role: 'rowgroup' });
      this.more = h('button', { type: 'button', onclick: () => { this.limit += MORE; this.load(); } }, 'Show more');
      this.body.replaceChildren(h('section', { class: 'panel', 'aria-label': 'Changes' },
        h('table', { class: 'cards', role: 'table' }, h('thead', { role: 'rowgroup' }, h('tr', { role: 'row' },
          heads.map(([text, style]) => h('th', { scope: 'col', role: 'columnheader', class: style }, text)))), this.rows),
        this.more));
    }
    keyed(this.rows, changes, change => `${change.position} ${change.time} ${change.what}`, row);
    this.more.hidden = changes.length < this.limit;
  }
}

function row(change) {
  const to = change.to === null || change.to === undefined || change.to === '' ? null
    : typeof change.to === 'object' ? JSON.stringify(change.to) : String(change.to);
  return {
    el: h('tr', { role: 'row' },
      h('th', { scope: 'row', role: 'rowheader' }, moment(change.time)),
      cell('Bandit', {}, h('a', { href: `#/bandit/${encodeURIComponent(change.bandit)}` }, change.bandit)),
      cell('What', {}, WHAT[change.what] ?? change.what),
      cell('To', {}, to),
      cell('By', {}, change.by ?? ''),
      cell('Journal position', { class: 'number' }, number(change.position))),
  };
}

customElements.define('attune-audit', Audit);
