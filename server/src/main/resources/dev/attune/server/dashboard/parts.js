// Small pieces that several pages show.

import { h, svg, setText } from './dom.js';
import { estimate, known } from './format.js';

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

/** A line of some values without axes. Decoration: the numbers stand beside it. */
export function sparkline() {
  const line = svg('path');
  const end = svg('circle', { r: 2 });
  const el = svg('svg', { class: 'spark', viewBox: '0 0 112 28', 'aria-hidden': 'true' }, line, end);
  let drawn = null;
  return {
    el,
    update(values) {
      const path = sparkPath(values ?? []);
      if (path.d === drawn) {
        return;
      }
      drawn = path.d;
      line.setAttribute('d', path.d);
      end.setAttribute('visibility', path.last ? 'visible' : 'hidden');
      if (path.last) {
        end.setAttribute('cx', path.last[0]);
        end.setAttribute('cy', path.last[1]);
      }
    },
  };
}

function sparkPath(values) {
  const there = values.filter(known);
  const low = Math.min(...there);
  const high = Math.max(...there);
  let d = '';
  let last = null;
  values.forEach((value, i) => {
    if (known(value)) {
      const x = (2 + (108 * i) / Math.max(1, values.length - 1)).toFixed(1);
      const y = high > low ? (25 - (22 * (value - low)) / (high - low)).toFixed(1) : '14';
      d += `${known(values[i - 1]) ? 'L' : 'M'}${x} ${y}`;
      last = [x, y];
    }
  });
  return { d, last };
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
  const el = h('section', { class: 'panel' }, h('div', { class: 'panel-head' }, h('h2', {}, title), line), ...body);
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
export function loading() {
  const el = h('p', { class: 'note big', 'aria-busy': 'true' });
  setTimeout(() => {
    if (el.isConnected) {
      el.textContent = 'Loading…';
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

