// One decision: its record in the journal, and a replay that explains it and compares.

import { get } from './api.js';
import { armColour, paint } from './colours.js';
import { announce, h, svg } from './dom.js';
import { brief, duration, known, millisOf, moment, number, plural, probability, rough, setting, unbroken } from './format.js';
import { cell, extent, loading, onScale, panel, problemNote, row, swatch, table, whisker, widePanel } from './parts.js';
import { pathMap } from './tuner-path.js';

const MOST_ARMS = 100;

class Decision extends HTMLElement {
  connectedCallback() {
    this.path = `v1/decisions/${encodeURIComponent(this.subject)}`;
    this.head = h('div', { class: 'page-head' }, h('h1', { tabindex: -1 }, 'Decision'));
    this.crumb = h('p', { class: 'crumb' }, h('a', { href: '#/' }, 'Bandits'));
    this.body = h('div', {}, loading('Reading the journal…'));
    this.replaceChildren(this.crumb, this.head, this.body);
    this.load();
  }

  async load() {
    try {
      const record = await get(this.path);
      if (this.isConnected) { // a late answer must not rename the page that is shown now
        this.show(record);
      }
    } catch (problem) {
      this.body.replaceChildren(problemNote(problem, true));
    }
  }

  show(record) {
    this.record = record;
    this.crumb.append(' / ', h('a', { href: `#/bandit/${encodeURIComponent(record.bandit)}` }, record.bandit));
    this.head.replaceChildren(h('div', {},
      h('h1', { tabindex: -1 }, 'Chose ', record.arm),
      h('p', { class: 'lead' }, `round ${number(record.round)}, `, moment(record.time))));
    document.title = `Decision of ${record.bandit} · Attune`;
    this.button = h('button', { type: 'button', class: 'primary', onclick: () => this.replay() }, 'Replay');
    this.verdict = h('div', { role: 'status' });
    this.picture = h('div', { class: 'panels' });
    this.picture.hidden = true;
    const facts = panel('In the journal', `position ${number(record.position)}`, factList(record));
    const replay = panel('Explanation', '',
      h('p', { class: 'why' }, unbroken(record.why) || 'Replay an older decision to see its reason.'),
      h('p', {}, 'A replay takes an earlier state of the bandit, reads the journal up to this decision, decides again, and compares.'),
      h('p', { class: 'replay-button' }, this.button),
      this.verdict);
    this.body.replaceChildren(
      h('div', { class: 'panels' }, ...[facts.el, replay.el, contextPanel(record.context)].filter(each => each)),
      this.picture);
  }

  async replay() {
    this.button.disabled = true;
    this.button.textContent = 'Replaying…';
    this.verdict.replaceChildren();
    try {
      const explanation = await get(`${this.path}/explanation`);
      this.explain(explanation);
    } catch (problem) {
      this.verdict.replaceChildren(h('p', { class: problem.status === 409 || problem.status === 404 ? 'banner warn' : 'banner bad' }, problem.message));
    } finally {
      this.button.disabled = false;
      this.button.textContent = 'Replay again';
    }
  }

  explain(explanation) {
    if (!explanation.replay.matches) {
      this.verdict.replaceChildren(verdict(explanation.replay));
      this.picture.hidden = true;
      announce('The replay does not match.');
      return;
    }
    this.verdict.replaceChildren(verdict(explanation.replay), h('p', { class: 'why' }, unbroken(explanation.why)));
    const arms = widePanel('Arms as the model saw them', about(explanation), armTable(this.record.bandit, explanation));
    this.picture.replaceChildren(arms.el);
    if (explanation.envelope?.length > 0) {
      const path = pathMap(this.record.bandit);
      this.picture.prepend(widePanel('Exploration path', 'every arm by exploration rate', path.el).el);
      this.picture.hidden = false;
      path.update({ ...explanation, chosen: explanation.arm, exploringShare: null });
    }
    this.picture.hidden = false;
  }
}

/** The comparison of a replay with the journal. */
function verdict(replay) {
  if (!replay.matches) {
    return h('p', { class: 'banner bad' }, h('strong', {}, 'Does not match. '),
      `The replay differs from the journal: ${replay.detail} `,
      'Do not trust this data folder before you know why.');
  }
  const events = `${plural(replay.events, 'event')} replayed, journal positions ${number(replay.fromPosition)} to ${number(replay.toPosition)}.`;
  return h('p', { class: 'banner good' }, h('strong', {}, 'Matches. '), `Same arm, setting and probability, bit for bit; ${events}`);
}

