// The table of bandits: searched, sorted, fifty rows a page. Rows are kept and updated in place.

import { param, setParams } from './address.js';
import { h, keyed, setText } from './dom.js';
import { known, number, percent, plural, rate, smallPercent, SPANS, unbroken } from './format.js';
import { cell, estimateText, sparkline, splitVerdict, stateBadge } from './parts.js';

const PAGE = 50;

const STATES = ['worse', 'cannot-tell', 'better'];

const COLUMNS = [
  { key: 'name', label: 'Bandit', value: row => row.name },
  { key: 'verdict', label: 'Does it work?', value: row => STATES.indexOf(row.verdict.state) },
  { key: 'trend', label: 'Trend of reward' },
  { key: 'reward', label: 'Reward per decision', title: 'Mean of the last 30 days, with its 95\u00a0% interval', number: true, value: row => row.reward?.mean },
  { key: 'exploring', label: 'Exploring', title: 'Share of the decisions of the last 30 days for another arm than the one with the best estimate', number: true, value: row => row.exploringShare },
  { key: 'cost', label: 'Exploring costs', title: 'Of the reward that is earned, by the model’s own estimates, in the last 30 days', number: true, value: row => row.explorationCost?.share?.value },
  { key: 'rate', label: 'Decisions/s', title: 'In the last minute', number: true, value: row => row.decisionsPerSecond },
  { key: 'waiting', label: 'Waiting', title: 'Decisions that wait for a reward now; below, those whose reward never came', number: true, value: row => row.waiting },
];

export class BanditTable {
  constructor() {
    this.rows = [];
    const key = COLUMNS.find(column => column.key === param('sort') && column.value)?.key ?? 'name';
    this.sort = { key, down: param('order') === 'down' };
    this.text = param('search', '').toLowerCase();
    this.health = param('state', 'all');
    this.page = Number(param('page', '1')) - 1 || 0;
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
    setParams({
      sort: this.sort.key === 'name' ? null : this.sort.key,
      order: this.sort.down ? 'down' : null,
      search: this.text,
      state: this.health === 'all' ? null : this.health,
      page: this.page > 0 ? this.page + 1 : null,
    });
    const { value } = COLUMNS.find(column => column.key === this.sort.key);
    const sign = this.sort.down ? -1 : 1;
    const sorted = this.matching().sort((a, b) => {
      const [x, y] = [value(a), value(b)];
      const unknown = [x, y].map(each => Number(each === undefined || each === null));
      if (unknown.includes(1)) {
        return unknown[0] - unknown[1]; // the unknown last
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
  const kind = h('span', {}, `${row.policy} · ${row.tuner}`);
  const mark = h('strong');
  const text = h('span', { class: 'verdict-text' });
  const action = h('span', { class: 'verdict-action' });
  const verdict = cell('Does it work?', { class: 'verdict-cell full' }, mark, text, action);
  const trend = cell('Trend of reward', {}, spark.el, h('span', { class: 'interval' }));
  const [exploring, cost, perSecond, waiting] = ['Exploring', 'Exploring costs', 'Decisions/s', 'Waiting'].map(label => cell(label, { class: 'number' }, h('span'), h('span', { class: 'interval' })));
  const put = (place, value, below = '') => {
    setText(place.firstChild, value);
    setText(place.lastChild, below);
  };
  const el = h('tr', { role: 'row' },
    h('th', { role: 'rowheader', scope: 'row', class: 'name' },
      h('a', { href: `#/bandit/${encodeURIComponent(row.name)}` }, row.name), kind, badge.el),
    verdict, trend,
    cell('Reward per decision', { class: 'number' }, reward.nodes),
    exploring, cost, perSecond, waiting);
  return {
    el,
    update(now) {
      badge.update(now.health);
      spark.update(now.trend);
      setText(trend.lastChild, now.trend.rewards.filter(point => known(point.mean)).length > 1 ? `last ${SPANS[now.trend.span].text}` : 'too short yet');
      reward.update(now.reward);
      verdict.dataset.state = now.verdict.state;
      const [start, rest] = splitVerdict(now.verdict);
      setText(mark, start);
      setText(text, unbroken(rest));
      setText(action, unbroken(now.verdict.action));
      put(exploring, percent(now.exploringShare), 'of decisions');
      const share = now.explorationCost?.share?.value;
      put(cost, smallPercent(share), known(share) ? 'of the reward' : 'not known');
      put(perSecond, rate(now.decisionsPerSecond));
      put(waiting, number(now.waiting), `${number(now.expired)} expired`);
    },
  };
}
