// Alarms of a bandit: what happened and since when, what to do, and who has seen it.

import { isFollowing, mayChange } from './access.js';
import { acknowledge } from './actions.js';
import { h, keyed, setText } from './dom.js';
import { moment, unbroken } from './format.js';

const FRESH = 300_000; // age of an alarm up to which the shortest steps are kept for it and the time before
const AROUND_FRESH = 240_000; // least time that is shown before and after
const AROUND = 1_800_000;
const PART = 0.5; // of the time from the begin to the alarm that is shown before and after

/** The address of the page of a bandit with the time of an alarm. */
export function alarmAddress(bandit, { since, time }) {
  const around = Math.max(Date.now() - since < FRESH ? AROUND_FRESH : AROUND, PART * (time - since));
  return `#/bandit/${encodeURIComponent(bandit)}?from=${Math.round(since - around)}&to=${Math.round(time + around)}`;
}

/** A list of alarms: {el, update(alarms)}. */
export function alarmList(bandit) {
  const el = h('ul', { class: 'alarms' });
  return { el, update: alarms => keyed(el, alarms, alarm => alarm.id, alarm => alarmItem(bandit, alarm)) };
}

function alarmItem(bandit, alarm) {
  const seen = h('p', { class: 'muted small' });
  const button = h('button', { type: 'button', class: 'small', onclick: () => acknowledge(bandit, alarm) }, 'Acknowledge');
  const link = h('a', { title: 'Shows the bandit at that time' }, moment(alarm.since));
  return {
    el: h('li', { class: alarm.attention ? 'open' : null },
      link,
      h('div', { class: 'alarm-text' },
        h('p', { class: 'alarm-message' }, unbroken(alarm.message)),
        alarm.action ? h('p', { class: 'alarm-action' }, alarm.action) : null,
        seen),
      button),
    update(now) {
      link.href = alarmAddress(bandit, now);
      button.hidden = !now.attention || !mayChange() || isFollowing();
      const by = now.acknowledged;
      if (by && !seen.hasChildNodes()) {
        seen.append(`Acknowledged${by.by ? ` by ${by.by}` : ''}, `, moment(by.time));
      }
      seen.hidden = !by;
    },
  };
}

/** A bandit that needs attention, with its alarms or another reason. */
export function attentionItem(bandit) {
  const text = h('p');
  const list = alarmList(bandit.name);
  return {
    el: h('li', {}, h('a', { href: `#/bandit/${encodeURIComponent(bandit.name)}` }, bandit.name), text, list.el),
    update({ attention, alarms }) {
      text.hidden = alarms.length > 0;
      list.el.hidden = alarms.length === 0;
      setText(text, unbroken(attention));
      list.update(alarms);
    },
  };
}
