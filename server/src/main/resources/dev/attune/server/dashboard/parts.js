// Small pieces that several pages show.

import { h, svg, setText } from './dom.js';
import { briefTime, estimate, known, number, percent, unbroken } from './format.js';

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

/** An estimate over its interval; absent stands below an estimate that is not known. */
export function estimateText({ absent = '', ...options } = {}) {
  const value = h('span');
  const interval = h('span', { class: 'interval' });
  return {
    nodes: [value, interval],
    update(of) {
      const text = estimate(of, options);
      setText(value, text.value);
      setText(interval, known(of?.mean ?? of?.value) ? text.interval : absent);
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

const VERDICT = { better: 'Better', worse: 'Worse', 'cannot-tell': 'Cannot tell yet' };

/** The verdict of the service on a bandit, in words, with its basis. */
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
      setText(text, unbroken(rest));
      setText(action, unbroken(of.action));
      action.hidden = of.action === '';
      setText(basis, `Compared with ${of.control}${known(of.since) ? ` since ${briefTime(of.since)}` : ''}, whatever range is shown below: `
        + `${number(of.count)} rewards; wrong for at most ${percent(of.alpha)} of bandits over their whole life.`);
    },
  };
}

/** The text begins with the word of its state, which is shown as a mark. */
export function splitVerdict(of) {
  const start = VERDICT[of.state];
  const rest = of.text.startsWith(start) ? of.text.slice(start.length) : `: ${of.text.charAt(0).toLowerCase()}${of.text.slice(1)}`;
  return [start, rest];
}

// Two sentences for each term that a "?" explains, by the title of the panel or figure.
const TERMS = {
  'Reward over time': 'The mean reward of each step of time, with its 95\u00a0% interval. The dashed line is what a random arm would have earned; a step that is not over yet is left out.',
  'Arms': 'How often each arm was chosen and what it earned when it was. “If always chosen” estimates what the arm would earn in every context, from random draws and known probabilities.',
  'Arms over time': 'The share of decisions of each arm. Colours belong to the ids of arms and stay the same.',
  'Segments': 'Rewards and arms by the values of a feature of the context. Only the most frequent values are kept, each since it became one.',
  'Exploring over time': 'The share of decisions for another arm than the one with the best estimate. Exploring is how the bandit learns what it does not know yet.',
  'Exploration rate over time': 'How strongly uncertainty counted when an arm was chosen: 0 takes the best estimate, more prefers uncertain arms. The scale is logarithmic with 0 at 0.001; the dark band contains the rates of the middle 80\u00a0% of decisions, the light one all.',
  'Cost of exploring': 'The estimated mean of the best arm minus that of the chosen one, summed. It uses the model’s own estimates, which are rough while a bandit is new.',
  'What if': 'A uniform share draws an arm at random in that share of decisions, which makes every arm’s value measurable. This shows what another share would cost by the estimates so far.',
  'Other policies': 'What single arms, random choice and other bandits would have earned on the decisions in the journal, estimated from the probabilities that were logged. A gain whose interval is above 0 is likely to be real.',
  'Propensities': 'How probable the chosen arm was when it was chosen. If all stand at 1, the bandit no longer tries anything else, and other arms cannot be valued.',
  'Alarms': 'Changes that the service detected: rewards that fell or are missing, and models that were replaced. One that needs attention stays until somebody acknowledges it; a single replaced model is information. The time is that of the begin, and shows the bandit then.',
  'Model': 'The coefficients that the model has learnt, the surest first. A positive one raises the estimated reward of the arm.',
  'Recent decisions': 'The last decisions with the reason for each. The list pauses while you read it: choose “Resume” for newer ones.',
  'Why the last arm was chosen': 'Each line is an arm: its estimate at rate 0, and what its uncertainty adds with a growing exploration rate. The arm on top at the rate in force is chosen.',
  'Settings that the tuner tries': 'The tuner tries settings of the exploration rate and keeps to those that earn most. Each region shrinks as it is tried.',
  'Reward per decision': 'The mean of all rewards that were learnt in this range of time. Below it stands the 95\u00a0% interval.',
  'Uplift over a random arm': 'What a decision earns beyond a uniformly random arm, estimated from known probabilities or from random draws. It is not known yet if there are too few of them.',
  'Exploring': 'The share of decisions for another arm than the one with the best estimate, in this range of time.',
  'Waiting for a reward': 'Decisions whose reward window is still open, now. Expired ones ended without a reward, since the beginning.',
  'Decisions': 'Decisions of the chosen range of time; below, the rate of the last minute and the total.',
};

