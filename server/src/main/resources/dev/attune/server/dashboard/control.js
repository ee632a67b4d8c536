// What a bandit is compared with: "random", {arm: id} or {oldSystem: share of the traffic}, as the service reads and writes it.

import { field } from './dialog.js';
import { h } from './dom.js';
import { percent } from './format.js';

export const CONTROLS = [['random', 'A random arm'], ['arm', 'One arm, always'], ['oldSystem', 'An old system beside it']];

export const ARM_HINT = 'Decisions that do not offer it do not count.';
export const SHARE_HINT = 'The share of the traffic that the old system keeps, drawn at random for each request, such as 0.1. Send its decisions as observations, with their rewards.';

export function controlText(control) {
  return control?.arm !== undefined ? `the arm ${control.arm}`
    : control?.oldSystem !== undefined ? `an old system with ${percent(control.oldSystem)} of the traffic`
      : 'a random arm';
}

/** What is wrong with the id of an arm, or null. */
export function armComplaint(id) {
  return id === '' ? 'Enter the id of an arm.' : null;
}

/** What is wrong with the share of an old system, or null. */
export function shareComplaint(text) {
  return text !== '' && Number(text) > 0 && Number(text) < 1 ? null : 'The share must be a number above 0 and below 1.';
}

/** The inputs of a control. {nodes, read()}; read throws what is wrong. */
export function controlFields(control, arms) {
  const chosen = control?.arm !== undefined ? 'arm' : control?.oldSystem !== undefined ? 'oldSystem' : 'random';
  const kind = h('select', { onchange: () => show() }, CONTROLS.map(([value, label]) => h('option', { value, selected: value === chosen }, label)));
  const options = h('datalist', { id: 'controls' }, arms.map(arm => h('option', { value: arm })));
  const arm = h('input', { list: 'controls', autocomplete: 'off', spellcheck: 'false', value: control?.arm ?? '' });
  const share = h('input', { type: 'number', min: 0, max: 1, step: 'any', value: control?.oldSystem ?? '' });
  const armField = field('Id of the arm', ARM_HINT, arm);
  const shareField = field('Share of the old system', SHARE_HINT, share);
  function show() {
    for (const [each, input, value] of [[armField, arm, 'arm'], [shareField, share, 'oldSystem']]) {
      each.hidden = kind.value !== value;
      input.disabled = each.hidden; // not reached by Tab
    }
  }
  show();
  return {
    nodes: [field('Compared with', null, kind), armField, options, shareField],
    read() {
      const complaint = kind.value === 'arm' ? armComplaint(arm.value) : kind.value === 'oldSystem' ? shareComplaint(share.value.trim()) : null;
      if (complaint) {
        throw new Error(complaint);
      }
      return kind.value === 'arm' ? { arm: arm.value } : kind.value === 'oldSystem' ? { oldSystem: Number(share.value) } : 'random';
    },
  };
}
