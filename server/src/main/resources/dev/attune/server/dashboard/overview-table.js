// The table of bandits: searched, sorted, fifty rows a page. Rows are kept and updated in place.

import { h, keyed, setText } from './dom.js';
import { number, percent, plural, rate } from './format.js';
import { cell, estimateText, sparkline, stateBadge } from './parts.js';

const PAGE = 50;

const COLUMNS = [
  { key: 'name', label: 'Bandit', value: row => row.name },
  { key: 'health', label: 'State', value: row => ['attention', 'ok', 'paused', 'idle'].indexOf(row.health) },
  { key: 'spark', label: 'Trend of reward' },
  { key: 'reward', label: 'Reward per decision, 95 %', number: true, value: row => row.reward?.mean },
  { key: 'uplift', label: 'Uplift, 95 %', title: 'Reward per decision above the reference', number: true, value: row => row.uplift?.value },
  { key: 'rate', label: 'Decisions/s', number: true, value: row => row.decisionsPerSecond },
  { key: 'exploring', label: 'Exploring', title: 'Share of decisions for another arm than the one with the best mean', number: true, value: row => row.exploringShare },
  { key: 'waiting', label: 'Waiting', title: 'Decisions that wait for a reward', number: true, value: row => row.waiting },
  { key: 'expired', label: 'Expired', title: 'Decisions whose reward never came', number: true, value: row => row.expired },
];

export class BanditTable {
  constructor() {
    this.rows = [];
    this.sort = { key: 'name', down: false };
    this.text = '';
    this.health = 'all';
    this.page = 0;
    this.order = [];
    this.count = h('p', { class: 'count', role: 'status' });
    this.body = h('tbody', { role: 'rowgroup' });
    this.heads = COLUMNS.map(column => this.head(column));
    this.previous = h('button', { type: 'button', onclick: () => this.turn(-1) }, 'Previous');
    this.next = h('button', { type: 'button', onclick: () => this.turn(1) }, 'Next');
    this.where = h('span');
    this.pager = h('div', { class: 'pager' }, this.where, this.previous, this.next);
    this.nothing = h('p', { class: 'note' }, 'No bandit matches.');
    this.table = h('table', { class: 'bandits cards', role: 'table', 'aria-label': 'Bandits' },
      h('thead', { role: 'rowgroup' }, h('tr', { role: 'row' }, this.heads)), this.body);
    this.el = h('div', {}, this.table, this.nothing, this.pager);
  }

  head(column) {
    const props = { role: 'columnheader', scope: 'col', class: column.number ? 'number' : null, title: column.title };
    if (!column.value) {
      return h('th', props, column.label);
    }
    return h('th', { ...props, 'data-key': column.key },
      h('button', { type: 'button', class: 'sort', onclick: () => this.sortBy(column) }, column.label));
  }

  sortBy(column) {
    this.sort = { key: column.key, down: this.sort.key === column.key ? !this.sort.down : Boolean(column.number) };
    this.page = 0;
    this.arrange();
  }

  search(text) {
    this.text = text.trim().toLowerCase();
    this.page = 0;
    this.arrange();
  }

  filter(health) {
    this.health = health;
    this.page = 0;
    this.arrange();
  }

  turn(step) {
    this.page += step;
    this.arrange();
    this.table.scrollIntoView({ block: 'nearest' });
  }

  /** New numbers. Rows do not jump away from under a pointer or a focus: then the order stays as it is. */
  update(rows) {
    this.rows = rows;
    const held = this.sort.key !== 'name' && this.order.length === this.matching().length
      && (this.table.matches(':hover') || this.body.contains(document.activeElement));
    if (held) {
      const byName = new Map(rows.map(row => [row.name, row]));
      this.show(this.order.map(name => byName.get(name)).filter(row => row));
    } else {
      this.arrange();
    }
  }

  matching() {
    return this.rows.filter(row => (this.health === 'all' || row.health === this.health)
      && (this.text === '' || `${row.name} ${row.policy} ${row.tuner}`.toLowerCase().includes(this.text)));
  }

  arrange() {
    const { value } = COLUMNS.find(column => column.key === this.sort.key);
    const sign = this.sort.down ? -1 : 1;
    const sorted = this.matching().sort((a, b) => {
      const [x, y] = [value(a), value(b)];
      if (x === undefined || x === null || y === undefined || y === null) {
        return Number(x === undefined || x === null) - Number(y === undefined || y === null); // the unknown last
      }
      return sign * (typeof x === 'string' ? x.localeCompare(y) : x - y) || a.name.localeCompare(b.name);
    });
    this.order = sorted.map(row => row.name);
    this.heads.forEach(head => {
      if (head.dataset.key === this.sort.key) {
        head.setAttribute('aria-sort', this.sort.down ? 'descending' : 'ascending');
      } else {
        head.removeAttribute('aria-sort');
      }
    });
    this.show(sorted);
  }

  show(sorted) {
    const pages = Math.max(1, Math.ceil(sorted.length / PAGE));
    this.page = Math.min(Math.max(0, this.page), pages - 1);
    const from = this.page * PAGE;
    const shown = sorted.slice(from, from + PAGE);
    keyed(this.body, shown, row => row.name, makeRow);
    setText(this.count, sorted.length === this.rows.length ? plural(sorted.length, 'bandit')
      : `${number(sorted.length)} of ${plural(this.rows.length, 'bandit')}`);
    setText(this.where, `${number(from + 1)}–${number(from + shown.length)} of ${number(sorted.length)}`);
    this.pager.hidden = pages === 1;
    this.nothing.hidden = sorted.length > 0;
    this.table.hidden = sorted.length === 0;
    this.previous.disabled = this.page === 0;
    this.next.disabled = this.page === pages - 1;
  }
}

function makeRow(row) {
  const badge = stateBadge();
  const spark = sparkline();
  const reward = estimateText();
  const uplift = estimateText({ sign: true });
  const kind = h('span', {}, `${row.policy} · ${row.tuner}`);
  const upliftCell = cell('Uplift', { class: 'number' }, uplift.nodes);
  const [perSecond, exploring, waiting, expired] = ['Decisions/s', 'Exploring', 'Waiting', 'Expired']
    .map(label => cell(label, { class: 'number' }, h('span')));
  const put = (place, text) => setText(place.firstChild, text);
  const el = h('tr', { role: 'row' },
    h('th', { role: 'rowheader', scope: 'row', class: 'name' },
      h('a', { href: `#/bandit/${encodeURIComponent(row.name)}` }, row.name), kind),
    cell('State', {}, badge.el),
    cell('Trend of reward', {}, spark.el),
    cell('Reward per decision', { class: 'number' }, reward.nodes),
    upliftCell, perSecond, exploring, waiting, expired);
  return {
    el,
    update(now) {
      badge.update(now.health);
      spark.update(now.spark);
      reward.update(now.reward);
      uplift.update(now.uplift);
      upliftCell.title = now.uplift ? `against ${now.uplift.reference}` : '';
      put(perSecond, rate(now.decisionsPerSecond));
      put(exploring, percent(now.exploringShare));
      put(waiting, number(now.waiting));
      put(expired, number(now.expired));
    },
  };
}
