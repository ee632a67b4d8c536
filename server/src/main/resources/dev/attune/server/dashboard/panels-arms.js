// Panels of one bandit by arm and by context: arms, segments, what another uniform share would cost.

import { isFollowing, mayChange } from './access.js';
import { retireArm } from './actions.js';
import { banditPath, get, send } from './api.js';
import { armColour } from './colours.js';
import { h, keyed, setText, svg } from './dom.js';
import { estimate, known, moment, number, percent, rough, UNKNOWN } from './format.js';
import { cell, emptyable, estimateText, row, segments as choices, panel, swatch, table, widePanel } from './parts.js';

/** Every arm with its share, rewards, trend and times; the chosen ones first. */
export function armsTable(bandit, onBaseline) {
  const { el, body } = table('Arms', ['Arm', ['Share', 'number'], 'Share over time', ['Reward when chosen, 95\u00a0%', 'number'], ['If always chosen, 95\u00a0%', 'number'],
    'First seen', 'Last seen', ['Actions', 'unseen']], 'cards arms');
  const view = widePanel('Arms', 'share of the chosen range; rewards since each arm was first seen', el);
  const fill = emptyable(view, el, 'No arm has been chosen in this range yet.');
  return {
    el: view.el,
    update({ arms, buckets }, baseline) {
      fill(arms.length > 0);
      const rows = arms.map((arm, i) => ({ ...arm, shares: buckets.map(bucket => (bucket.decisions ? (bucket.arms[i] ?? 0) / bucket.decisions : null)) }));
      keyed(body, rows, arm => arm.id, arm => armRow(bandit, arm, onBaseline)).forEach(part => part.mark(baseline));
    },
  };
}

/** A time that changes seldom. */
function timeText() {
  const el = h('span');
  let shown;
  return {
    el,
    update(time) {
      if (shown !== time) {
        shown = time;
        el.replaceChildren(time ? moment(time) : UNKNOWN);
      }
    },
  };
}

function armRow(bandit, arm, onBaseline) {
  const share = h('span');
  const line = svg('path');
  const spark = svg('svg', { class: 'spark', viewBox: '0 0 112 28', 'aria-hidden': 'true' }, line);
  const reward = estimateText();
  const always = estimateText({ absent: 'not known yet' });
  const [first, last] = [timeText(), timeText()];
  const baseline = h('button', { type: 'button', class: 'quiet small', 'aria-pressed': 'false', onclick: () => onBaseline(arm.id) }, 'Baseline');
  const retire = mayChange() && !isFollowing()
    ? h('button', { type: 'button', class: 'quiet small', onclick: () => retireArm(bandit, [arm.id], arm.id) }, 'Retire') : null;
  baseline.setAttribute('aria-label', `Show ${arm.id} as the baseline`);
  retire?.setAttribute('aria-label', `Retire ${arm.id}`);
  return {
    el: row([swatch(armColour(bandit, arm.id)), arm.id],
      cell('Share', { class: 'number' }, share),
      cell('Share over time', {}, spark),
      cell('Reward when chosen', { class: 'number' }, reward.nodes),
      cell('If always chosen', { class: 'number' }, always.nodes),
      cell('First seen', {}, first.el),
      cell('Last seen', {}, last.el),
      cell('', { class: 'row-actions' }, baseline, retire)),
    mark(id) {
      baseline.setAttribute('aria-pressed', String(id === arm.id));
    },
    update(now) {
      setText(share, percent(now.share));
      reward.update(now.reward);
      always.update(now.always);
      const points = now.shares.map((value, i) => [2 + (108 * i) / Math.max(1, now.shares.length - 1), value]).filter(([, value]) => value !== null);
      line.setAttribute('d', points.map(([x, value], i) => `${i ? 'L' : 'M'}${x.toFixed(1)} ${(26 - 24 * value).toFixed(1)}`).join(''));
      first.update(now.firstAt);
      last.update(now.lastAt);
    },
  };
}

/** Rewards and arms by the values of a feature of the context. {el, load()} */
export function segmentsPanel(bandit) {
  const place = h('div', { class: 'tools' });
  const { el, body } = table('Segments',
    ['Value', ['Decisions', 'number'], ['Reward, 95\u00a0%', 'number'], ['Uplift, 95\u00a0%', 'number'], ['Exploring', 'number'], 'Arms chosen most'], 'cards');
  const content = h('div', {}, place, el);
  const view = widePanel('Segments', 'the most frequent values, each since it became one', content);
  const fill = emptyable(view, content, 'No decision had a category or a flag in its context yet.');
  let names = '';
  let chosen = null;
  let features = [];

  function draw() {
    const feature = features.find(each => each.feature === chosen) ?? features[0];
    if (fill(Boolean(feature))) {
      keyed(body, feature.values, value => `${feature.feature} ${value.value}`, value => segmentRow(bandit, value));
    }
  }

  return {
    el: view.el,
    load() {
      get(banditPath(bandit, '/segments')).then(answer => {
        ({ features } = answer);
        const now = features.map(each => each.feature).join('\n');
        if (now !== names) { // the choice keeps its focus as long as the features are the same
          names = now;
          chosen = features.some(each => each.feature === chosen) ? chosen : features[0]?.feature;
          place.replaceChildren(choices('segment', 'Feature of the context', features.map(each => [each.feature, each.feature]), chosen, value => {
            chosen = value;
            draw();
          }));
        }
        draw();
      }, () => {});
    },
  };
}

