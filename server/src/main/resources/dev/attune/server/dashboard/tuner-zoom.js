// Zooming: balls over the box of settings. With one parameter a strip over time, with two a plane. The service sends the
// present balls; how they appeared, shrank and vanished is recorded from when the page was opened.

import { acrossAxis, bandShape, chart, frame, tipTable, tooltip, upAxis } from './chart.js';
import { colour, faint } from './colours.js';
import { h, keyed, setText } from './dom.js';
import { brief, clockTime, known, number, plural, rough, UNKNOWN } from './format.js';
import { row, table } from './parts.js';

const MOST_SNAPSHOTS = 400;
const LARGEST = 8;
const SHORTEST = 15_000; // milliseconds of a strip

export function zoomMap() {
  const drawing = chart(22);
  const side = h('div');
  const said = h('p', { class: 'why' });
  const nothing = h('p', { class: 'note' }, 'No balls yet: the tuner has suggested no setting.');
  const pair = h('div', { class: 'pair' }, drawing, side);
  const history = new BallHistory();
  let now = null;
  let largest = null;
  return {
    el: h('div', {}, said, pair, nothing),
    update(of) {
      pair.hidden = of.balls.length === 0;
      nothing.hidden = of.balls.length > 0;
      setText(said, of.balls.length ? summary(of) : '');
      if (of.balls.length === 0) {
        return;
      }
      history.add(of, Date.now());
      const dimensions = of.parameters.length;
      pair.classList.toggle('half', dimensions > 1);
      drawing.hidden = dimensions > 2;
      if (dimensions === 1) {
        now ??= chart(22);
        place(side, now);
        now.show({ label: 'Mean reward of each ball now.', option: () => nowOption(of) });
      } else {
        largest ??= table('Balls tried most', [of.parameters.map(each => each.name).join(', '), ['Tried', 'number'], ['Mean', 'number']]);
        place(side, largest.el);
        keyed(largest.body, of.balls.toSorted((a, b) => b.pulls - a.pulls).slice(0, LARGEST), ball => ball.center.join(), ballRow);
      }
      if (dimensions <= 2) {
        drawing.show({
          label: `Balls of the tuner. ${said.textContent}`,
          option: () => (dimensions === 1 ? stripOption(of, history) : planeOption(of, history)),
          table: () => ballTable(of),
        });
      }
    },
  };
}

function place(side, element) {
  if (side.firstChild !== element) {
    side.replaceChildren(element);
  }
}

function summary(of) {
  const most = of.balls.reduce((best, ball) => (ball.pulls > best.pulls ? ball : best));
  const at = of.parameters.map((parameter, i) => `${parameter.name} ${rough(most.center[i])}`).join(', ');
  return `${plural(of.balls.length, 'ball')}. Most tried: ${at}, ${plural(most.pulls, 'time')}.`;
}

function ballRow(of) {
  const pulls = h('td', { class: 'number' });
  const mean = h('td', { class: 'number' });
  return {
    el: row(of.center.map(rough).join(', '), pulls, mean),
    update(now) {
      setText(pulls, number(now.pulls));
      setText(mean, now.mean === null ? UNKNOWN : number(now.mean, 3));
    },
  };
}

function ballTable(of) {
  return {
    head: ['Centre', 'From', 'To', 'Tried', 'Mean reward'],
    rows: of.balls.toSorted((a, b) => b.pulls - a.pulls)
      .map(ball => [ball.center.map(rough).join(', '), ball.low.map(rough).join(', '), ball.high.map(rough).join(', '), number(ball.pulls), rough(ball.mean)]),
  };
}

/** Lives of balls: {center, born, gone, outline: [[time, low, high]], ball}. Times of the browser. */
class BallHistory {
  constructor() {
    this.lives = new Map();
    this.since = null;
    this.count = 0;
  }

  add(of, time) {
    this.since ??= time;
    this.last = time;
    this.count++;
    const there = new Set();
    for (const ball of of.balls) {
      const key = `${of.epoch} ${ball.center.join()}`;
      there.add(key);
      if (!this.lives.has(key)) {
        this.lives.set(key, { born: time, gone: null, outline: [] });
      }
      const life = this.lives.get(key);
      life.ball = ball;
      life.gone = null;
      life.outline.push([time, ball.low[0], ball.high[0]]);
    }
    this.lives.forEach((life, key) => {
      if (!there.has(key)) {
        life.gone ??= time;
      }
    });
    if (this.count > MOST_SNAPSHOTS) {
      this.thin();
    }
  }

  /** Every other point goes, so that a page that is open for days stays small. */
  thin() {
    this.count /= 2;
    this.lives.forEach((life, key) => {
      life.outline = life.outline.filter((_, i) => i % 2 === 0 || i === life.outline.length - 1);
      if (life.gone !== null && this.lives.size > MOST_SNAPSHOTS) {
        this.lives.delete(key);
      }
    });
  }

  /** Appeared a moment ago, and not because the page was opened then. */
  isNew(life) {
    return life.born > this.since && this.last - life.born < 10_000;
  }

  /** Vanished a moment ago. */
  isGhost(life) {
    return life.gone !== null && this.last - life.gone < 15_000;
  }
}

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
function stripOption(of, history) {
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
        shape: bandShape(points, api),
        style: { fill: faint(css, dead ? 0.05 : 0.05 + 0.3 * strong(life.ball)), stroke: faint(css, dead ? 0.25 : 0.5), lineWidth: 0.75 },
      },
      { type: 'polyline', shape: { points: middle }, style: { fill: 'none', stroke: colour(css), lineWidth: dead ? 0.75 : 1 + 1.5 * strong(life.ball) }, silent: true },
    ],
  };
}

/** One parameter: what each ball has earned so far. */
function nowOption(of) {
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
function planeOption(of, history) {
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
