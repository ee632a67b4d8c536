// What a page shows, as part of its address: range, sort and filter survive a reload, a link and going back.

/** The part of the address before "?": which page is shown. */
export function pagePath() {
  return location.hash.replace(/^#\/?/, '').split('?')[0];
}

export function param(name, absent = null) {
  return new URLSearchParams(location.hash.split('?')[1] ?? '').get(name) ?? absent;
}

/** Changes some parameters without a new entry in the history; null removes one. */
export function setParams(changes) {
  const now = new URLSearchParams(location.hash.split('?')[1] ?? '');
  for (const [name, value] of Object.entries(changes)) {
    if (value === null || value === '') {
      now.delete(name);
    } else {
      now.set(name, value);
    }
  }
  const query = now.toString();
  history.replaceState(history.state, '', `#/${pagePath()}${query ? `?${query}` : ''}`);
}
