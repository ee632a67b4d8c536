// Small pieces that several pages show.

import { h, svg, setText } from './dom.js';
import { estimate, known } from './format.js';
import { TERMS } from './terms.js';

const HEALTH = { ok: 'Running', idle: 'Idle', paused: 'Paused', attention: 'Needs attention' };

/** How a bandit is, in a word. */
export function stateBadge() {
  const el = h('span', { class: 'state' });
  return {
    el,
    update(health) {
      el.dataset.health = health;
      setText(el, HEALTH[health] ?? health);
    },
  };
}

/** An estimate over its interval. */
export function estimateText(options) {
  const value = h('span');
  const interval = h('span', { class: 'interval' });
  return {
    nodes: [value, interval],
    update(of) {
      const text = estimate(of, options);
      setText(value, text.value);
      setText(interval, text.interval);
    },
  };
}

/** A line of mean rewards with its band, without axes. Decoration: the numbers stand beside it. */
export function sparkline() {
  const band = svg('path', { class: 'band' });
  const line = svg('path');
  const end = svg('circle', { r: 2 });
  const el = svg('svg', { class: 'spark', viewBox: '0 0 112 28', 'aria-hidden': 'true' }, band, line, end);
  let drawn = null;
  return {
    el,
    update(trend) {
      const points = trend?.rewards ?? [];
      const path = sparkPath(points.filter(point => known(point.mean)).length > 1 ? points : []); // one point is no trend
      if (path.d + path.band === drawn) {
        return;
      }
      drawn = path.d + path.band;
      line.setAttribute('d', path.d);
      band.setAttribute('d', path.band);
      end.setAttribute('visibility', path.last ? 'visible' : 'hidden');
      if (path.last) {
        end.setAttribute('cx', path.last[0]);
        end.setAttribute('cy', path.last[1]);
      }
    },
  };
}

/** The scale contains all intervals, so that chance does not look like change. */
function sparkPath(points) {
  const { low, high } = extent(points, false);
  const x = i => (2 + (108 * i) / Math.max(1, points.length - 1)).toFixed(1);
  const y = value => (high > low ? (25 - (22 * (value - low)) / (high - low)).toFixed(1) : '14');
  let d = '';
  let band = '';
  let last = null;
  let run = [];
  const close = () => {
    if (run.length > 1) {
      band += `M${run.map(([i, of]) => `${x(i)} ${y(of.low)}`).join('L')}L${run.toReversed().map(([i, of]) => `${x(i)} ${y(of.high)}`).join('L')}Z`;
    }
    run = [];
  };
  points.forEach((of, i) => {
    if (known(of.mean)) {
      d += `${known(points[i - 1]?.mean) ? 'L' : 'M'}${x(i)} ${y(of.mean)}`;
      last = [x(i), y(of.mean)];
    }
    if (known(of.low) && known(of.high)) {
      run.push([i, of]);
    } else {
      close();
    }
  });
  close();
  return { d, band, last };
}

const VERDICT = { works: 'Works', unclear: 'Cannot tell yet', attention: 'Needs attention', worse: 'Worse than random' };

/** What the service thinks of a bandit, in words, with what that rests on. */
export function verdictLine() {
  const mark = h('strong');
  const text = h('span');
  const action = h('p', { class: 'verdict-action' });
  const basis = h('p', { class: 'verdict-basis' });
  const el = h('div', { class: 'verdict', role: 'group', 'aria-label': 'Verdict' }, h('p', {}, mark, text), action, basis);
  return {
    el,
    update(of, stale = '') {
      el.dataset.state = of.state;
      const [start, rest] = splitVerdict(of);
      setText(mark, stale ? `${stale}: ${start.toLowerCase()}` : start);
      setText(text, rest);
      setText(action, of.action);
      action.hidden = of.action === '';
      setText(basis, `Rests on ${of.basis}.`);
    },
  };
}

