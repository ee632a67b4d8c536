// The tuner's map: what the tuner thinks of the settings it can choose from. Which picture depends on the kind of tuner.

import { h, setText } from './dom.js';
import { setting } from './format.js';
import { panel } from './parts.js';
import { pathMap } from './tuner-path.js';
import { weightsMap } from './tuner-weights.js';
import { zoomMap } from './tuner-zoom.js';

const KINDS = {
  path: { make: pathMap, about: 'the last decision: every arm by exploration rate' },
  zooming: { make: zoomMap, about: 'balls over the box of settings; a ball shrinks as it is tried' },
  fixed: { make: weightsMap, about: 'what the tuner chooses from' },
  other: { make: weightsMap, about: 'what the tuner chooses from' },
};

export function tunerPanel(bandit) {
  const place = h('div');
  const force = h('p', { class: 'small muted' });
  const view = panel('The tuner’s map', '', place, force);
  view.el.classList.add('wide');
  let shown = null;
  let map = null;
  return {
    el: view.el,
    update(tuner) {
      const kind = KINDS[tuner.kind] ? tuner.kind : 'other';
      if (kind !== shown) {
        shown = kind;
        map = KINDS[kind].make(bandit);
        place.replaceChildren(map.el);
        view.about(KINDS[kind].about);
      }
      map.update(tuner);
      const inForce = tuner.settingsInForce ?? (tuner.kind === 'path' ? null : tuner.setting);
      setText(force, inForce ? `In force: ${setting(inForce)}${tuner.epoch === undefined ? '' : `, epoch ${tuner.epoch}`}.` : '');
    },
  };
}
