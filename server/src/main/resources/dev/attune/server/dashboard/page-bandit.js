// One bandit: its reward, its exploration and what that costs, and the changes that can be made.

import { isFollowing, mayChange, showFollowing } from './access.js';
import { changeControl, changeFloor, countFromHere, downloadJournal, downloadModel, pause, remove, resume, retireArm } from './actions.js';
import { param, setParams } from './address.js';
import { banditPath, get } from './api.js';
import { paint } from './colours.js';
import { h, setText } from './dom.js';
import { briefTime, duration, known, number, percent, rate, smallPercent, SPANS, UNKNOWN, withUnit } from './format.js';
import { modelPanel } from './model-panel.js';
import { armsTable, evaluationPanel, segmentsPanel, whatIfPanel } from './panels-arms.js';
import { alarmsPanel, propensityPanel, recentPanel } from './panels-decisions.js';
import { armsPanel, costPanel, exploringPanel, rewardPanel, settingPanel } from './panels-time.js';
import { estimateText, hint, loading, problemNote, segments, stateBadge, verdictLine } from './parts.js';
import { follow } from './stream.js';
import { withGaps } from './time-chart.js';
import { tunerPanel } from './tuner-panel.js';

const CHOICES = [...Object.entries(SPANS).map(([span, { text }]) => [span, text]), ['custom', 'Custom']];
const MODEL_EVERY = 10_000;

class Bandit extends HTMLElement {
  connectedCallback() {
    const name = this.subject;
    this.span = param('span', '10m');
    this.fits = !param('span') && !param('from'); // until the age of the bandit is known
    this.range = param('from') ? { from: Number(param('from')), to: Number(param('to', Date.now())) } : null;
    if (this.range) {
      this.span = 'custom';
    }
    this.compared = param('compare', '');
    this.baseline = param('baseline');
    this.badge = stateBadge();
    this.badge.el.hidden = true;
    this.kind = h('p', { class: 'lead' });
    this.actions = h('div', { class: 'actions' });
    this.body = h('div', {}, loading());
    this.replaceChildren(
      h('p', { class: 'crumb' }, h('a', { href: '#/' }, 'Bandits')),
      h('div', { class: 'page-head' },
        h('div', {}, h('div', { class: 'title' }, h('h1', { tabindex: -1 }, name), this.badge.el), this.kind),
        this.actions),
      this.body);
    get(banditPath(name)).then(definition => {
      this.definition = definition;
      showFollowing(definition.following); // before there are any buttons
    }, () => {}).finally(() => this.isConnected && this.listen());
  }

  disconnectedCallback() {
    this.stop?.();
    clearInterval(this.modelTimer);
  }

  /** The query of the range that is shown. */
  query() {
    return this.range ? `from=${this.range.from}&to=${this.range.to}` : `span=${this.span}`;
  }

  listen() {
    this.stop?.();
    this.other = null;
    this.received = null;
    this.stop = follow(banditPath(this.subject, `/events?${this.query()}`), {
      statistics: data => this.update(data),
      tuner: data => this.withPanels(() => this.tuner.update(data)),
      recent: data => this.withPanels(() => this.recent.update(data)),
      failed: (problem, final) => {
        this.built = false;
        clearInterval(this.modelTimer);
        this.body.replaceChildren(problemNote(problem, final));
      },
    });
  }

  /** Fetches what is compared: the range before, or another bandit. */
  async compare() {
    const wanted = this.compared;
    if (!wanted) {
      this.other = null;
      this.redraw();
      return;
    }
    const before = wanted === ':before';
    const of = this.received;
    try {
      const { statistics, shift } = before ? await this.before(of) : { statistics: await get(banditPath(wanted, `/statistics?${this.query()}`)), shift: 0 };
      if (wanted === this.compared && this.received) {
        this.other = { name: before ? 'the range before' : wanted, statistics, shift };
        const drawn = statistics.buckets.some(bucket => bucket.complete && bucket.rewards.n > 0);
        setText(this.compareNote, !drawn ? `nothing to compare with in ${rangeText(statistics)}` : before ? `with ${rangeText(statistics)}` : '');
        this.redraw();
      }
    } catch (problem) {
      setText(this.compareNote, problem.message);
    }
  }

  /** As many whole steps before those of a range. Where the shortest are no longer kept, they are longer. */
  async before({ from, to, bucketSeconds }) {
    for (let step = bucketSeconds * 1000; ;) {
      const end = Math.floor(from / step) * step;
      const shift = Math.ceil((to + 1 - from) / step) * step;
      const statistics = await get(banditPath(this.subject, `/statistics?from=${end - shift}&to=${end}`));
      const kept = statistics.bucketSeconds * 1000;
      if (kept <= step) {
        return { statistics, shift };
      }
      step = kept;
    }
  }

  redraw() {
    if (this.received && this.built) {
      this.update(this.received);
    }
  }

