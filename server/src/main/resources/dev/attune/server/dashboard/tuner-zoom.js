// Zooming: balls over the box of settings. With one parameter a strip over time, with two a plane. The service tells the
// balls there are; how they came, shrank and vanished is remembered from when the page was opened.

import { chart } from './chart.js';
import { h, keyed, setText } from './dom.js';
import { number, plural, rough, UNKNOWN } from './format.js';
import { nowOption, planeOption, stripOption } from './zoom-charts.js';

const MOST_SNAPSHOTS = 400;
const LARGEST = 8;

export function zoomMap() {
  const drawing = chart(22);
  const side = h('div');
  const said = h('p', { class: 'why' });
  const nothing = h('p', { class: 'note' }, 'No balls yet: the tuner has not been asked.');
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
        now ??= place(side, chart(22));
        now.show({ label: 'Mean reward of each ball now.', option: () => nowOption(of) });
      } else {
        largest ??= place(side, largestTable(of.parameters));
        keyed(largest.attuneBody, of.balls.toSorted((a, b) => b.pulls - a.pulls).slice(0, LARGEST), ball => ball.center.join(), ballRow);
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
  side.replaceChildren(element);
  return element;
}

function summary(of) {
  const most = of.balls.reduce((best, ball) => (ball.pulls > best.pulls ? ball : best));
  const at = of.parameters.map((parameter, i) => `${parameter.name} ${rough(most.center[i])}`).join(', ');
  return `${plural(of.balls.length, 'ball')}. Most tried: ${at}, ${plural(most.pulls, 'time')}.`;
}

function largestTable(parameters) {
  const body = h('tbody');
  const table = h('table', { 'aria-label': 'Balls tried most' },
    h('thead', {}, h('tr', {}, h('th', { scope: 'col' }, parameters.map(each => each.name).join(', ')),
      h('th', { scope: 'col', class: 'number' }, 'Tried'), h('th', { scope: 'col', class: 'number' }, 'Mean'))), body);
  table.attuneBody = body;
  return table;
}

function ballRow(of) {
  const pulls = h('td', { class: 'number' });
  const mean = h('td', { class: 'number' });
  return {
    el: h('tr', {}, h('th', { scope: 'row' }, of.center.map(rough).join(', ')), pulls, mean),
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
