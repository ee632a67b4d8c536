// Server-sent events, read with fetch, because EventSource cannot send an Authorization header.

import { Problem, request } from './api.js';

const FIRST_WAIT = 1000;
const LONGEST_WAIT = 30_000;

/** Reports the state of the connection to the page: {state: 'live' | 'lost' | 'none', retryAt, since}. */
function report(detail) {
  document.dispatchEvent(new CustomEvent('attune:connection', { detail }));
}

/**
 * Follows a stream until stopped, and connects again with growing waits. handlers: the name of an event to a function of its
 * data; `failed(problem, final)` for errors that no retry can solve (unknown, not allowed), and for the first failure of any kind.
 */
export function follow(path, handlers) {
  let abort = new AbortController();
  let wait = FIRST_WAIT;
  let timer = 0;
  let lastData = null;
  let stopped = false;

  const receive = (name, data) => {
    lastData = Date.now();
    wait = FIRST_WAIT;
    report({ state: 'live' });
    handlers[name]?.(JSON.parse(data));
  };

  const reconnect = failure => {
    if (stopped || failure?.name === 'AbortError') {
      return;
    }
    const final = failure instanceof Problem && failure.status >= 400 && failure.status < 500 && failure.status !== 429;
    if (final || lastData === null) {
      handlers.failed?.(failure instanceof Problem ? failure : new Problem(0, 'No answer', 'The connection was lost.'), final);
    }
    if (final) {
      report({ state: 'none' });
      return;
    }
    const delay = wait * (0.8 + 0.4 * Math.random());
    wait = Math.min(LONGEST_WAIT, wait * 2);
    report({ state: 'lost', retryAt: Date.now() + delay, since: lastData });
    timer = setTimeout(connect, delay);
  };

  const connect = async () => {
    clearTimeout(timer);
    abort = new AbortController();
    try {
      const response = await request(path, { headers: { Accept: 'text/event-stream' }, signal: abort.signal });
      await read(response.body, receive);
      reconnect(null);
    } catch (failure) {
      if (!(failure instanceof Problem) && failure.name !== 'AbortError' && failure.name !== 'TypeError') {
        console.error(failure);
      }
      reconnect(failure);
    }
  };

  // A hidden page requests nothing.
  const onVisibility = () => {
    clearTimeout(timer);
    if (document.hidden) {
      abort.abort();
    } else {
      connect();
    }
  };
  const onRetry = () => connect();
  document.addEventListener('visibilitychange', onVisibility);
  document.addEventListener('attune:retry', onRetry);
  connect();

  return function stop() {
    stopped = true;
    clearTimeout(timer);
    abort.abort();
    document.removeEventListener('visibilitychange', onVisibility);
    document.removeEventListener('attune:retry', onRetry);
    report({ state: 'none' });
  };
}

/** Reads blocks "event: name / data: text", separated by an empty line. */
async function read(body, receive) {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  for (;;) {
    const { value, done } = await reader.read();
    if (done) {
      return;
    }
    rest += value;
    const blocks = rest.split(/\r?\n\r?\n/);
    rest = blocks.pop();
    for (const block of blocks) {
      const lines = block.split(/\r?\n/);
      const field = name => lines.filter(line => line.startsWith(`${name}:`)).map(line => line.slice(name.length + 1).replace(/^ /, ''));
      const data = field('data');
      if (data.length) {
        receive(field('event')[0] ?? 'message', data.join('\n'));
      }
    }
  }
}