  withPanels(run) {
    if (!this.built) {
      this.build();
    }
    run();
  }

  build() {
    this.built = true;
    const name = this.subject;
    this.figures = keyFigures();
    this.verdict = verdictLine();
    this.tuner = tunerPanel(name);
    this.recent = recentPanel(name);
    this.model = modelPanel(name);
    this.segmented = segmentsPanel(name);
    this.evaluation = evaluationPanel(name);
    this.reward = rewardPanel(name);
    this.armTable = armsTable(name, id => {
      this.baseline = this.baseline === id ? null : id;
      setParams({ baseline: this.baseline });
      this.redraw();
    });
    this.overTime = [armsPanel(name), exploringPanel(), costPanel(), whatIfPanel(), settingPanel(), propensityPanel()];
    const [arms, exploring, cost, whatIf, setting, propensity] = this.overTime.map(panel => panel.el);
    this.alarms = alarmsPanel(name);
    this.alarmsAbove = h('div');
    this.alarmsBelow = h('div', { class: 'wide' }, this.alarms.el);
    this.compareNote = h('span', { class: 'muted small', role: 'status' });
    this.covers = h('span', { class: 'muted small' });
    this.custom = this.customRange();
    this.body.replaceChildren(
      this.alarmsAbove,
      this.verdict.el,
      h('div', { class: 'span-bar' }, segments('span', 'Range of time', CHOICES, this.span, value => this.choose(value)), this.custom, this.comparison(), this.compareNote),
      h('p', { class: 'covers' }, this.covers),
      this.figures.el,
      h('div', { class: 'panels' }, this.reward.el, this.armTable.el, arms, exploring, cost, whatIf, this.segmented.el, this.evaluation.el, this.recent.el,
        this.tuner.el, setting, propensity, this.alarmsBelow, this.model.el));
    this.model.load();
    this.segmented.load();
    this.evaluation.load();
    clearInterval(this.modelTimer);
    this.modelTimer = setInterval(() => {
      if (!document.hidden) {
        this.model.load();
        this.segmented.load();
        if (this.compared) {
          this.compare();
        }
      }
    }, MODEL_EVERY);
  }

  /** A remark on the part of the range that is no longer known. */
  kept() {
    const { text, millis } = SPANS['30d'];
    return this.range && this.range.from < Date.now() - millis ? ` Statistics are kept for ${text}.` : '';
  }