/** The text begins with the word of its state, which is shown as a mark. */
export function splitVerdict(of) {
  const start = VERDICT[of.state];
  const rest = of.text.startsWith(start) ? of.text.slice(start.length) : `: ${of.text.charAt(0).toLowerCase()}${of.text.slice(1)}`;
  return [start, rest];
}

/** A "?" that explains a term; it opens by pointer and by keyboard. */
export function hint(term, text) {
  const summary = h('summary', { 'aria-label': `What is ${term}?`, title: text }, '?');
  return h('details', { class: 'hint-mark' }, summary, h('span', { class: 'hint-text', role: 'note' }, text));
}

/** Saves text as a file. */
export function save(name, type, text) {
  const address = URL.createObjectURL(new Blob([text], { type }));
  h('a', { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

/** Where a value stands between the ends of a scale, in percent, with a little room on both sides. */
export function onScale(value, { low, high }) {
  return 2 + (96 * (value - low)) / (high - low);
}

/** A dot with its interval on a scale from low to high, as a row of a table can hold it. */
export function whisker({ low, high }) {
  const x = value => (known(value) && high > low ? `${onScale(value, { low, high }).toFixed(2)}%` : null);
  const line = svg('line', { y1: 9, y2: 9 });
  const dot = svg('circle', { r: 3.5, cy: 9 });
  const zero = low < 0 && high > 0 ? svg('line', { class: 'zero', x1: x(0), x2: x(0), y1: 0, y2: 18 }) : null;
  const el = svg('svg', { class: 'whisker', 'aria-hidden': 'true' }, zero, line, dot);
  return {
    el,
    update(of) {
      const value = of.mean ?? of.value;
      el.toggleAttribute('hidden', x(value) === null);
      if (x(value) === null) {
        return;
      }
      line.setAttribute('x1', x(of.low) ?? x(value));
      line.setAttribute('x2', x(of.high) ?? x(value));
      dot.setAttribute('cx', x(value));
    },
  };
}

/** A panel: heading, a line that says what is seen, and the rest. */
export function panel(title, about, ...body) {
  const line = h('p', {}, about ?? '');
  const text = TERMS[title];
  const el = h('section', { class: 'panel' },
    h('div', { class: 'panel-head' }, h('div', { class: 'panel-title' }, h('h2', {}, title), text ? hint(title, text) : null), line), ...body);
  return { el, about: text => setText(line, text) };
}

/** A choice of one of a few: [[value, label]]. */
export function segments(name, label, choices, chosen, onchange) {
  return h('fieldset', { class: 'segments', 'aria-label': label },
    choices.map(([value, text]) => h('label', {},
      h('input', { type: 'radio', name, value, checked: value === chosen, onchange: () => onchange(value) }), text)));
}

/** What a page shows instead of itself when there is nothing to show. */
export function note(title, text, ...more) {
  return h('div', { class: 'panel note big' }, h('h2', {}, title), h('p', {}, text), ...more);
}

/** Shown until the first data have come; only if that takes long enough to be noticed. */
export function loading(text = 'Loading…') {
  const el = h('p', { class: 'note big', 'aria-busy': 'true' });
  setTimeout(() => {
    if (el.isConnected) {
      el.textContent = text;
    }
  }, 400);
  return el;
}

/** A problem of the service, in the place of a page. */
export function problemNote(problem, final) {
  return note(
    problem.status === 404 ? 'Not found' : problem.status === 403 ? 'Not allowed' : 'No data',
    problem.message,
    final ? h('p', {}, h('a', { class: 'button', href: '#/' }, 'Overview')) : h('p', {}, 'The page tries again by itself.'));
}

/** A cell of a table with a label for narrow screens. */
export function cell(label, props, ...children) {
  return h('td', { role: 'cell', 'data-label': label, ...props }, ...children);
}

/** Ends of all intervals, and zero if asked. */
export function extent(items, withZero) {
  const ends = items.flatMap(of => [of.mean ?? of.value, of.low, of.high]).filter(known);
  return { low: Math.min(...ends, ...(withZero ? [0] : [])), high: Math.max(...ends, ...(withZero ? [0] : [])) };
}

