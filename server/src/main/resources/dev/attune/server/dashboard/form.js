// Fields that check themselves as they are typed in, and show problems that the service reports.

import { h } from './dom.js';

let count = 0;

/**
 * A field of a request, made by its JSON schema: input, default and checks. of: {path: as in the service's problems, label, schema, hint, wide,
 * options: [[value, label]] of a choice, preset: the default if the schema has none, value: of the input if not the default, complaint: about text
 * that does not match the pattern, check: text => complaint or null, rows, required}. Untouched, empty and hidden fields are left out of the request.
 */
export function formField(of) {
  const id = `form-${++count}`;
  const { schema } = of;
  const type = [schema.type].flat()[0];
  const preset = of.preset ?? [schema.default ?? ''].flat().join('\n');
  const input = makeInput(type, of, of.value ?? preset);
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
      const value = input.value.trim();
      const text = violation(type, of, value) ?? of.check?.(value) ?? null;
      complain(text);
      return text === null;
    },
    /** Puts its value into a request. */
    put(request) {
      if (el.hidden) {
        return;
      }
      const value = toggle ? (input.checked === input.defaultChecked ? undefined : input.checked) : read();
      if (value !== undefined) {
        assign(request, of.path, value);
      }
    },
  };
  function read() {
    const text = input.value.trim();
    return text === '' || text === preset ? undefined : isNumber(type) ? Number(text) : type === 'array' ? lines(text) : text;
  }
  return field;
}

function isNumber(type) {
  return type === 'number' || type === 'integer';
}

export function lines(text) {
  return text.split(/\r?\n/).map(line => line.trim()).filter(line => line !== '');
}

function makeInput(type, { options, schema, rows = 2, required }, value) {
  if (options) {
    return h('select', {}, options.map(([each, label]) => h('option', { value: each, selected: each === value }, label)));
  }
  if (type === 'boolean') {
    return h('input', { type: 'checkbox', checked: value === 'true' });
  }
  if (type === 'array') {
    return h('textarea', { rows, spellcheck: 'false', value });
  }
  return h('input', {
    type: 'text', inputmode: isNumber(type) ? 'decimal' : null, autocomplete: 'off', spellcheck: 'false', maxlength: schema.maxLength, required, value,
  });
}

/** What is wrong with a text by the schema, or null; empty text stands for the default. */
function violation(type, { schema, complaint }, text) {
  if (text === '') {
    return null;
  }
  if (isNumber(type)) {
    const { minimum = -Infinity, maximum = Infinity } = schema;
    const value = type === 'integer' && !/^-?\d+$/.test(text) ? NaN : Number(text);
    const range = maximum < Infinity ? ` from ${minimum} to ${maximum}` : minimum > -Infinity ? `, ${minimum} or more` : '';
    return (type === 'integer' ? Number.isSafeInteger(value) : Number.isFinite(value)) && value >= minimum && value <= maximum ? null : `A ${type === 'integer' ? 'whole number' : 'number'}${range}.`;
  }
  return schema.pattern && !new RegExp(schema.pattern).test(text) ? complaint : null;
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