/** A "?" that explains a term; it opens by pointer and by keyboard. */
export function hint(term) {
  const text = TERMS[term];
  const summary = h('summary', { 'aria-label': `What is ${term}?`, title: text }, '?');
  return h('details', { class: 'hint-mark' }, summary, h('span', { class: 'hint-text', role: 'note' }, text));
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

/** A panel: heading, a line that states what is shown, and the rest. {el, about(text)} */
export function panel(title, about, ...body) {
  const line = h('p', {}, about ?? '');
  const el = h('section', { class: 'panel' },
    h('div', { class: 'panel-head' }, h('div', { class: 'panel-title' }, h('h2', {}, title), title in TERMS ? hint(title) : null), line), ...body);
  return { el, about: text => setText(line, text) };
}

/** A panel as wide as the page. */
export function widePanel(...of) {
  const view = panel(...of);
  view.el.classList.add('wide');
  return view;
}

/** Adds a text to a panel that is shown instead of its content while there is none. The result takes whether there is content, and returns it. */
export function emptyable(view, content, text) {
  const nothing = h('p', { class: 'note', hidden: true }, text);
  view.el.append(nothing);
  return there => {
    content.hidden = !there;
    nothing.hidden = there;
    return there;
  };
}

/** A choice of one of a few: [[value, label]]. */
export function segments(name, label, choices, chosen, onchange) {
  return h('fieldset', { class: 'segments', 'aria-label': label },
    choices.map(([value, text]) => h('label', {},
      h('input', { type: 'radio', name, value, checked: value === chosen, onchange: () => onchange(value) }), text)));
}

/** Shown by a page that has no content. */
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
    final ? h('p', {}, h('a', { class: 'button', href: '#/' }, 'Overview')) : h('p', {}, 'The page retries automatically.'));
}

/**
 * A table: {el, body}. heads: texts, or [text, classes], where "unseen" is for screen readers only. With the style "cards" its rows become cards on
 * narrow screens; the roles keep it a table for screen readers.
 */
export function table(label, heads, style = null) {
  const body = h('tbody', { role: 'rowgroup' });
  const head = ([text, classes = '']) => h('th', { scope: 'col', role: 'columnheader', class: classes.replace('unseen', '').trim() || null },
    classes.includes('unseen') ? h('span', { class: 'unseen' }, text) : text);
  const el = h('table', { class: style, role: 'table', 'aria-label': label },
    h('thead', { role: 'rowgroup' }, h('tr', { role: 'row' }, heads.map(each => head([each].flat())))), body);
  return { el, body };
}

/** A row of a table, which begins with its name. */
export function row(name, ...cells) {
  return h('tr', { role: 'row' }, h('th', { scope: 'row', role: 'rowheader' }, name), ...cells);
}

/** A cell of a table with a label for narrow screens. */
export function cell(label, props, ...children) {
  return h('td', { role: 'cell', 'data-label': label, ...props }, ...children);
}

/** A square in a colour of CSS, beside a name. */
export function swatch(css) {
  return h('span', { class: 'swatch', style: { background: css } });
}

/** An entry of a legend; text(item) stands behind the name. */
export function legendItem(name, css, text) {
  const behind = h('span', { class: 'muted' });
  return { el: h('li', {}, swatch(css), h('span', { title: name }, name), behind), update: item => setText(behind, text(item)) };
}

/** Ends of all intervals, and zero if asked. */
export function extent(items, withZero) {
  const ends = items.flatMap(of => [of.mean ?? of.value, of.low, of.high]).filter(known);
  return { low: Math.min(...ends, ...(withZero ? [0] : [])), high: Math.max(...ends, ...(withZero ? [0] : [])) };
}
