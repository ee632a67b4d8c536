// The exploration path of one decision: each arm is a line, mean + rate * width. The arm on top at a rate is the one that
// the policy would choose with it. The tuner chose one rate.

import { acrossAxis, chart, frame, tipTable, tooltip, upAxis } from './chart.js';
import { armColour, colour, paint } from './colours.js';
import { h, keyed, setText } from './dom.js';
import { brief, known, number, percent, rough, unbroken } from './format.js';
import { legendItem } from './parts.js';

const STEPS = 80;
const MOST_LINES = 60;

/** Used for the last decision of a bandit, and for any decision that was replayed. */
export function pathMap(bandit) {
  const drawing = chart(20);
  const said = h('p', { class: 'why' });
  const legend = h('ul', { class: 'legend', 'aria-label': 'Arms on top, by exploration rate' });
  const nothing = h('p', { class: 'note' }, 'No decision with an exploration path yet.');
  const there = h('div', {}, said, drawing, legend);
  let any = false;
  return {
    el: h('div', {}, there, nothing),
    drawn: () => any,
    update(of) {
      const drawn = any = of.envelope?.length > 0 && of.arms?.length > 0;
      there.hidden = !drawn;
      nothing.hidden = drawn;
      if (!drawn) {
        return;
      }
      const rate = of.setting?.explore;
      setText(said, sentence(of, rate));
      paint(bandit, of.arms.map(arm => arm.id));
      const pieces = of.envelope.map((piece, i) => ({ ...piece, last: i === of.envelope.length - 1 }));
      keyed(legend, pieces, piece => `${piece.arm} ${piece.from}`, ({ arm }) => legendItem(arm, armColour(bandit, arm), rateText));
      drawing.show({
        label: `Exploration path of the last decision. ${said.textContent}`,
        option: () => pathOption(bandit, of, rate),
        table: () => ({
          head: ['Arm', 'Mean', 'Width', known(rate) ? `Mean + ${brief(rate)} × width` : 'Index'],
          rows: of.arms.toSorted((a, b) => b.mean - a.mean)
            .map(arm => [arm.id, rough(arm.mean), rough(arm.width), known(rate) ? rough(arm.mean + rate * arm.width) : '']),
        }),
      });
    },
  };
}

function sentence(of, rate) {
  if (of.why) {
    return unbroken(of.why);
  }
  const why = of.chosen === of.greedy ? 'the arm with the best mean' : `exploring; the best mean has ${of.greedy}`;
  const share = known(of.exploringShare) ? ` ${percent(of.exploringShare)} of decisions explore.` : '';
  return `${of.chosen}${known(rate) ? ` at rate ${brief(rate)}` : ''}: ${why}.${share}`;
}

function rateText({ from, to, last }) {
  return known(to) && !last ? `${brief(from)} to ${brief(to)}` : `from ${brief(from)}`;
}

function pathOption(bandit, of, rate) {
  const last = of.envelope.at(-1);
  const wanted = of.envelope.length > 1 ? 1.3 * Math.max(last.from, rate ?? 0) : last.to ?? 5;
  const end = Math.max(1.05 * (rate ?? 0), Math.min(wanted, last.to ?? Infinity), 0.01);
  const on = new Set(of.envelope.map(piece => piece.arm));
  const arms = of.arms.toSorted((a, b) => b.mean - a.mean);
  const lines = arms.length > MOST_LINES ? arms.filter((arm, i) => on.has(arm.id) || i < MOST_LINES) : arms;
  const at = (arm, x) => arm.mean + x * arm.width;
  const top = x => arms.reduce((best, arm) => (at(arm, x) > at(best, x) ? arm : best));
  const chosen = arms.find(arm => arm.id === of.chosen);
  const xs = Array.from({ length: STEPS + 1 }, (_, i) => (end * i) / STEPS);
  return {
    ...frame({ right: 20, bottom: 4 }),
    tooltip: tooltip(params => tip(bandit, arms, at, params[0].axisValue)),
    xAxis: acrossAxis('exploration rate', { axis: { min: 0, max: Number(end.toPrecision(3)) }, axisLabel: { formatter: brief, showMaxLabel: false } }),
    yAxis: upAxis('mean + rate × width', { axis: { scale: true }, axisLabel: { formatter: brief } }),
    series: [
      ...lines.map(arm => ({
        type: 'line',
        data: [[0, at(arm, 0)], [end, at(arm, end)]],
        showSymbol: false,
        silent: true,
        color: colour(on.has(arm.id) ? armColour(bandit, arm.id) : '--arm-other'),
        lineStyle: { width: 1.25, opacity: on.has(arm.id) ? 0.75 : 0.4 },
      })),
      { type: 'line', data: xs.map(x => [x, at(top(x), x)]), showSymbol: false, color: 'transparent', lineStyle: { opacity: 0 } },
      ...of.envelope.map(piece => envelopePiece(bandit, piece, end, x => at(top(x), x))),
      strip(bandit, of.envelope, end),
      ...(known(rate) && chosen ? [chosenMark(rate, at(chosen, rate), rate > 0.3 * end)] : []),
    ],
  };
}

function envelopePiece(bandit, piece, end, height) {
  const to = Math.min(piece.to ?? end, end);
  return {
    type: 'line',
    data: [[piece.from, height(piece.from)], [to, height(to)]],
    symbol: 'circle',
    symbolSize: 5,
    showSymbol: piece.from > 0,
    silent: true,
    color: colour(armColour(bandit, piece.arm)),
    lineStyle: { width: 3.5, cap: 'round' },
    z: 4,
  };
}

/** The intervals of the rate, as a strip along the bottom. */
function strip(bandit, envelope, end) {
  return {
    type: 'custom',
    silent: true,
    clip: true,
    z: 3,
    data: envelope.map((piece, i) => [piece.from, i]),
    encode: { x: 0, y: -1 },
    renderItem: (params, api) => {
      const piece = envelope[params.dataIndex];
      const { y, height } = params.coordSys;
      const x0 = api.coord([piece.from, 0])[0];
      const x1 = api.coord([Math.min(piece.to ?? end, end), 0])[0];
      return { type: 'rect', shape: { x: x0 + 1, y: y + height - 7, width: Math.max(1, x1 - x0 - 2), height: 6, r: 2 }, style: { fill: colour(armColour(bandit, piece.arm)) } };
    },
  };
}

/** Near the name of the axis there is no room for a label. */
function chosenMark(rate, height, labelled) {
  return {
    type: 'scatter',
    data: [[rate, height]],
    silent: true,
    symbolSize: 13,
    z: 6,
    itemStyle: { color: colour('--surface'), borderColor: colour('--ink'), borderWidth: 3 },
    markLine: {
      silent: true,
      symbol: 'none',
      animation: false,
      lineStyle: { color: colour('--ink'), type: [4, 4], width: 1 },
      label: { show: labelled, formatter: `chosen: ${brief(rate)}`, color: colour('--ink'), fontSize: 12 },
      data: [{ xAxis: rate }],
    },
  };
}

function tip(bandit, arms, at, x) {
  const rows = arms.map(arm => [arm, at(arm, x)]).sort((a, b) => b[1] - a[1]).slice(0, 6);
  return tipTable(`rate ${number(x, 2)}`, rows.map(([arm, height]) => [arm.id, rough(height), '', armColour(bandit, arm.id)]));
}