function about(explanation) {
  const rate = explanation.setting?.explore;
  return `dot: mean; line: one width either side${known(rate) ? `; tick: mean + ${brief(rate)} × width` : ''}`;
}

function factList(record) {
  const fact = (name, ...value) => [h('dt', {}, name), h('dd', {}, ...value)];
  return h('dl', { class: 'facts' },
    fact('Bandit', h('a', { href: `#/bandit/${encodeURIComponent(record.bandit)}` }, record.bandit)),
    fact('Arm', record.arm),
    record.ranking?.length ? fact('Shown after it', record.ranking.join(', ')) : null,
    fact('Probability', probability(record.probability)),
    fact('Setting', setting(record.setting)),
    fact('Reward', rewards(record)),
    fact('End', ended(record)),
    fact('Made', moment(record.time)),
    fact('Id', h('span', { class: 'mono' }, record.decision)));
}

/** The context of the request, by the names of the features. */
function contextPanel(context) {
  const features = Object.entries(context ?? {});
  if (features.length === 0) {
    return null;
  }
  return widePanel('Context', 'features that came with the request', h('dl', { class: 'context' },
    features.map(([name, value]) => h('div', {}, h('dt', {}, name), h('dd', {}, Array.isArray(value) ? value.join(', ') : String(value)))))).el;
}

function rewards(record) {
  const all = record.rewards ?? [];
  if (all.length === 0) {
    return record.end ? 'none came' : 'none yet';
  }
  return all.map(each => h('div', {}, `${brief(each.value)}, `, moment(each.time), h('span', { class: 'muted' },
    `, ${duration(millisOf(each.time) - millisOf(record.time))} later${each.id ? `, id ${each.id}` : ''}`)));
}

function ended(record) {
  if (!record.end) {
    return 'waits for its reward';
  }
  const learnt = record.end.learnt;
  return [known(learnt) ? `learnt as ${brief(learnt)}, ` : 'expired without a reward, ', moment(record.end.time)];
}

/** Arms of the decision: a dot and an interval each, and their numbers. */
function armTable(bandit, explanation) {
  paint(bandit, explanation.arms.map(arm => arm.id));
  const rate = explanation.setting?.explore;
  const arms = explanation.arms.map(arm => ({ ...arm, low: arm.mean - Math.abs(arm.width), high: arm.mean + Math.abs(arm.width) }));
  if (!arms.some(arm => known(arm.mean))) {
    return h('p', { class: 'note' }, 'The arms were not scored: this arm was drawn at random.');
  }
  const order = arm => arm.index ?? arm.mean ?? -Infinity;
  const shown = arms.toSorted((a, b) => order(b) - order(a)).filter((arm, i) => i < MOST_ARMS || arm.id === explanation.arm);
  const range = extent([...arms, ...arms.map(arm => ({ mean: arm.index }))], false);
  const { el, body } = table('Arms of the decision',
    ['Arm', ['Picture', 'unseen'], ['Mean', 'number'], ['Width', 'number'], ['Index', 'number'], ['Probability', 'number']], 'cards arm-table');
  body.append(...shown.map(arm => armRow(bandit, arm, explanation, range, rate)));
  return h('div', {}, el, arms.length > shown.length ? h('p', { class: 'small muted' }, `The ${shown.length} of largest index, of ${arms.length}.`) : null);
}

function armRow(bandit, arm, explanation, range, rate) {
  const mark = whisker(range);
  mark.update(arm);
  mark.el.style.setProperty('--mark', armColour(bandit, arm.id));
  if (known(arm.index) && known(rate)) {
    const x = `${onScale(arm.index, range)}%`;
    mark.el.append(svg('line', { class: 'tick', x1: x, x2: x, y1: 2, y2: 16 }));
  }
  const chosen = arm.id === explanation.arm;
  const el = row([swatch(armColour(bandit, arm.id)), arm.id,
    chosen ? h('span', { class: 'tag exploring' }, 'chosen') : null,
    arm.id === explanation.greedy ? h('span', { class: 'tag' }, 'best mean') : null],
  h('td', { role: 'cell', class: 'full' }, mark.el),
  cell('Mean', { class: 'number' }, rough(arm.mean)),
  cell('Width', { class: 'number' }, rough(arm.width)),
  cell('Index', { class: 'number' }, rough(arm.index)),
  cell('Probability', { class: 'number' }, probability(arm.probability)));
  el.classList.toggle('chosen', chosen);
  return el;
}

customElements.define('attune-decision', Decision);
