// @ts-check
/** A stream that could not be opened, in the control plane's own words. */
export class StreamRefused extends Error {
  /** @param {number} status @param {string} message */
  constructor(status, message) {
    super(message);
    this.status = status;
  }
}

/**
 * @typedef {object} Listener
 * @property {() => unknown} opened
 * @property {(name: string, data: string) => void} event
 * @property {(problem: { status?: number, message: string }) => void} lost
 */

/**
 * Server-sent events, read with fetch: EventSource can send no admin token, and does not say why it
 * lost the connection. It is opened again until it is stopped, or the token is refused.
 *
 * @param {string} url @param {string | undefined} token @param {Listener} listener
 * @returns {() => void} how to stop it
 */
export function readStream(url, token, listener) {
  const stop = new AbortController();
  let wait = 500;

  async function run() {
    while (!stop.signal.aborted) {
      /** @type {{ status?: number, message: string }} */
      let problem = { message: 'The stream ended.' };
      try {
        const body = await opened(url, token, stop.signal);
        wait = 500;
        await listener.opened();
        await read(body, listener.event);
      } catch (error) {
        if (error instanceof StreamRefused) {
          problem = { status: error.status, message: error.message };
        }
      }
      if (stop.signal.aborted) return;
      listener.lost(problem);
      if (problem.status === 401) return;
      await pause(wait, stop.signal);
      wait = Math.min(wait * 2, 5000);
    }
  }
  void run();
  return () => stop.abort();
}

/** @param {string} url @param {string | undefined} token @param {AbortSignal} signal */
async function opened(url, token, signal) {
  const answer = await fetch(url, {
    signal,
    cache: 'no-store',
    headers: token === undefined ? {} : { Authorization: `Bearer ${token}` },
  });
  if (answer.ok && answer.body) return answer.body;
  const problem = await answer.json().catch(() => ({}));
  throw new StreamRefused(answer.status, problem.detail ?? `The server answered ${answer.status}.`);
}

/** @param {ReadableStream<Uint8Array>} body @param {(name: string, data: string) => void} event */
async function read(body, event) {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let text = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    text += decoder.decode(value, { stream: true });
    const blocks = text.split('\n\n');
    text = blocks.pop() ?? '';
    for (const block of blocks) {
      const field = (/** @type {string} */ name) =>
        block
          .split('\n')
          .filter((line) => line.startsWith(`${name}: `))
          .map((line) => line.slice(name.length + 2))
          .join('\n');
      if (field('data')) event(field('event') || 'message', field('data'));
    }
  }
}

/** @param {number} ms @param {AbortSignal} signal @returns {Promise<void>} */
const pause = (ms, signal) =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