function segmentRow(bandit, of) {
  const decisions = h('span');
  const exploring = h('span');
  const reward = estimateText();
  const uplift = estimateText({ sign: true, absent: 'not known yet' });
  const arms = h('span');
  return {
    el: row(of.value,
      cell('Decisions', { class: 'number' }, decisions),
      cell('Reward', { class: 'number' }, reward.nodes),
      cell('Uplift', { class: 'number' }, uplift.nodes),
      cell('Exploring', { class: 'number' }, exploring),
      cell('Arms chosen most', { class: 'full' }, arms)),
    update(now) {
      setText(decisions, number(now.decisions));
      reward.update(now.reward);
      uplift.update(now.uplift);
      setText(exploring, percent(now.exploring / now.decisions));
      setText(arms, now.arms.slice(0, 3).map(arm => `${arm.id} ${percent(arm.decisions / now.decisions, 0)}`).join(', '));
    },
  };
}

/** What another uniform share would cost, by the service's estimates. */
export function whatIfPanel() {
  const slider = h('input', { type: 'range', min: 0, step: 1, 'aria-label': 'Uniform share', oninput: () => draw() });
  const said = h('p', { class: 'why', 'aria-live': 'polite' });
  const content = h('div', {}, said, slider);
  const view = panel('What if', 'another uniform share', content);
  const fill = emptyable(view, content, 'Cannot tell yet: the value of a random arm is not known.');
  let cases = [];
  let touched = false;
  slider.addEventListener('input', () => { touched = true; });

  function draw() {
    const at = cases[Number(slider.value)];
    if (!at) {
      return;
    }
    const cost = estimate(at.cost);
    setText(said, `With a uniform share of ${percent(at.share)}, about ${rough(at.reward.mean)} a decision: the random draws cost ${cost.value}`
      + `${cost.interval ? ` (${cost.interval})` : ''} a decision${known(at.costShare) ? `, ${percent(at.costShare)} of the reward` : ''}.`);
    slider.setAttribute('aria-valuetext', percent(at.share));
  }

  return {
    el: view.el,
    update({ whatIf, uniformShare }) {
      cases = whatIf ?? [];
      fill(cases.length > 0);
      slider.max = Math.max(0, cases.length - 1);
      if (!touched && cases.length) {
        const near = cases.reduce((best, each, i) => (Math.abs(each.share - uniformShare) < Math.abs(cases[best].share - uniformShare) ? i : best), 0);
        slider.value = near;
      }
      draw();
    },
  };
}

const LOOK_EVERY = 2_000;
const EVALUATED = ['policy', 'value', 'gain', 'gain_low', 'gain_high', 'warning']; // columns of the service's table that are shown

/** What other policies would have earned on the bandit's journal. {el, load()} */
export function evaluationPanel(bandit) {
  const button = h('button', { type: 'button', hidden: true, onclick: start }, 'Evaluate the journal');
  const said = h('p', { class: 'why', role: 'status' });
  const { el, body } = table('Other policies', ['Policy', ['Reward per decision', 'number'], ['Gain, 95\u00a0%', 'number'], 'Remark'], 'cards');
  const text = h('pre', { tabindex: 0 });
  const all = h('details', { class: 'chart-data', hidden: true }, h('summary', {}, 'All tables'), text);
  const command = h('p', { class: 'small muted' }, 'The same on the machine of the service: ', h('code', {}, `attune evaluate DATA --format journal --bandit ${bandit}`));
  const view = widePanel('Other policies', 'what they would have earned on this bandit’s decisions', said, h('p', {}, button), el, all, command);
  let timer = null;

  function show(answer) {
    const { state } = answer;
    button.hidden = state === 'unavailable' || !mayChange();
    button.disabled = state === 'running';
    setText(said, {
      none: 'Estimates from the journal what other policies would have earned. Takes a minute or more, and runs beside the service at low priority.',
      running: `Evaluating… ${answer.progress ?? ''}`,
      failed: `Cannot be evaluated: ${answer.problem}`,
      done: answer.verdict,
    }[state] ?? 'This service cannot evaluate its journal itself.');
    el.hidden = all.hidden = state !== 'done';
    clearTimeout(timer);
    if (state === 'running') {
      timer = setTimeout(load, LOOK_EVERY);
    } else if (state === 'done') {
      const place = EVALUATED.map(name => answer.columns.indexOf(name));
      keyed(body, answer.rows.map(row => place.map(at => row[at])), ([policy]) => policy, evaluatedRow);
      setText(text, answer.text);
    }
  }

  function load() {
    if (view.el.isConnected) {
      get(banditPath(bandit, '/evaluation')).then(show, problem => setText(said, problem.message));
    }
  }

  function start() {
    send('POST', banditPath(bandit, '/evaluation')).then(show, problem => setText(said, problem.message));
  }

  return { el: view.el, load };
}

function evaluatedRow([name]) {
  const value = h('span');
  const gain = estimateText({ sign: true });
  const remark = h('span');
  return {
    el: row(name, cell('Reward per decision', { class: 'number' }, value),
      cell('Gain', { class: 'number' }, gain.nodes), cell('Remark', { class: 'small full' }, remark)),
    update([, mean, more, low, high, warning]) {
      setText(value, rough(Number(mean)));
      gain.update({ value: Number(more), low: Number(low), high: Number(high) });
      setText(remark, warning);
    },
  };
}
