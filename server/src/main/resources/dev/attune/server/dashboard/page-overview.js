// All bandits: first those that need attention, then a table.

import { isFollowing, showFollowing } from './access.js';
import { param } from './address.js';
import { attentionItem } from './alarms.js';
import { announce, h, keyed, setText } from './dom.js';
import { bytes, number, plural, rate } from './format.js';
import { loading, note, problemNote, segments } from './parts.js';
import { BanditTable } from './overview-table.js';
import { follow } from './stream.js';

const FILTERS = [['all', 'All'], ['attention', 'Attention'], ['ok', 'Running'], ['paused', 'Paused'], ['idle', 'Idle']];
const MOST_ALARMS = 9;

class Overview extends HTMLElement {
  connectedCallback() {
    this.lead = h('p', { class: 'lead' });
    this.body = h('div', {}, loading());
    this.replaceChildren(
      h('div', { class: 'page-head' },
        h('div', {}, h('h1', { tabindex: -1 }, 'Bandits'), this.lead),
        h('a', { class: 'button primary own', href: '#/new' }, 'New bandit')),
      this.body);
    this.stop = follow('v1/overview/events', {
      overview: data => this.update(data),
      failed: (problem, final) => this.body.replaceChildren(problemNote(problem, final)),
    });
  }

  disconnectedCallback() {
    this.stop();
  }

  update({ service, bandits }) {
    showFollowing(service.following);
    const attention = bandits.filter(each => each.health === 'attention');
    const perSecond = bandits.reduce((sum, each) => sum + (each.decisionsPerSecond ?? 0), 0);
    // Bytes are reserved before the first event, so the size of a journal without events is not shown.
    const journal = service.journal ? ` · ${plural(service.journal.position, 'event')} in the journal${service.journal.position > 0 ? ` (${bytes(service.journal.bytes)} reserved)` : ''}` : '';
    setText(this.lead, `${plural(bandits.length, 'bandit')} · ${rate(perSecond)} decisions/s${journal} · version ${service.version}`);
    if (bandits.length === 0) {
      this.parts = null;
      this.body.replaceChildren(empty());
      return;
    }
    if (!this.parts) {
      this.build();
    }
    this.parts.attention.hidden = attention.length === 0;
    setText(this.parts.calm, summary(bandits));
    keyed(this.parts.list, attention.slice(0, MOST_ALARMS), each => each.name, attentionItem);
    setText(this.parts.others, attention.length > MOST_ALARMS ? `And ${number(attention.length - MOST_ALARMS)} more: choose Attention below.` : '');
    this.announceAttention(attention);
    this.parts.table.update(bandits);
    if (!performance.getEntriesByName('attune-bandits').length) {
      performance.mark('attune-bandits');
    }
  }

  build() {
    const table = new BanditTable();
    const list = h('ul');
    const others = h('p', { class: 'calm' });
    const search = h('input', {
      type: 'search', placeholder: 'Name, policy or tuner', 'aria-label': 'Search bandits', value: param('search', ''), oninput: event => table.search(event.target.value),
    });
    this.parts = {
      table,
      list,
      attention: h('section', { class: 'attention', 'aria-labelledby': 'attention' }, h('h2', { id: 'attention' }, 'Needs attention'), list, others),
      others,
      calm: h('p', { class: 'calm' }),
    };
    this.body.replaceChildren(
      this.parts.attention,
      this.parts.calm,
      h('section', { class: 'panel', 'aria-label': 'All bandits' },
        h('div', { class: 'tools' }, search, segments('health', 'Which bandits', FILTERS, param('state', 'all'), value => table.filter(value)), table.count),
        table.el));
  }

  /** Announces names that were not there before. */
  announceAttention(attention) {
    const names = new Set(attention.map(each => each.name));
    const news = this.alarmed ? [...names].filter(name => !this.alarmed.has(name)) : [];
    this.alarmed = names;
    if (news.length) {
      announce(`Needs attention: ${news.join(', ')}`);
    }
  }
}

/** How many of the bandits work, in one line. */
export function summary(bandits) {
  const count = state => bandits.filter(each => each.verdict.state === state).length;
  const parts = [['better', 'better than their control'], ['worse', 'worse'], ['cannot-tell', 'not known yet']]
    .map(([state, text]) => [count(state), text]).filter(([n]) => n > 0).map(([n, text]) => `${number(n)} ${text}`);
  return `${plural(bandits.length, 'bandit')}: ${parts.join(', ')}. Figures are of the last 30 days, unless their column states otherwise.`;
}

function empty() {
  if (isFollowing()) {
    return note('No bandits yet', 'The stream has published no model. A bandit that it defines appears here with its first decision.');
  }
  return note('No bandits yet', 'A bandit chooses among arms, learns from rewards, and tunes its own exploration.',
    h('p', {}, h('a', { class: 'button primary', href: '#/new' }, 'Create the first bandit')),
    h('p', { class: 'small' }, 'Or start the service with ', h('code', {}, '--playground'), ' and watch one learn from simulated visitors.'));
}

customElements.define('attune-overview', Overview);
