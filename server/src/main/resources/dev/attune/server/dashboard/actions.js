// The changes that an operator can make. Each asks first and states what it will do.

import { banditPath, download, send } from './api.js';
import { controlFields, controlText } from './control.js';
import { ask, field } from './dialog.js';
import { h, toast } from './dom.js';

const ANEW = 'The verdict then counts decisions from now on only: what was counted so far is dropped, and the new count has a chance of its own, one in '
  + 'twenty, of ever being wrong. Decisions and learning do not change.';
const RECORDED = 'The change is written to the journal and shown in the audit log, with the name of your key.';

/** Asks, and reports a change that was made; a problem is shown by the dialog. done: () => what was done, read after the change. */
async function change(question, done) {
  if (await ask(question)) {
    toast(done());
    return true;
  }
  return false;
}

export function pause(name) {
  return change({
    title: `Pause ${name}?`,
    text: ['It will refuse new decisions until it is resumed. Rewards for decisions already made are still learnt.', RECORDED],
    confirm: 'Pause',
    run: () => send('POST', banditPath(name, '/pause')),
  }, () => `${name} is paused.`);
}

export function resume(name) {
  return change({
    title: `Resume ${name}?`,
    text: ['It will make decisions again, with all that it has learnt.', RECORDED],
    confirm: 'Resume',
    run: () => send('POST', banditPath(name, '/resume')),
  }, () => `${name} makes decisions again.`);
}

export function changeFloor(name, floor) {
  const input = h('input', { type: 'number', min: 0, max: 1, step: 'any', required: true, value: floor?.decayTo ?? floor ?? '' });
  return change({
    title: `Change the uniform share of ${name}`,
    text: ['With this probability an arm is drawn at random, so that every arm keeps a known chance. More makes logs better for judging '
      + 'other policies, and costs reward.', RECORDED],
    fields: [field('Uniform share', 'A probability, such as 0.02, from now on. With 0 it cannot be told whether the bandit beats a random arm.', input)],
    confirm: 'Change',
    run: async () => {
      const value = Number(input.value);
      if (input.value.trim() === '' || !(value >= 0 && value <= 1)) {
        throw new Error('The uniform share must be a number from 0 to 1.');
      }
      await send('PUT', banditPath(name, '/floor'), { floor: value });
    },
  }, () => `The uniform share of ${name} is ${Number(input.value)}.`).then(done => (done ? Number(input.value) : null));
}

export function acknowledge(name, alarm) {
  return change({
    title: 'Acknowledge this alarm?',
    text: [`${alarm.message[0].toUpperCase()}${alarm.message.slice(1)}.`,
      `Acknowledging says that somebody has seen it: ${name} then needs no attention because of it. Nothing else changes.`, RECORDED],
    confirm: 'Acknowledge',
    run: () => send('POST', banditPath(name, `/alarms/${alarm.id}/acknowledge`)),
  }, () => `The alarm of ${name} is acknowledged.`);
}

/** Resolves to the new control, or null if there is none. */
export function changeControl(name, control, arms) {
  const fields = controlFields(control, arms);
  let made = null;
  return change({
    title: `Change the control of ${name}`,
    text: ['The control is what the verdict compares the bandit with.', ANEW, RECORDED],
    fields: fields.nodes,
    confirm: 'Change',
    run: async () => {
      const next = fields.read();
      await send('PUT', banditPath(name, '/control'), { control: next });
      made = next;
    },
  }, () => `${name} is compared with ${controlText(made)} from now on.`).then(() => made);
}

export function countFromHere(name, against) {
  return change({
    title: `Count ${name} from here?`,
    text: [`The comparison with ${against} begins anew. ${ANEW}`,
      'Do this when the question has changed, as after a redesign, not because the answer displeases.', RECORDED],
    confirm: 'Count from here',
    run: () => send('POST', banditPath(name, '/count')),
  }, () => `The verdict on ${name} counts from now on.`);
}

export function retireArm(name, arms, chosen = '') {
  const options = h('datalist', { id: 'arms' }, arms.map(arm => h('option', { value: arm })));
  const input = h('input', { list: 'arms', required: true, autocomplete: 'off', value: chosen });
  return change({
    title: `Retire an arm of ${name}`,
    text: ['The arm leaves the catalogue and will not be chosen again. A model that the arm has to itself is forgotten.', RECORDED],
    fields: [field('Id of the arm', null, input), options],
    confirm: 'Retire',
    danger: true,
    run: async () => {
      if (input.value === '') {
        throw new Error('Enter the id of an arm.');
      }
      await send('DELETE', banditPath(name, `/arms/${encodeURIComponent(input.value)}`));
    },
  }, () => 'The arm is retired.');
}

export function remove(name) {
  const input = h('input', { required: true, autocomplete: 'off', spellcheck: 'false' });
  return change({
    title: `Delete ${name}?`,
    text: ['Its model and its waiting decisions are dropped, and its name can be used again. The journal keeps its past. This cannot be undone.', RECORDED],
    fields: [field('Type the name of the bandit', null, input)],
    confirm: 'Delete',
    danger: true,
    run: async () => {
      if (input.value !== name) {
        throw new Error(`Type ${name} to delete it.`);
      }
      await send('DELETE', banditPath(name));
    },
  }, () => `${name} is deleted.`);
}

export function downloadJournal(name) {
  return ask({
    title: `Download the journal of ${name}?`,
    text: ['Every event of this bandit that the journal still holds, one JSON object a line: contexts, choices, probabilities, rewards. '
      + 'It may be large and contain personal data.', 'Reading changes nothing.'],
    confirm: 'Download',
    run: () => download(banditPath(name, '/journal.jsonl'), `${name}.jsonl`),
  });
}

export function downloadModel(name) {
  return ask({
    title: `Download the model of ${name}?`,
    text: ['The bandit as it is now, in a file that Attune’s library reads and goes on from.', 'Reading changes nothing.'],
    confirm: 'Download',
    run: () => download(banditPath(name, '/model.bin'), `${name}.bin`),
  });
}
