// Numbers with their units and intervals, and times, as text.

import { h } from './dom.js';

const LANGUAGE = 'en-GB';
const formats = new Map();

/** Shown where a number is not known. */
export const UNKNOWN = '–';

/** A number with its unit, which stay on one line. */
export function withUnit(text, unit) {
  return `${text}\u00a0${unit}`;
}

/** A text of the service, whose numbers keep their units on one line. */
export function unbroken(text) {
  return (text ?? '').replace(/(?<=\d) (?=%)/g, '\u00a0');
}

export function known(value) {
  return typeof value === 'number' && Number.isFinite(value);
}

export function number(value, decimals = 0) {
  if (!known(value)) {
    return UNKNOWN;
  }
  if (!formats.has(decimals)) {
    formats.set(decimals, new Intl.NumberFormat(LANGUAGE,
      { minimumFractionDigits: decimals, maximumFractionDigits: decimals, signDisplay: 'negative' }));
  }
  return formats.get(decimals).format(value).replace('-', '−');
}

/** About three digits, whatever the size. */
export function rough(value) {
  if (!known(value)) {
    return UNKNOWN;
  }
  const size = Math.abs(value);
  if (size !== 0 && size < 1e-4) {
    return value.toExponential(1).replaceAll('-', '−');
  }
  return number(value, size >= 100 || value === 0 ? 0 : Math.min(5, 2 - Math.floor(Math.log10(size))));
}

/** About three digits without zeros at the end, for axes and bounds. */
export function brief(value) {
  const text = rough(value);
  return text.includes('.') && !text.includes('e') ? text.replace(/\.?0+$/, '') : text;
}

/** As many decimals as the interval allows: two digits of its half width. */
export function decimalsOf(low, high) {
  const half = (high - low) / 2;
  if (!known(half) || half <= 0) {
    return 3;
  }
  return Math.min(4, Math.max(0, 1 - Math.floor(Math.log10(half))));
}

function signed(text, value) {
  return value > 0 ? `+${text}` : text;
}

/** {value, interval} of {mean or value, low, high}, as text. */
export function estimate(of, { sign = false, decimals: wanted = null } = {}) {
  const value = of?.mean ?? of?.value;
  if (!known(value)) {
    return { value: UNKNOWN, interval: '' };
  }
  const has = known(of.low) && known(of.high);
  const nothing = value === 0 && of.low === 0 && of.high === 0;
  const decimals = wanted ?? (nothing ? 0 : has ? decimalsOf(of.low, of.high) : 3);
  const text = each => (sign ? signed(number(each, decimals), each) : number(each, decimals));
  return { value: text(value), interval: has ? `${text(of.low)} to ${text(of.high)}` : '' };
}

export function percent(share, decimals = 1) {
  return known(share) ? withUnit(number(share * 100, decimals), '%') : UNKNOWN;
}

/** A probability: small ones keep their digits. */
export function probability(p) {
  return known(p) ? (p >= 0.0995 ? number(p, 3) : brief(p)) : 'not known';
}

export function rate(perSecond) {
  return known(perSecond) ? number(perSecond, perSecond === 0 || perSecond >= 100 ? 0 : perSecond >= 10 ? 1 : 2) : UNKNOWN;
}

export function bytes(count) {
  if (!known(count)) {
    return UNKNOWN;
  }
  const units = ['B', 'kB', 'MB', 'GB', 'TB'];
  const step = Math.min(units.length - 1, count < 1000 ? 0 : Math.floor(Math.log10(count) / 3));
  return withUnit(number(count / 1000 ** step, step === 0 ? 0 : 1), units[step]);
}

/** A setting {explore: 1.2} as "explore 1.20". */
export function setting(of) {
  const parts = Object.entries(of ?? {}).map(([name, value]) => `${name} ${brief(value)}`);
  return parts.length ? parts.join(', ') : UNKNOWN;
}

export function plural(count, one, many = `${one}s`) {
  return `${number(count)} ${count === 1 ? one : many}`;
}

const clock = new Intl.DateTimeFormat(LANGUAGE, { hour: '2-digit', minute: '2-digit', second: '2-digit' });
const dayAndClock = new Intl.DateTimeFormat(LANGUAGE, { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' });
const whole = new Intl.DateTimeFormat(LANGUAGE, {
  weekday: 'short', day: 'numeric', month: 'short', year: 'numeric',
  hour: '2-digit', minute: '2-digit', second: '2-digit', timeZoneName: 'longOffset',
});
const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** With date and zone. */
export function fullTime(millis) {
  return `${whole.format(millis)}, ${zone}`;
}

/** The time of today, or day and time. */
export function briefTime(millis) {
  return new Date(millis).toDateString() === new Date().toDateString() ? clock.format(millis) : dayAndClock.format(millis);
}

export function clockTime(millis) {
  return clock.format(millis);
}

/** Milliseconds since 1970 of a time that is a number, or a text such as 2026-01-31T12:00:00Z. */
export function millisOf(time) {
  return typeof time === 'string' ? Date.parse(time) : time;
}

/** A <time> in local time; its title has date and zone. */
export function moment(time) {
  const millis = millisOf(time);
  if (!known(millis)) {
    return h('span', { class: 'muted' }, UNKNOWN);
  }
  return h('time', { datetime: new Date(millis).toISOString(), title: fullTime(millis) }, briefTime(millis));
}

/** A cost or another small share with two digits. */
export function smallPercent(share) {
  return known(share) ? withUnit(brief(100 * share), '%') : UNKNOWN;
}

/** The ranges of time that the service knows by name. */
export const SPANS = {
  '10m': { text: '10 minutes', millis: 600_000 },
  '12h': { text: '12 hours', millis: 43_200_000 },
  '30d': { text: '30 days', millis: 2_592_000_000 },
};

/** How long something took or will take. */
export function duration(millis) {
  if (!known(millis)) {
    return UNKNOWN;
  }
  const seconds = Math.max(0, millis / 1000);
  const units = [[86400, 'd'], [3600, 'h'], [60, 'min'], [1, 's']];
  const [size, unit] = units.find(([each]) => seconds >= each) ?? [1, 's'];
  const amount = seconds / size;
  return withUnit(number(amount, amount < 10 && amount % 1 > 0.05 ? 1 : 0), unit);
}
