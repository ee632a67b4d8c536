// Arms of one decision: a dot and an interval each, and their numbers.

import { armColour, paint } from './colours.js';
import { h, svg } from './dom.js';
import { known, probability, rough } from './format.js';
import { cell, extent, onScale, whisker } from './parts.js';

const MOST = 100;

export function armTable(bandit, explanation) {
  paint(bandit, explanation.arms.map(arm => arm.id));
  const rate = explanation.setting?.explore;
  const arms = explanation.arms.map(arm => ({ ...arm, low: arm.mean - Math.abs(arm.width), high: arm.mean + Math.abs(arm.width) }));
  if (!arms.some(arm => known(arm.mean))) {
    return h('p', { class: 'note' }, 'The arms were not scored: this arm was drawn at random.');
  }
  const order = arm => arm.index ?? arm.mean ?? -Infinity;
  const shown = arms.toSorted((a, b) => order(b) - order(a)).filter((arm, i) => i < MOST || arm.id === explanation.arm);
  const range = extent([...arms, ...arms.map(arm => ({ mean: arm.index }))], false);
  const heads = [['Arm'], ['Picture', 'unseen'], ['Mean', 'number'], ['Width', 'number'], ['Index', 'number'], ['Probability', 'number']];
  return h('div', {},
    h('table', { class: 'cards arm-table', role: 'table', 'aria-label': 'Arms of the decision' },
      h('thead', { role: 'rowgroup' }, h('tr', { role: 'row' }, heads.map(([text, style]) => h('th', { scope: 'col', role: 'columnheader', class: style === 'number' ? style : null },
        style === 'unseen' ? h('span', { class: style }, text) : text)))),
      h('tbody', { role: 'rowgroup' }, shown.map(arm => row(bandit, arm, explanation, range, rate)))),
    arms.length > shown.length ? h('p', { class: 'small muted' }, `The ${shown.length} of largest index, of ${arms.length}.`) : null);
}

function row(bandit, arm, explanation, range, rate) {
  const mark = whisker(range);
  mark.update(arm);
  mark.el.style.setProperty('--mark', armColour(bandit, arm.id));
  if (known(arm.index) && known(rate)) {
    const x = `${onScale(arm.index, range)}%`;
    mark.el.append(svg('line', { class: 'tick', x1: x, x2: x, y1: 2, y2: 16 }));
  }
  const chosen = arm.id === explanation.arm;
  return h('tr', { role: 'row', class: chosen ? 'chosen' : null },
    h('th', { scope: 'row', role: 'rowheader' }, h('span', { class: 'swatch', style: { background: armColour(bandit, arm.id), 'margin-right': '0.5rem' } }), arm.id,
      chosen ? h('span', { class: 'tag exploring' }, 'chosen') : null,
      arm.id === explanation.greedy ? h('span', { class: 'tag' }, 'best mean') : null),
    h('td', { role: 'cell', class: 'full' }, mark.el),
    cell('Mean', { class: 'number' }, rough(arm.mean)),
    cell('Width', { class: 'number' }, rough(arm.width)),
    cell('Index', { class: 'number' }, rough(arm.index)),
    cell('Probability', { class: 'number' }, probability(arm.probability)));
}
