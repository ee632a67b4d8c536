// The tuner's map: what the tuner thinks of the settings it can choose from. Which picture depends on the kind of tuner.

import { h, setText } from './dom.js';
import { setting } from './format.js';
import { panel } from './parts.js';
import { pathMap } from './tuner-path.js';
import { weightsMap } from './tuner-weights.js';
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
