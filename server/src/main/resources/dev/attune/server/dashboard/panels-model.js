// Panels of one bandit: propensities, coefficients, alarms, recent decisions. Each is {el, update(data)}.

import { acrossAxis, chart, frame, tipTable, tooltip, upAxis } from './chart.js';
import { colour } from './colours.js';
import { h, keyed, setText } from './dom.js';
import { isFollowing } from './following.js';
import { brief, decimalsOf, estimate, known, moment, number, percent, probability, rough, setting, UNKNOWN } from './format.js';
import { cell, extent, panel, whisker } from './parts.js';

const FEW = 12;

export function propensityPanel() {
  const drawing = chart(13);
  const size = h('p', { class: 'why' });
  const nothing = h('p', { class: 'note', hidden: true });
  const view = panel('Propensities', 'how probable the chosen arms were, since the beginning', size, drawing, nothing);
  return {
    el: view.el,
    update({ propensity: of }) {
      const total = of.counts.reduce((sum, count) => sum + count, 0);
      drawing.hidden = size.hidden = total === 0;
      nothing.hidden = total > 0;
      setText(nothing, of.unknown > 0
        ? `The probabilities of ${number(of.unknown)} decisions are not known: this tuner or policy does not tell them.`
        : 'No decision yet.');
      if (total === 0) {
        return;
      }
      setText(size, `${number(of.of)} decisions say as much about a random arm as ${number(of.effectiveSampleSize)} random ones would`
        + `${of.unknown ? `; ${number(of.unknown)} more have no known probability` : ''}.`);
      const name = i => `${brief(of.edges[i])} to ${brief(of.edges[i + 1])}`;
      drawing.show({
        label: `Histogram of propensities. ${size.textContent}`,
        option: () => histogram(of, name),
        table: () => ({ head: ['Probability', 'Decisions', 'Share'], rows: of.counts.map((count, i) => [name(i), number(count), percent(count / total)]) }),
      });
    },
  };
}

function histogram(of, name) {
  return {
    ...frame(),
    tooltip: tooltip(params => tipTable(`probability ${name(params[0].dataIndex)}`, [['Decisions', number(params[0].value), '', '--measured']])),
    xAxis: acrossAxis('probability of the chosen arm, up to', { axis: { type: 'category', data: of.edges.slice(1).map(brief) } }),
    yAxis: upAxis('decisions', { axis: { min: 0 } }),
    series: [{ type: 'bar', data: of.counts, color: colour('--measured'), barCategoryGap: '12%', itemStyle: { borderRadius: [2, 2, 0, 0] } }],
  };
}

/** Coefficients by the names of their features, the surest first. */
export function modelPanel() {
  let all = false;
  let latest = null;
  const body = h('tbody');
  const more = h('button', { type: 'button', onclick: () => { all = !all; draw(); } });
  const table = h('table', {},
    h('thead', {}, h('tr', {}, h('th', { scope: 'col' }, 'Feature'), h('th', { scope: 'col', class: 'hide-narrow' }, h('span', { class: 'unseen' }, 'Picture')),
      h('th', { scope: 'col', class: 'number' }, 'Coefficient, 95 %'))), body);
  const nothing = h('p', { class: 'note' }, 'Nothing has been learnt yet.');
  const view = panel('Model', '', table, nothing, more);
  function draw() {
    const { coefficients } = latest;
    const range = extent(coefficients, true);
    const decimals = Math.min(4, ...coefficients.map(each => decimalsOf(each.low, each.high)));
    body.replaceChildren(...coefficients.slice(0, all ? undefined : FEW).map(each => coefficientRow(each, range, decimals)));
    table.hidden = coefficients.length === 0;
    nothing.hidden = coefficients.length > 0;
    more.hidden = coefficients.length <= FEW;
    setText(more, all ? `Show the first ${FEW} only` : `Show all ${coefficients.length}`);
    view.about(`${number(latest.features)} features in ${number(latest.dimension)} coefficients`
      + `, ${percent(latest.collisionRate)} share one${known(latest.prior) ? `, prior precision ${rough(latest.prior)}` : ''}`);
  }
  return {
    el: view.el,
    update(model) {
      latest = model;
      draw();
    },
    fail: problem => {
      table.hidden = more.hidden = true;
      setText(nothing, problem.message);
    },
  };
}

function coefficientRow(of, range, decimals) {
  const mark = whisker(range);
  mark.update(of);
  const text = estimate(of, { sign: true, decimals });
  return h('tr', {},
    h('th', { scope: 'row' }, of.feature, of.sharedWith > 0
      ? h('span', { class: 'tag', title: 'Hashing gave other features the same coefficient' }, `shared with ${of.sharedWith}`) : null),
    h('td', { class: 'hide-narrow' }, mark.el),
    h('td', { class: 'number' }, text.value, h('span', { class: 'interval' }, text.interval)));
}

export function alarmsPanel() {
  const list = h('ul', { class: 'alarms' });
  const nothing = h('p', { class: 'note' }, 'No alarms.');
  const view = panel('Alarms', 'changes that the service noticed', list, nothing);
  return {
    el: view.el,
    update({ alarms }) {
      nothing.hidden = alarms.length > 0;
      keyed(list, alarms, alarm => `${alarm.time} ${alarm.message}`, alarm => ({ el: h('li', {}, moment(alarm.time), h('span', {}, alarm.message)) }));
    },
  };
}

const ENDED = { waiting: 'waiting', learnt: 'learnt', expired: 'expired' };

export function recentPanel(bandit) {
  const body = h('tbody', { role: 'rowgroup' });
  const heads = ['Decision', 'Arm', 'Probability', 'Setting', 'Reward'];
  const table = h('div', { class: 'table-scroll', tabindex: 0, role: 'region', 'aria-label': 'Recent decisions' },
    h('table', { role: 'table', class: 'cards' },
      h('thead', { role: 'rowgroup' }, h('tr', { role: 'row' },
        heads.map((text, i) => h('th', { scope: 'col', role: 'columnheader', class: i === 2 || i === 4 ? 'number' : null }, text)))), body));
  const nothing = h('p', { class: 'note' }, `No decision yet. Ask for one with POST /v1/bandits/${bandit}/decisions.`);
  const view = panel('Recent decisions', 'newest first', table, nothing);
  return {
    el: view.el,
    update({ decisions }) {
      table.hidden = decisions.length === 0;
      nothing.hidden = decisions.length > 0;
      keyed(body, decisions, each => each.decision, recentRow);
    },
  };
}

function recentRow(of) {
  const reward = h('span');
  const ended = h('span', { class: 'interval' });
  return {
    el: h('tr', { role: 'row' },
      h('th', { scope: 'row', role: 'rowheader' }, isFollowing() ? moment(of.time)
        : h('a', { href: `#/decision/${encodeURIComponent(of.decision)}` }, moment(of.time))),
      cell('Arm', {}, of.arm, of.exploring ? h('span', { class: 'tag exploring' }, 'exploring') : null),
      cell('Probability', { class: 'number', title: known(of.probability) ? null : 'not known' }, known(of.probability) ? probability(of.probability) : UNKNOWN),
      cell('Setting', { class: Object.keys(of.setting ?? {}).length > 1 ? null : 'one-line' }, setting(of.setting)),
      cell('Reward', { class: 'number' }, reward, ended)),
    update(now) {
      setText(reward, now.reward === null || now.reward === undefined ? UNKNOWN : brief(now.reward));
      setText(ended, ENDED[now.ended] ?? now.ended);
    },
  };
}
