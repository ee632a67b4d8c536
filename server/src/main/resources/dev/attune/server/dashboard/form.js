// Fields that check themselves as they are typed in, and show problems that the service reports.

import { h } from './dom.js';

let count = 0;

/**
 * A field. of: {path: 'encoder.interactions' as in the service's problems, label, hint, input, check: text => complaint or null,
 * read: text => JSON value}. Untouched, empty and hidden fields are left out of the request.
 */
export function formField(of) {
  const id = `form-${++count}`;
  const { input } = of;
  input.id = id;
  const hint = h('p', { class: 'hint', id: `${id}-hint` }, of.hint ?? '');
  const error = h('p', { class: 'field-error', id: `${id}-error`, hidden: true });
  input.setAttribute('aria-describedby', `${id}-hint ${id}-error`);
  const toggle = input.type === 'checkbox';
  const label = h('label', { for: id }, of.label);
  const el = h('div', { class: of.wide ? 'field wide' : 'field' },
    toggle ? h('div', { class: 'check' }, input, label) : [label, input], hint, error);

  const complain = text => {
    error.hidden = !text;
    error.textContent = text ?? '';
    if (text) {
      input.setAttribute('aria-invalid', 'true');
    } else {
      input.removeAttribute('aria-invalid');
    }
  };
  const field = {
    el,
    input,
    path: of.path,
    hint: text => { hint.textContent = text; },
    complain,
    /** Returns whether its value is valid, and shows the complaint if not. */
    check() {
      const text = toggle ? null : of.check?.(input.value.trim()) ?? null;
      complain(text);
      return text === null;
    },
    /** Puts its value into a request. */
    put(request) {
      if (el.hidden) {
        return;
      }
      const value = toggle ? (input.checked === input.defaultChecked ? undefined : input.checked) : readText();
      if (value !== undefined) {
        assign(request, of.path, value);
      }
    },
  };
  function readText() {
    const text = input.value.trim();
    return text === '' || text === of.preset ? undefined : (of.read ?? String)(text);
  }
  return field;
}

function assign(request, path, value) {
  const names = path.split('.');
  const last = names.pop();
  let at = request;
  for (const name of names) {
    at[name] ??= {};
    at = at[name];
  }
  at[last] = value;
}

/** Which field a problem is about: "arms[3].features.price" is about arms. */
export function fieldOf(fields, path) {
  return fields.find(field => field.path === path)
    ?? fields.find(field => path.startsWith(`${field.path}.`) || path.startsWith(`${field.path}[`))
    ?? fields.find(field => field.path.startsWith(`${path}.`));
}

export const text = props => h('input', { type: 'text', autocomplete: 'off', spellcheck: 'false', ...props });
export const decimal = props => h('input', { type: 'text', inputmode: 'decimal', autocomplete: 'off', ...props });
export const choice = (options, chosen) => h('select', {}, options.map(([value, label]) => h('option', { value, selected: value === chosen }, label)));
export const check = checked => h('input', { type: 'checkbox', checked });

/** Checks of text; empty text is left to the service's default. */
export const must = {
  be: (shape, complaint) => value => (value === '' || shape.test(value) ? null : complaint),
  number: (least, most, complaint) => value => (value === '' || (Number.isFinite(Number(value)) && Number(value) >= least && Number(value) <= most) ? null : complaint),
  whole: (least, most, complaint) => value => (value === '' || (/^-?\d+$/.test(value) && Number(value) >= least && Number(value) <= most) ? null : complaint),
};
