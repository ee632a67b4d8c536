// What the key in use may do, and what this service can do. Anything else is not offered.

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
    // The page itself will show that there is no answer.
  }
}

export function mayChange() {
  return known?.admin ?? true;
}

/** Whether the bandits learn in a stream that this service follows, where they are also changed. */
export function isFollowing() {
  return 'following' in document.documentElement.dataset;
}

/** Shows the name of the stream on every page from now on; empty for a service whose bandits learn here. */
export function showFollowing(stream) {
  if (!stream || isFollowing()) {
    return;
  }
  document.documentElement.dataset.following = 'true';
  const line = document.getElementById('following');
  line.textContent = `This service follows ${stream}: it decides here, and its bandits learn there. Numbers are as of the last published model.`;
  line.className = 'banner';
  line.hidden = false;
}
