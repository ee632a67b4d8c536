// The service's HTTP interface. A key is asked for when the service wants one, and kept for this tab only.

import { askForKey } from './key-dialog.js';

const KEY = 'attune-key';

/** What the service answered instead: a problem with a status, a detail for people, and perhaps the field that it is about. */
export class Problem extends Error {
  constructor(status, title, detail, field) {
    super(detail || title);
    this.status = status;
    this.title = title;
    this.field = field ?? null;
  }
}

export function hasKey() {
  return sessionStorage.getItem(KEY) !== null;
}

export function headers(more = {}) {
  const key = sessionStorage.getItem(KEY);
  return key === null ? more : { ...more, Authorization: `Bearer ${key}` };
}

/** Fetches, and asks for a key as often as the service refuses the one there is. Throws a Problem unless all is well. */
export async function request(path, options = {}) {
  for (;;) {
    const sent = sessionStorage.getItem(KEY);
    const response = await reach(path, { ...options, headers: headers(options.headers), cache: 'no-store' });
    if (response.ok) {
      return response;
    }
    const problem = await problemOf(response);
    if (problem.status !== 401) {
      throw problem;
    }
    // Another request may have got a new key in the meantime.
    if (sessionStorage.getItem(KEY) === sent) {
      sessionStorage.setItem(KEY, await askForKey(sent === null ? '' : 'The service does not know this key.'));
    }
  }
}

async function reach(path, options) {
  try {
    return await fetch(path, options);
  } catch (failure) {
    if (failure.name === 'AbortError') {
      throw failure;
    }
    throw new Problem(0, 'No answer', 'The service does not answer.');
  }
}

async function problemOf(response) {
  try {
    const { title, detail, field } = await response.json();
    return new Problem(response.status, title, detail, field);
  } catch {
    return new Problem(response.status, `Status ${response.status}`, `The service answered with status ${response.status}.`);
  }
}

export async function get(path, options) {
  return (await request(path, options)).json();
}

/** POST, PUT or DELETE; a body is sent as JSON. */
export async function send(method, path, body) {
  const json = body === undefined ? {} : { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) };
  if (method !== 'DELETE' && body === undefined) {
    json.headers = { 'Content-Type': 'application/json' };
  }
  const response = await request(path, { method, ...json });
  return response.status === 204 ? null : response.json();
}

/** The path of a bandit, or of something of it. */
export function banditPath(name, rest = '') {
  return `v1/bandits/${encodeURIComponent(name)}${rest}`;
}

/** Saves what a path answers as a file. With a key it goes through memory, because a link cannot carry the key. */
export async function download(path, file) {
  let address = path;
  if (hasKey()) {
    address = URL.createObjectURL(await (await request(path)).blob());
  }
  const link = document.createElement('a');
  link.href = address;
  link.download = file;
  link.click();
  if (address !== path) {
    setTimeout(() => URL.revokeObjectURL(address), 60_000);
  }
}
