// Panels of one bandit: propensities, alarms, recent decisions. Each is {el, update(data)}.

import { isFollowing, mayChange } from './access.js';
import { alarmList } from './alarms.js';
import { acrossAxis, chart, frame, tipTable, tooltip, upAxis } from './chart.js';
import { colour } from './colours.js';
import { h, keyed, setText } from './dom.js';
import { brief, known, moment, number, percent, probability, unbroken, UNKNOWN } from './format.js';
import { cell, emptyable, panel, row, table, widePanel } from './parts.js';

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
        ? `The probabilities of ${number(of.unknown)} decisions are not known: this tuner or policy does not report them.`
        : 'No decision yet.');
      if (total === 0) {
        return;
      }
      setText(size, `${of.unknown ? `The probability of ${number(total)} of ${number(total + of.unknown)} decisions is known. ` : ''}`
        + `${number(of.of)} rewarded decisions estimate a random arm as well as ${number(of.effectiveSampleSize)} random ones would.`);
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

/** All alarms that are kept: those that need attention, and below them the others; waiting() tells whether there are any of the former. */
export function alarmsPanel(bandit) {
  const open = alarmList(bandit);
  const others = alarmList(bandit);
  const summary = h('summary');
  const rest = h('details', {}, summary, others.el);
  const view = widePanel('Alarms', '', open.el, rest);
  const fill = emptyable(view, rest, 'No alarms.');
  let waiting = null;
  return {
    el: view.el,
    waiting: () => waiting > 0,
    update({ alarms }) {
      const urgent = alarms.filter(alarm => alarm.attention);
      if (urgent.length > 0 !== waiting > 0 || waiting === null) {
        rest.open = urgent.length === 0;
      }
      waiting = urgent.length;
      view.about(waiting ? `${number(waiting)} to be acknowledged` : 'changes that the service detected');
      view.el.classList.toggle('urgent', waiting > 0);
      open.update(urgent);
      others.update(alarms.filter(alarm => !alarm.attention));
      setText(summary, `${number(alarms.length - waiting)} acknowledged or for information`);
      rest.hidden = !fill(alarms.length > 0) || alarms.length === waiting;
    },
  };
}

/** The newest decisions. Live until the reader points at or enters the table; then it waits, and states how many are newer. */
export function recentPanel(bandit) {
  const { el, body } = table(null, ['Decision', 'Arm', 'Why', ['Probability', 'number'], ['Reward', 'number']], 'cards');
  const scroll = h('div', {
    class: 'table-scroll', tabindex: 0, role: 'region', 'aria-label': 'Recent decisions', onfocusin: () => hold(true), onscroll: () => !held && scroll.scrollTop > 0 && hold(true),
  }, el);
  const button = h('button', { type: 'button', 'aria-pressed': 'false', onclick: () => hold(!held) }, 'Pause');
  const newer = h('span', { class: 'muted small' });
  const bar = h('div', { class: 'tools' }, button, newer);
  const view = widePanel('Recent decisions', 'newest first', bar, scroll);
  const fill = emptyable(view, scroll, `No decision yet. Ask for one with POST /v1/bandits/${bandit}/decisions.`);
  let held = false;
  let latest = [];
  let shown = [];

  function hold(on) {
    held = on;
    button.textContent = on ? 'Resume' : 'Pause';
    button.setAttribute('aria-pressed', String(on));
    draw();
  }

  function draw() {
    if (!held) {
      shown = latest;
    } else { // rewards still come in
      const now = new Map(latest.map(each => [each.decision, each]));
      shown = shown.map(each => now.get(each.decision) ?? each);
    }
    const first = shown[0]?.decision;
    const place = latest.findIndex(each => each.decision === first);
    setText(newer, !held ? '' : place === 0 ? 'paused' : `paused, ${place < 0 ? `more than ${latest.length}` : place} newer`);
    bar.hidden = !fill(shown.length > 0);
    keyed(body, shown, each => each.decision, recentRow);
  }

  return {
    el: view.el,
    update({ decisions }) {
      latest = decisions;
      draw();
    },
  };
}

function recentRow(of) {
  const reward = h('span');
  const ended = h('span', { class: 'interval' });
  return {
    el: row(isFollowing() || !mayChange() ? moment(of.time) : h('a', { href: `#/decision/${encodeURIComponent(of.decision)}` }, moment(of.time)),
      cell('Arm', {}, of.arm, of.exploring ? h('span', { class: 'tag exploring' }, 'exploring') : null),
      cell('Why', { class: 'small full' }, unbroken(of.why) || UNKNOWN),
      cell('Probability', { class: 'number', title: known(of.probability) ? null : 'not known' }, known(of.probability) ? probability(of.probability) : UNKNOWN),
      cell('Reward', { class: 'number' }, reward, ended)),
    update(now) {
      setText(reward, now.reward === null || now.reward === undefined ? UNKNOWN : brief(now.reward));
      setText(ended, now.ended);
    },
  };
}
