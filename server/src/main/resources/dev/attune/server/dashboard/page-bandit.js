// One bandit: what it earns, how it explores, what that costs, and what can be done about it.

import { changeFloor, downloadJournal, downloadModel, pause, remove, resume, retireArm } from './actions.js';
import { banditPath, get } from './api.js';
import { armColour } from './colours.js';
import { h, setText } from './dom.js';
import { isFollowing, showFollowing } from './following.js';
import { known, number, percent, rate } from './format.js';
import { modelPanel } from './model-panel.js';
import { alarmsPanel, propensityPanel, recentPanel } from './panels-decisions.js';
import { armsPanel, costPanel, rewardPanel, settingPanel } from './panels-time.js';
import { estimateText, loading, problemNote, segments, stateBadge } from './parts.js';
import { follow } from './stream.js';
import { withGaps } from './time-chart.js';
import { tunerPanel } from './tuner-panel.js';

const SPANS = [['10m', '10 minutes'], ['12h', '12 hours'], ['30d', '30 days']];
const MODEL_EVERY = 10_000;

class Bandit extends HTMLElement {
  connectedCallback() {
    const name = this.subject;
    this.span = sessionStorage.getItem('attune-span') ?? '10m';
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

  listen() {
    this.stop?.();
    this.stop = follow(banditPath(this.subject, `/events?span=${this.span}`), {
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
    this.banner = h('p', { class: 'banner warn', hidden: true });
    this.tuner = tunerPanel(name);
    this.recent = recentPanel(name);
    this.model = modelPanel(name);
    this.overTime = [rewardPanel(), settingPanel(), armsPanel(name), costPanel(), propensityPanel(), alarmsPanel()];
    const [reward, setting, arms, cost, propensity, alarms] = this.overTime.map(panel => panel.el);
    this.body.replaceChildren(
      this.banner,
      this.figures.el,
      h('div', { class: 'span-bar' }, segments('span', 'Span of time', SPANS, this.span, value => this.choose(value)),
        h('span', { class: 'muted small' }, 'All intervals are 95 %.')),
      h('div', { class: 'panels' }, reward, setting, this.tuner.el, arms, cost, propensity, alarms, this.model.el, this.recent.el));
    this.model.load();
    clearInterval(this.modelTimer);
    this.modelTimer = setInterval(() => !document.hidden && this.model.load(), MODEL_EVERY);
  }

  choose(span) {
    this.span = span;
    sessionStorage.setItem('attune-span', span);
    this.listen();
  }

  update(received) {
    const { row } = received;
    const statistics = withGaps(received);
    this.withPanels(() => {
      statistics.arms.forEach(arm => armColour(this.subject, arm.id)); // the most chosen get the most distinct colours
      this.arms = statistics.arms.map(arm => arm.id);
      this.badge.el.hidden = false;
      this.badge.update(row.health);
      setText(this.kind, `${row.policy}, tuned by ${row.tuner}`);
      setText(this.banner, row.attention ?? '');
      this.banner.hidden = !row.attention;
      this.figures.update(statistics);
      this.overTime.forEach(panel => panel.update(statistics));
      this.showActions(row.paused);
    });
  }

  showActions(paused) {
    if (this.paused === paused) {
      return;
    }
    this.paused = paused;
    const name = this.subject;
    const button = (label, run, style) => h('button', { type: 'button', class: style, onclick: run }, label);
    if (isFollowing()) {
      this.actions.replaceChildren(button('Download model', () => downloadModel(name)));
      return;
    }
    const held = this.actions.contains(document.activeElement) && this.actions.firstChild === document.activeElement;
    this.actions.replaceChildren(
      paused ? button('Resume', () => resume(name), 'primary') : button('Pause', () => pause(name)),
      button('Change floor', async () => {
        const floor = await changeFloor(name, this.definition?.floor);
        if (floor !== null) {
          this.definition = { ...this.definition, floor };
        }
      }),
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

/** The numbers that say in ten seconds whether it works. */
function keyFigures() {
  const reward = estimateText();
  const uplift = estimateText({ sign: true });
  const cost = estimateText();
  const [perSecond, total, exploring, exploringOf, waiting, expired, against] = Array.from({ length: 7 }, () => h('span'));
  const figure = (label, value, below) => h('div', {}, h('dt', {}, label), h('dd', {}, value), h('dd', {}, below));
  return {
    el: h('dl', { class: 'figures' },
      figure('Reward per decision', reward.nodes[0], reward.nodes[1]),
      figure(h('span', {}, 'Uplift over ', against), uplift.nodes[0], uplift.nodes[1]),
      figure('Decisions', [perSecond, h('small', {}, ' /s')], total),
      figure('Exploring', exploring, exploringOf),
      figure('Cost of exploring', [cost.nodes[0], h('small', {}, ' reward a day')], cost.nodes[1]),
      figure('Waiting for a reward', waiting, expired)),
    update({ row, explorationCost }) {
      reward.update(row.reward);
      uplift.update(row.uplift);
      cost.update(explorationCost ? { value: explorationCost.perDay, low: explorationCost.low, high: explorationCost.high } : null);
      if (!known(row.uplift?.value)) {
        setText(uplift.nodes[1], 'not known yet');
      }
      setText(against, row.uplift?.reference ?? 'the reference');
      setText(perSecond, rate(row.decisionsPerSecond));
      setText(total, `${number(row.decisions)} in all`);
      setText(exploring, percent(row.exploringShare));
      setText(exploringOf, 'of decisions');
      setText(waiting, number(row.waiting));
      setText(expired, `${number(row.expired)} expired`);
    },
  };
}

customElements.define('attune-bandit', Bandit);
