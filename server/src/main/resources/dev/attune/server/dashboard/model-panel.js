// The model of one bandit: coefficients by the names of their features, searched by the service, and which model leads.

import { banditPath, get } from './api.js';
import { h, setText } from './dom.js';
import { bytes, decimalsOf, estimate, known, number, percent, plural, rough } from './format.js';
import { extent, panel, row, table, whisker } from './parts.js';

const FEW = 12;
const MOST = 200;
const PAUSE = 250; // after a key is pressed, in milliseconds

/** The panel: {el, load()}. The surest coefficients come first. */
export function modelPanel(bandit) {
  let all = false;
  let latest = null;
  let asked = 0;
  let typing = 0;
  const search = h('input', {
    type: 'search', placeholder: 'Part of a feature’s name', 'aria-label': 'Search coefficients', maxlength: 200,
    oninput: () => {
      clearTimeout(typing);
      typing = setTimeout(load, PAUSE);
    },
  });
  const found = h('span', { class: 'muted small', 'aria-live': 'polite' });
  const tools = h('div', { class: 'tools' }, search, found);
  const leads = leader();
  const { el, body } = table(null, ['Feature', ['Picture', 'unseen hide-narrow'], ['Coefficient, 95\u00a0%', 'number']]);
  const more = h('button', { type: 'button', onclick: () => { all = !all; draw(); } });
  const nothing = h('p', { class: 'note' }, 'Nothing has been learnt yet.');
  const view = panel('Model', '', leads.el, tools, el, nothing, more);
  view.el.classList.add('model');

  function load() {
    const mine = ++asked;
    const path = banditPath(bandit, `/model?most=${MOST}&search=${encodeURIComponent(search.value.trim())}`);
    const newest = show => answer => mine === asked && show(answer); // what was asked before may come later
    get(path).then(newest(model => {
      latest = model;
      draw();
    }), newest(problem => {
      tools.hidden = el.hidden = more.hidden = true;
      nothing.hidden = false;
      setText(nothing, problem.message);
    }));
  }

  function draw() {
    const { coefficients, count } = latest;
    const wanted = search.value.trim();
    const range = extent(coefficients, true);
    const decimals = Math.min(4, ...coefficients.map(each => decimalsOf(each.low, each.high)));
    body.replaceChildren(...coefficients.slice(0, all ? undefined : FEW).map(each => coefficientRow(each, range, decimals)));
    const none = coefficients.length === 0;
    el.hidden = none;
    nothing.hidden = !none;
    setText(nothing, wanted === '' ? 'Nothing has been learnt yet.' : `No coefficient that has a name contains “${wanted}”.`);
    tools.hidden = none && wanted === '';
    setText(found, wanted === '' ? '' : coefficients.length < MOST ? plural(coefficients.length, 'match', 'matches') : `the ${MOST} surest matches`);
    more.hidden = coefficients.length <= FEW;
    setText(more, all ? `Show the first ${FEW} only` : `Show ${coefficients.length === count ? 'all' : 'the surest'} ${coefficients.length}`);
    leads.update(latest.explanation);
    view.about(`${known(latest.collisionRate) ? inSlots(latest) : inAll(latest)}; about ${bytes(latest.explanation.bytes)}`);
  }

  return { el: view.el, load };
}

function inSlots({ features, count, collisionRate, prior }) {
  return `${number(features)} features in ${number(count)} coefficients, ${percent(collisionRate)} share one`
    + `${known(prior) ? `, prior precision ${rough(prior)}` : ''}`;
}

function inAll({ features, count, explanation }) {
  return `${plural(count, 'coefficient')} of ${plural(features, 'feature')}; at most ${number(explanation.budget)} are kept`
    + `${explanation.evicted > 0 ? `, ${number(explanation.evicted)} had to leave for others` : ''}`;
}

/** Which of the models predicts, by how much and since when, what was rejected, and how often the world changed. */
function leader() {
  const line = h('p', { class: 'why' });
  const changed = h('p', { class: 'why' });
  const { el, body } = table(null, ['Model', ['Log-likelihood behind the leader', 'number']]);
  const candidates = h('details', {}, h('summary', {}, 'All candidates'), el);
  const rejected = h('ul', { class: 'rejected' });
  const rejections = h('div', {}, h('h3', {}, 'Rejected'), rejected);
  return {
    el: h('div', { class: 'leader' }, line, changed, rejections, candidates),
    update(of) {
      const sorted = [...of.candidates].sort((a, b) => b.evidence - a.evidence);
      const out = sorted.filter(each => each.rejected !== '');
      setText(line, of.summary);
      changed.hidden = of.changes === 0;
      setText(changed, `The world changed ${of.changes === 1 ? 'once' : `${number(of.changes)} times`}`
        + `${of.lastChange > 0 ? `, last after ${plural(of.lastChange, 'reward')}` : ''}: the model was replaced by a younger one.`);
      rejections.hidden = out.length === 0;
      rejected.replaceChildren(...out.map(each => h('li', {}, `${each.name}: ${each.rejected}`)));
      candidates.hidden = sorted.length === 0;
      body.replaceChildren(...sorted.map(each => row(each.name,
        h('td', { class: 'number' }, each.name === of.leader ? 'leads' : each.rejected !== '' ? 'rejected' : rough(-each.evidence)))));
    },
  };
}

function coefficientRow(of, range, decimals) {
  const mark = whisker(range);
  mark.update(of);
  const text = estimate(of, { sign: true, decimals });
  const shared = of.sharedWith > 0 ? h('span', { class: 'tag', title: 'Hashing gave other features the same coefficient' }, `shared with ${of.sharedWith}`) : null;
  return row([of.feature, shared],
    h('td', { class: 'hide-narrow' }, mark.el),
    h('td', { class: 'number' }, text.value, h('span', { class: 'interval' }, text.interval)));
}