  customRange() {
    const local = millis => new Date(millis - new Date(millis).getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
    const end = this.range?.to ?? Date.now();
    const from = h('input', { type: 'datetime-local', 'aria-label': 'From', value: local(this.range?.from ?? end - 3_600_000) });
    const to = h('input', { type: 'datetime-local', 'aria-label': 'To', value: local(end) });
    const problem = h('span', { class: 'field-error', role: 'alert', hidden: true });
    const show = () => {
      const range = { from: new Date(from.value).getTime(), to: new Date(to.value).getTime() };
      problem.hidden = range.from < range.to && range.from < Date.now();
      problem.textContent = 'The range must begin in the past and end after its begin.';
      if (problem.hidden) {
        this.range = range;
        setParams({ span: null, from: range.from, to: range.to });
        this.listen();
      }
    };
    return h('div', { class: 'custom-range', hidden: this.span !== 'custom' }, from, to, h('button', { type: 'button', onclick: show }, 'Show'), problem);
  }

  comparison() {
    const select = h('select', {
      'aria-label': 'Compare with',
      onchange: () => {
        this.compared = select.value;
        setParams({ compare: this.compared || null });
        this.compare();
      },
    }, h('option', { value: '' }, 'Compare with…'), h('option', { value: ':before', selected: this.compared === ':before' }, 'the range before'));
    get('v1/bandits').then(({ bandits }) => bandits.slice(0, 500).filter(each => each.name !== this.subject).forEach(each => select.append(
      h('option', { value: each.name, selected: each.name === this.compared }, each.name))), () => {});
    return select;
  }

  choose(span) {
    this.fits = false;
    this.span = span;
    this.custom.hidden = span !== 'custom';
    if (span !== 'custom') {
      this.range = null;
      setParams({ span, from: null, to: null });
      this.listen();
    }
  }

  update(received) {
    const { row } = received;
    if (this.fits) {
      this.fits = false;
      if (row.trend.span !== this.span) {
        this.span = row.trend.span;
        this.listen();
        return;
      }
    }
    const first = !this.received;
    this.received = received;
    if (first && this.compared) {
      this.compare();
    }
    const statistics = withGaps(received);
    this.withPanels(() => {
      paint(this.subject, statistics.arms.map(arm => arm.id));
      this.arms = statistics.arms.map(arm => arm.id);
      this.badge.el.hidden = false;
      this.badge.update(row.health);
      setText(this.kind, `${row.policy}, tuned by ${row.tuner}`);
      this.verdict.update(received.verdict, { idle: 'Idle now', paused: 'Paused now' }[row.health]);
      setText(this.covers, `Figures and charts cover ${rangeText(received)}, unless they state otherwise. All intervals are 95\u00a0%.${this.kept()}`);
      this.figures.update(received);
      this.reward.update(statistics, this.other, this.baseline);
      this.armTable.update(statistics, this.baseline);
      this.overTime.forEach(panel => panel.update(statistics));
      this.showAlarms(received);
      this.showActions(row.paused);
    });
  }

  /** Alarms that need attention stand above everything else. */
  showAlarms(received) {
    this.alarms.update(received);
    const place = this.alarms.waiting() ? this.alarmsAbove : this.alarmsBelow;
    if (!place.contains(this.alarms.el)) {
      place.append(this.alarms.el);
    }
    this.alarmsBelow.hidden = this.alarms.waiting();
  }

  showActions(paused) {
    if (this.paused === paused) {
      return;
    }
    this.paused = paused;
    const name = this.subject;
    const button = (label, run, style) => h('button', { type: 'button', class: style, onclick: run }, label);
    if (!mayChange()) {
      return; // a key that may only read sees no buttons
    }
    if (isFollowing()) {
      this.actions.replaceChildren(button('Download model', () => downloadModel(name)));
      return;
    }
    const held = this.actions.contains(document.activeElement) && this.actions.firstChild === document.activeElement;
    this.actions.replaceChildren(
      paused ? button('Resume', () => resume(name), 'primary') : button('Pause', () => pause(name)),
      button('Change uniform share', async () => {
        const floor = await changeFloor(name, this.definition?.floor);
        if (floor !== null) {
          this.definition = { ...this.definition, floor };
        }
      }),
      button('Change control', async () => {
        const control = await changeControl(name, this.definition?.control, this.arms);
        this.definition = { ...this.definition, control: control ?? this.definition?.control };
      }),
      button('Count from here', () => countFromHere(name, this.received.verdict.control)),
      button('Retire an arm', () => retireArm(name, this.arms)),
      button('Download journal', () => downloadJournal(name)),
      button('Download model', () => downloadModel(name)),
      button('Delete', async () => {
        if (await remove(name)) {
          location.hash = '#/';
        }
      }, 'danger'));
    if (held) {
      this.actions.firstChild.focus();
    }
  }
}

/** What is counted in a range: whole steps, none before the first decision. */
function rangeText({ from, to, firstDecisionAt, bucketSeconds }) {
  const begin = Math.max(from, firstDecisionAt ?? from);
  return begin > to ? 'a time before the first decision'
    : `${briefTime(begin)} to ${briefTime(to + 1)} in steps of ${duration(1000 * bucketSeconds)}`;
}

/** The numbers of the range that is chosen. */
function keyFigures() {
  const reward = estimateText();
  const uplift = estimateText({ sign: true, absent: 'not known yet' });
  const [decisions, total, exploring, exploringOf, cost, costOf, waiting, expired] = Array.from({ length: 8 }, () => h('span'));
  const figure = (label, value, below) => h('div', {}, h('dt', {}, label, hint(label)), h('dd', {}, value), h('dd', {}, below));
  return {
    el: h('dl', { class: 'figures' },
      figure('Reward per decision', reward.nodes[0], reward.nodes[1]),
      figure('Uplift over a random arm', uplift.nodes[0], uplift.nodes[1]),
      figure('Decisions', decisions, total),
      figure('Exploring', exploring, exploringOf),
      figure('Cost of exploring', cost, costOf),
      figure('Waiting for a reward', waiting, expired)),
    update({ row, reward: earned, random, uplift: more, decisions: count, exploringShare, explorationCost: of }) {
      reward.update(earned);
      uplift.update(more);
      if (known(more?.value)) {
        setText(uplift.nodes[1], `${uplift.nodes[1].textContent}; random ${number(random.mean, 3)}`);
      }
      setText(decisions, number(count));
      setText(total, `${withUnit(rate(row.decisionsPerSecond), '/s')} in the last minute, ${number(row.decisions)} in all`);
      setText(exploring, percent(exploringShare));
      setText(exploringOf, 'of decisions');
      setText(cost, known(of?.share?.value) ? smallPercent(of.share.value) : known(of?.perDecision?.value) ? number(of.perDecision.value, 4) : UNKNOWN);
      setText(costOf, known(of?.share?.value) ? `of the reward${known(of.perDay) ? `; ${number(of.perDay)} a day` : ''}`
        : known(of?.perDecision?.value) ? 'reward a decision' : 'no estimates');
      setText(waiting, number(row.waiting));
      setText(expired, `now; ${number(row.expired)} expired since the beginning`);
    },
  };
}

customElements.define('attune-bandit', Bandit);
