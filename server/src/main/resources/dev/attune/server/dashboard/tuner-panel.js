// The tuner's map: its estimates of the settings that it can choose from. Which picture depends on the kind of tuner.

import { h, keyed, setText } from './dom.js';
import { percent, rough, setting } from './format.js';
import { panel, row, table } from './parts.js';
import { pathMap } from './tuner-path.js';
import { zoomMap } from './tuner-zoom.js';

const KINDS = {
  path: { make: pathMap, title: 'Why the last arm was chosen', about: 'one decision, held while you read: every arm by exploration rate' },
  zooming: { make: zoomMap, title: 'Settings that the tuner tries', about: 'balls over the box of settings; a ball shrinks as it is tried' },
  fixed: { make: weightsMap, title: 'Settings that the tuner tries', about: 'what the tuner chooses from' },
  other: { make: weightsMap, title: 'Settings that the tuner tries', about: 'what the tuner chooses from' },
};

export function tunerPanel(bandit) {
  const place = h('div');
  const force = h('p', { class: 'small muted' });
  const next = h('button', { type: 'button', hidden: true, onclick: () => latest && draw(latest) }, 'Show the newest');
  const el = h('div', { class: 'tuner wide' });
  let view = null;
  let latest = null;
  let shown = null;
  let map = null;
  function draw(tuner) {
    const kind = KINDS[tuner.kind] ? tuner.kind : 'other';
    if (kind !== shown) {
      shown = kind;
      map = KINDS[kind].make(bandit);
      view = panel(KINDS[kind].title, KINDS[kind].about, place, force, next);
      el.replaceChildren(view.el);
      place.replaceChildren(map.el);
    }
    map.update(tuner);
    const inForce = tuner.settingsInForce ?? (tuner.kind === 'path' ? null : tuner.setting);
    setText(force, inForce ? `In force: ${setting(inForce)}${tuner.epoch === undefined ? '' : `, epoch ${tuner.epoch}`}.` : '');
  }

  return {
    el,
    update(tuner) {
      latest = tuner;
      // One decision is read for longer than a second: newer ones wait for the button.
      const keep = shown === 'path' && tuner.kind === 'path' && map.drawn();
      next.hidden = !keep;
      if (!keep) {
        draw(tuner);
      }
    },
  };
}

/** Candidates with their probabilities; or a fixed setting, of which there is nothing to draw. */
function weightsMap() {
  const said = h('p', { class: 'why' });
  const { el, body } = table(null, ['Setting', ['Picture', 'unseen'], ['Probability', 'number'], ['Mean reward', 'number']]);
  return {
    el: h('div', {}, said, el),
    update(of) {
      const weights = of.weights ?? [];
      el.hidden = weights.length === 0;
      setText(said, of.kind === 'fixed' ? `The setting is fixed: ${setting(of.setting)}.`
        : weights.length ? '' : `This tuner has no map to show. Its last setting: ${setting(of.setting)}.`);
      said.hidden = said.textContent === '';
      keyed(body, weights, each => setting(each.setting), candidateRow);
    },
  };
}

function candidateRow(of) {
  const bar = h('span', { class: 'bar-cell' });
  const text = h('td', { class: 'number' });
  const mean = h('td', { class: 'number' });
  return {
    el: row(setting(of.setting), h('td', { class: 'fill' }, bar), text, mean),
    update(now) {
      bar.style.setProperty('width', `${100 * (now.probability ?? 0)}%`);
      setText(text, percent(now.probability));
      setText(mean, rough(now.mean));
    },
  };
}
