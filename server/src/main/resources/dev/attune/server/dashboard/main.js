// The frame: which page is shown, the connection, the theme.

import { loadAccess } from './access.js';
import { pagePath } from './address.js';
import { announce, h } from './dom.js';
import { clockTime } from './format.js';

const ROUTES = [
  { match: /^$/, page: 'overview', nav: '#/', load: () => import('./page-overview.js') },
  { match: /^bandit\/([^/]+)$/, page: 'bandit', nav: '#/', load: () => import('./page-bandit.js') },
  { match: /^decision\/([^/]+)$/, page: 'decision', nav: '#/', load: () => import('./page-decision.js') },
  { match: /^new$/, page: 'new', nav: '#/new', load: () => import('./page-new.js') },
  { match: /^audit$/, page: 'audit', nav: '#/audit', load: () => import('./page-audit.js') },
];

const main = document.getElementById('main');
let shown = null;

history.scrollRestoration = 'manual';
const places = new Map(); // where each entry of the history was scrolled to
let entry = 0;
let leaving = false;

addEventListener('scroll', () => {
  if (!leaving) {
    places.set(history.state?.entry, scrollY);
  }
}, { passive: true });

async function route() {
  const path = pagePath();
  const found = ROUTES.map(each => ({ ...each, parts: path.match(each.match) })).find(each => each.parts);
  document.querySelectorAll('.bar nav a').forEach(link => {
    if (link.getAttribute('href') === found?.nav) {
      link.setAttribute('aria-current', 'page');
    } else {
      link.removeAttribute('aria-current');
    }
  });
  const first = shown === null;
  const back = places.get(history.state?.entry);
  if (!history.state?.entry) {
    history.replaceState({ entry: `${Date.now()} ${++entry}` }, '');
  }
  shown = path;
  leaving = true;
  await loadAccess();
  if (!found) {
    main.replaceChildren(h('div', { class: 'page' }, h('h1', { tabindex: -1 }, 'No such page'),
      h('p', {}, 'Go back to the ', h('a', { href: '#/' }, 'overview'), '.')));
  } else {
    await found.load();
    if (shown !== path) {
      return; // another page was chosen in the meantime
    }
    const page = document.createElement(`attune-${found.page}`);
    page.subject = found.parts[1] === undefined ? null : decodeURIComponent(found.parts[1]);
    page.className = 'page';
    main.replaceChildren(page);
  }
  const heading = main.querySelector('h1');
  document.title = heading && path ? `${heading.textContent} · Attune` : 'Attune';
  scrollTo(0, 0);
  leaving = false;
  if (!first) {
    (heading ?? main).focus({ preventScroll: true });
  }
  if (back) {
    scrollBack(back);
  }
}

/** Scrolls to a place while the page grows with its data, until it is complete or the user does something. */
function scrollBack(place) {
  const path = shown;
  let reached = null;
  const input = ['wheel', 'touchstart', 'pointerdown', 'keydown'];
  const end = () => {
    growth.disconnect();
    input.forEach(type => removeEventListener(type, end, { capture: true }));
  };
  const growth = new ResizeObserver(() => {
    if (shown !== path || (reached !== null && Date.now() > reached + 2000)) {
      end();
      return;
    }
    scrollTo(0, place);
    reached ??= document.documentElement.scrollHeight - innerHeight >= place ? Date.now() : null;
  });
  input.forEach(type => addEventListener(type, end, { capture: true, passive: true }));
  growth.observe(main);
}

/** Shows whether the data are live. Only a change is announced. */
class Connection extends HTMLElement {
  connectedCallback() {
    this.dataset.state = 'none';
    this.text = h('span');
    this.button = h('button', { type: 'button', class: 'quiet small', hidden: true, onclick: () => document.dispatchEvent(new Event('attune:retry')) }, 'Try now');
    this.append(this.text, this.button);
    document.addEventListener('attune:connection', event => this.show(event.detail));
  }

  show({ state, retryAt, since }) {
    clearInterval(this.timer);
    const before = this.dataset.state;
    this.dataset.state = state;
    this.button.hidden = state !== 'lost';
    document.documentElement.toggleAttribute('data-stale', state === 'lost'); // what is shown may be old
    if (state === 'lost') {
      const count = () => {
        const seconds = Math.max(0, Math.ceil((retryAt - Date.now()) / 1000));
        this.text.textContent = `Not connected${since ? ` since ${clockTime(since)}` : ''}, next try in ${seconds} s`;
      };
      count();
      this.timer = setInterval(count, 1000);
    } else {
      this.text.textContent = state === 'live' ? 'Live' : '';
    }
    if (state !== before && (state === 'lost' || before === 'lost')) {
      announce(state === 'lost' ? 'The connection to the service was lost.' : state === 'live' ? 'Connected again.' : '');
    }
  }
}

/** Light, dark, or as the system has it. */
class Theme extends HTMLElement {
  connectedCallback() {
    this.button = h('button', { type: 'button', class: 'quiet theme', onclick: () => this.turn() });
    this.append(this.button);
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => this.show());
    this.show();
  }

  get dark() {
    const chosen = document.documentElement.dataset.theme;
    return chosen ? chosen === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches;
  }

  turn() {
    const theme = this.dark ? 'light' : 'dark';
    document.documentElement.dataset.theme = theme;
    try {
      localStorage.setItem('attune-theme', theme);
    } catch {
      // It holds until the page is left.
    }
    this.show();
  }

  show() {
    this.button.textContent = this.dark ? 'Light' : 'Dark';
    this.button.setAttribute('aria-label', `Switch to the ${this.dark ? 'light' : 'dark'} theme`);
    document.dispatchEvent(new Event('attune:theme'));
  }
}

customElements.define('attune-connection', Connection);
customElements.define('attune-theme', Theme);

document.querySelector('.skip').addEventListener('click', event => {
  event.preventDefault(); // the address names the page, not a place in it
  main.focus();
});
addEventListener('hashchange', route);
route();
