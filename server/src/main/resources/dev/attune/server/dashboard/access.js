// What the key in use may do. What it may not do is not offered.

import { get } from './api.js';

let known = null;

/** Asks the service once; a service that does not answer is asked again by the next page. */
export async function loadAccess() {
  if (known) {
    return;
  }
  try {
    known = await get('v1/key');
    if (!known.admin) {
      document.documentElement.dataset.readonly = 'true';
    }
  } catch {
    // The page itself will say that there is no answer.
  }
}

export function mayChange() {
  return known?.admin ?? true;
}
