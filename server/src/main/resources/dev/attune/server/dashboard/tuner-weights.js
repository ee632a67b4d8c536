// Candidates with their probabilities; or a fixed setting, of which there is nothing to draw.

import { h, keyed, setText } from './dom.js';
import { percent, rough, setting } from './format.js';

export function weightsMap() {
  const said = h('p', { class: 'why' });
  const body = h('tbody');
  const table = h('table', {},
    h('thead', {}, h('tr', {}, h('th', { scope: 'col' }, 'Setting'), h('th', { scope: 'col' }, h('span', { class: 'unseen' }, 'Picture')),
      h('th', { scope: 'col', class: 'number' }, 'Probability'), h('th', { scope: 'col', class: 'number' }, 'Mean reward'))), body);
  return {
    el: h('div', {}, said, table),
    update(of) {
      const weights = of.weights ?? [];
      table.hidden = weights.length === 0;
      setText(said, of.kind === 'fixed' ? `The setting is fixed: ${setting(of.setting)}.`
        : weights.length ? '' : `This tuner has no map to show. Its last setting: ${setting(of.setting)}.`);
      said.hidden = said.textContent === '';
      keyed(body, weights, each => setting(each.setting), row);
    },
  };
}

function row(of) {
  const bar = h('span', { class: 'bar-cell' });
  const text = h('td', { class: 'number' });
  const mean = h('td', { class: 'number' });
  return {
    el: h('tr', {}, h('th', { scope: 'row' }, setting(of.setting)), h('td', { class: 'fill' }, bar), text, mean),
    update(now) {
      bar.style.setProperty('width', `${100 * (now.probability ?? 0)}%`);
      setText(text, percent(now.probability));
      setText(mean, rough(now.mean));
    },
  };
}
