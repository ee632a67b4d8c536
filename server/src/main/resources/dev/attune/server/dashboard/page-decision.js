// One decision: what the journal says of it, and a replay that shows why, and that it would be made again.

import { get } from './api.js';
import { announce, h } from './dom.js';
import { armTable } from './arm-table.js';
import { brief, duration, known, millisOf, moment, number, plural, probability, setting } from './format.js';
import { loading, panel, problemNote } from './parts.js';
import { pathMap } from './tuner-path.js';

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
    this.button = h('button', { type: 'button', class: 'primary', onclick: () => this.replay() }, 'Replay as proof');
    this.verdict = h('div', { role: 'status' });
    this.picture = h('div', { class: 'panels' });
    this.picture.hidden = true;
    const facts = panel('In the journal', `position ${number(record.position)}`, factList(record));
    const replay = panel('Why, and would it again?', '',
      h('p', { class: 'why' }, record.why || 'The reason of an older decision is found by a replay.'),
      h('p', {}, 'A replay takes the bandit as it was, reads the journal up to this decision, decides again, and compares.'),
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
    this.verdict.replaceChildren(verdict(explanation.replay), h('p', { class: 'why' }, explanation.why));
    const arms = panel('Arms as the model saw them', about(explanation), armTable(this.record.bandit, explanation));
    arms.el.classList.add('wide');
    this.picture.replaceChildren(arms.el);
    if (explanation.envelope?.length > 0) {
      const path = pathMap(this.record.bandit);
      const view = panel('Exploration path', 'every arm by exploration rate', path.el);
      view.el.classList.add('wide');
      this.picture.prepend(view.el);
      this.picture.hidden = false;
      path.update({ ...explanation, chosen: explanation.arm, exploringShare: null });
    }
    this.picture.hidden = false;
  }
}

/** Whether the replay decided as the journal says. */
function verdict(replay) {
  if (!replay.matches) {
    return h('p', { class: 'banner bad' }, h('strong', {}, 'Does not match. '),
      `The replay decides otherwise than the journal says: ${replay.detail} `,
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
    fact('Arm', record.arm, record.exploring ? h('span', { class: 'tag exploring' }, 'exploring') : null),
    record.ranking?.length ? fact('Shown after it', record.ranking.join(', ')) : null,
    fact('Probability', probability(record.probability)),
    fact('Setting', setting(record.setting)),
    fact('Reward', rewards(record)),
    fact('End', ended(record)),
    fact('Made', moment(record.time)),
    fact('Id', h('span', { class: 'mono' }, record.decision)));
}

/** What was known when it was made, by the names of the features. */
function contextPanel(context) {
  const features = Object.entries(context ?? {});
  if (features.length === 0) {
    return null;
  }
  const { el } = panel('Context', 'what the caller knew', h('dl', { class: 'context' },
    features.map(([name, value]) => h('div', {}, h('dt', {}, name), h('dd', {}, Array.isArray(value) ? value.join(', ') : String(value))))));
  el.classList.add('wide');
  return el;
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

customElements.define('attune-decision', Decision);
