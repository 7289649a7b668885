// @ts-check
/**
 * Server-sent events, read with fetch: EventSource can send no admin token, and does not say why it
 * lost the connection.
 *
 * @param {import('./control.js').Control} control
 * @param {{
 *   opened: () => unknown,
 *   event: (name: string, data: string) => void,
 *   lost: (problem: unknown) => void,
 * }} listener
 * @returns {() => void} how to stop it
 */
export function follow(control, listener) {
  const stop = new AbortController();
  let wait = 500;

  async function run() {
    while (!stop.signal.aborted) {
      /** @type {unknown} */
      let problem;
      try {
        const { body } = await control.fetch('/requests/stream', { signal: stop.signal });
        if (!body) throw new Error('The stream has no body.');
        wait = 500;
        await listener.opened();
        await read(body, listener.event);
      } catch (error) {
        problem = error;
      }
      if (stop.signal.aborted) return;
      listener.lost(problem);
      await pause(wait, stop.signal);
      wait = Math.min(wait * 2, 5000);
    }
  }
  void run();
  return () => stop.abort();
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
