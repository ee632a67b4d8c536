// Questions before actions, and for a key. The browser's own modal dialog keeps the focus inside and gives it back.

import { h } from './dom.js';

/**
 * Asks, then runs. Stays open and shows the problem if the service refuses.
 *
 * question: {title, text: [paragraphs], fields: [nodes of field()], confirm: label, danger, run: async () => void}
 * Resolves to whether it was done.
 */
export function ask(question) {
  return new Promise(answer => {
    let done = false;
    const error = h('p', { class: 'field-error', role: 'alert', hidden: true });
    const confirm = h('button', { type: 'submit', class: question.danger ? 'primary danger' : 'primary' }, question.confirm);
    const cancel = h('button', { type: 'button', onclick: () => dialog.close() }, 'Cancel');
    const form = h('form', { method: 'dialog', novalidate: true, onsubmit: submit },
      h('h2', { id: 'dialog-title' }, question.title),
      (question.text ?? []).map(text => h('p', {}, text)),
      question.fields ?? [],
      error,
      h('div', { class: 'dialog-buttons' }, cancel, confirm));
    const dialog = h('dialog', { class: 'dialog', 'aria-labelledby': 'dialog-title', onclose: close }, form);

    async function submit(event) {
      event.preventDefault();
      confirm.disabled = true;
      error.hidden = true;
      try {
        await question.run();
        done = true;
        dialog.close();
      } catch (problem) {
        error.textContent = problem.message;
        error.hidden = false;
        (form.querySelector('input') ?? confirm).focus();
      } finally {
        confirm.disabled = false;
      }
    }

    function close() {
      dialog.remove();
      answer(done);
    }

    showModal(dialog);
    (form.querySelector('input, select') ?? (question.danger ? cancel : confirm)).focus();
  });
}

/** Shows a dialog and keeps the focus inside it when Tab is pressed, which would otherwise also reach the bar of the browser. */
function showModal(dialog) {
  document.body.append(dialog);
  dialog.addEventListener('keydown', event => {
    if (event.key !== 'Tab') {
      return;
    }
    const places = [...dialog.querySelectorAll('input, select, textarea, button, a[href]')].filter(each => !each.disabled);
    const at = places.indexOf(document.activeElement);
    const next = event.shiftKey ? (at <= 0 ? places.length : at) - 1 : (at + 1) % places.length;
    event.preventDefault();
    places[next]?.focus();
  });
  dialog.showModal();
}

let fields = 0;

/** A labelled input. props are those of the input. */
export function field(label, hint, input) {
  const id = `field-${++fields}`;
  input.id = id;
  if (hint) {
    input.setAttribute('aria-describedby', `${id}-hint`);
  }
  return h('div', { class: 'field' },
    h('label', { for: id }, label),
    input,
    hint ? h('p', { id: `${id}-hint`, class: 'hint' }, hint) : null);
}

let asked = null;

/** Asks for a key; however many requests want one, there is one dialog. */
export function askForKey(reason) {
  asked ??= new Promise(answer => {
    const input = h('input', { type: 'password', autocomplete: 'off', spellcheck: 'false', required: true });
    const dialog = h('dialog', { class: 'dialog', 'aria-labelledby': 'key-title', oncancel: event => event.preventDefault() },
      h('form', {
        method: 'dialog',
        onsubmit: event => {
          event.preventDefault();
          if (input.value.trim() !== '') {
            dialog.close();
            dialog.remove();
            asked = null;
            answer(input.value.trim());
          }
        },
      },
      h('h2', { id: 'key-title' }, 'This service needs a key'),
      h('p', {}, 'Reading requires a key with the scope decide or admin, changes require admin. The key is kept until this tab is closed.'),
      reason ? h('p', { class: 'field-error', role: 'alert' }, reason) : null,
      field('Key', 'Created by the command attune keys new.', input),
      h('div', { class: 'dialog-buttons' }, h('button', { type: 'submit', class: 'primary' }, 'Use this key'))));
    showModal(dialog);
    input.focus();
  });
  return asked;
}
