// The service's HTTP interface. A key is asked for when the service wants one, and kept for this tab only.

import { askForKey } from './dialog.js';
import { saveAs, saveBlob } from './dom.js';

const KEY = 'attune-key';

/** An error answer: its status, title, detail and, if it concerns one, the field of the request. */
export class Problem extends Error {
  constructor(status, title, detail, field) {
    super(detail || title);
    this.status = status;
    this.title = title;
    this.field = field ?? null;
  }
}

function headers(more = {}) {
  const key = sessionStorage.getItem(KEY);
  return key === null ? more : { ...more, Authorization: `Bearer ${key}` };
}

/** Fetches, and asks for a key as long as the service rejects the present one. Throws a Problem on any other error. */
export async function request(path, options = {}) {
  for (;;) {
    const sent = sessionStorage.getItem(KEY);
    const response = await fetchOrProblem(path, { ...options, headers: headers(options.headers), cache: 'no-store' });
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

async function fetchOrProblem(path, options) {
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
  const response = await request(path, { method, ...json });
  return response.status === 204 ? null : response.json();
}

/** The path of a bandit, or of something of it. */
export function banditPath(name, rest = '') {
  return `v1/bandits/${encodeURIComponent(name)}${rest}`;
}

/** Saves what a path answers as a file. With a key it goes through memory, because a link cannot carry the key. */
export async function download(path, file) {
  if (sessionStorage.getItem(KEY) === null) {
    saveAs(file, path);
  } else {
    saveBlob(file, await (await request(path)).blob());
  }
}
