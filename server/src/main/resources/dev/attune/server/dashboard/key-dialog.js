import { h } from './dom.js';
import { field, showModal } from './dialog.js';

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
      h('p', {}, 'Reading takes a key with the scope decide or admin, changing anything one with admin. It is kept in this tab and forgotten with it.'),
      reason ? h('p', { class: 'field-error', role: 'alert' }, reason) : null,
      field('Key', 'Made by attune keys new.', input),
      h('div', { class: 'dialog-buttons' }, h('button', { type: 'submit', class: 'primary' }, 'Use this key'))));
    showModal(dialog);
    input.focus();
  });
  return asked;
}
