// Pictures of balls.

import { acrossAxis, frame, tipTable, tooltip, upAxis } from './chart.js';
import { colour, faint } from './colours.js';
import { brief, clockTime, known, number, rough, UNKNOWN } from './format.js';

const SHORTEST = 15_000;

function parameterAxis(make, parameter, more = {}) {
  return make(parameter.name, {
    ...more,
    split: true,
    axis: { type: parameter.scale === 'log' ? 'log' : 'value', min: parameter.low, max: parameter.high },
    axisLabel: { formatter: brief },
  });
}

/** How strong a ball is filled: the better its mean among those there are, the stronger. */
function strength(balls) {
  const means = balls.map(ball => ball.mean).filter(known);
  const low = Math.min(...means);
  const span = Math.max(...means) - low;
  return ball => (known(ball.mean) && span > 0 ? (ball.mean - low) / span : 0);
}

function ballTip(parameters, ball) {
  return tipTable(parameters.map((each, i) => `${each.name} ${rough(ball.center[i])}`).join(', '), [
    ...parameters.map((each, i) => [each.name, `${rough(ball.low[i])} to ${rough(ball.high[i])}`, '', null]),
    ['Tried', number(ball.pulls), '', null],
    ['Mean reward', known(ball.mean) ? number(ball.mean, 3) : UNKNOWN, '', null],
  ]);
}

/** One parameter: how every ball narrows over time. */
export function stripOption(of, history) {
  const [parameter] = of.parameters;
  const lives = [...history.lives.values()];
  const strong = strength(of.balls);
  const end = Math.max(history.last, history.since + SHORTEST);
  const from = Math.min(...lives.map(life => life.born), history.last - 1000);
  return {
    ...frame(),
    tooltip: tooltip(params => ballTip(of.parameters, lives[params.dataIndex].ball), 'item'),
    xAxis: acrossAxis('since this page was opened', { axis: { type: 'time', min: from, max: end }, axisLabel: { formatter: clockTime, showMinLabel: false } }),
    yAxis: parameterAxis(upAxis, parameter),
    series: [{
      type: 'custom',
      clip: true,
      data: lives.map((life, i) => [life.born, i]),
      encode: { x: 0, y: -1 },
      renderItem: (params, api) => band(lives[params.dataIndex], strong, api, history),
    }],
  };
}

function band(life, strong, api, history) {
  const until = life.gone ?? history.last;
  const points = [...life.outline, [Math.max(until, life.born + 700), ...life.outline.at(-1).slice(1)]];
  const dead = life.gone !== null;
  const css = dead ? '--edge' : '--measured';
  const middle = points.map(([time]) => api.coord([time, life.ball.center[0]]));
  return {
    type: 'group',
    children: [
      {
        type: 'polygon',
        shape: { points: [...points.map(p => api.coord([p[0], p[1]])), ...points.toReversed().map(p => api.coord([p[0], p[2]]))] },
        style: { fill: faint(css, dead ? 0.05 : 0.05 + 0.3 * strong(life.ball)), stroke: faint(css, dead ? 0.25 : 0.5), lineWidth: 0.75 },
      },
      { type: 'polyline', shape: { points: middle }, style: { fill: 'none', stroke: colour(css), lineWidth: dead ? 0.75 : 1 + 1.5 * strong(life.ball) }, silent: true },
    ],
  };
}

/** One parameter: what each ball has earned so far. */
export function nowOption(of) {
  const [parameter] = of.parameters;
  const balls = of.balls.filter(ball => known(ball.mean));
  const most = Math.max(1, ...balls.map(ball => ball.pulls));
  return {
    ...frame(),
    tooltip: tooltip(params => ballTip(of.parameters, balls[params.dataIndex]), 'item'),
    xAxis: acrossAxis('mean reward now, scaled to 0 to 1', { axis: { scale: true, splitNumber: 3 }, axisLabel: { formatter: brief } }),
    yAxis: parameterAxis(upAxis, parameter),
    series: [{
      type: 'custom',
      clip: false,
      data: balls.map(ball => [ball.mean, ball.center[0]]),
      renderItem: (params, api) => {
        const ball = balls[params.dataIndex];
        const [x, y] = api.coord([ball.mean, ball.center[0]]);
        const ends = [ball.low[0], ball.high[0]].map(value => api.coord([ball.mean, value])[1]);
        return {
          type: 'group',
          children: [
            { type: 'line', shape: { x1: x, x2: x, y1: ends[0], y2: ends[1] }, style: { stroke: faint('--measured', 0.55), lineWidth: 1.5 } },
            { type: 'circle', shape: { cx: x, cy: y, r: 2.5 + 6 * Math.sqrt(ball.pulls / most) }, style: { fill: colour('--measured'), stroke: colour('--surface'), lineWidth: 1 } },
          ],
        };
      },
    }],
  };
}

/** Two parameters: balls in the plane. New ones are ringed, vanished ones stay for a moment as ghosts. */
export function planeOption(of, history) {
  const [across, up] = of.parameters;
  const lives = [...history.lives.values()].filter(life => life.gone === null || history.isGhost(life));
  const strong = strength(of.balls);
  const force = of.settingsInForce;
  return {
    ...frame(),
    tooltip: tooltip(params => (params.seriesType === 'custom' ? ballTip(of.parameters, lives[params.dataIndex].ball) : ''), 'item'),
    xAxis: parameterAxis(acrossAxis, across),
    yAxis: parameterAxis(upAxis, up),
    series: [
      {
        type: 'custom',
        clip: true,
        data: lives.map(life => life.ball.center),
        renderItem: (params, api) => ellipse(lives[params.dataIndex], strong, api, history),
      },
      ...(force ? [{
        type: 'scatter',
        data: [[force[across.name], force[up.name]]],
        symbol: 'path://M0 4.4L4.4 4.4L4.4 0L5.6 0L5.6 4.4L10 4.4L10 5.6L5.6 5.6L5.6 10L4.4 10L4.4 5.6L0 5.6Z',
        symbolSize: 15,
        silent: true,
        itemStyle: { color: colour('--ink') },
        label: { show: true, formatter: 'in force', position: 'right', color: colour('--ink'), fontSize: 12, textBorderColor: colour('--surface'), textBorderWidth: 3 },
        z: 5,
      }] : []),
    ],
  };
}

function ellipse(life, strong, api, history) {
  const { ball } = life;
  const [x, y] = api.coord(ball.center);
  const [left, bottom] = api.coord(ball.low);
  const [right, top] = api.coord(ball.high);
  const ghost = life.gone !== null;
  const fresh = history.isNew(life);
  const css = ghost ? '--edge' : fresh ? '--exploring' : '--measured';
  const rx = Math.max(x - left, right - x, 2);
  const ry = Math.max(bottom - y, y - top, 2);
  return {
    type: 'group',
    children: [
      {
        type: 'ellipse',
        shape: { cx: x, cy: y, rx, ry },
        style: {
          fill: faint(css, ghost ? 0 : 0.05 + 0.3 * strong(ball)),
          stroke: faint(css, ghost ? 0.4 : 0.75),
          lineWidth: fresh ? 2 : 1,
          lineDash: ghost ? [3, 3] : null,
        },
      },
      { type: 'circle', shape: { cx: x, cy: y, r: 2 }, style: { fill: faint(css, ghost ? 0.4 : 1) }, silent: true },
    ],
  };
}
