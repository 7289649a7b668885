// @ts-check
import { readStream } from './read-stream.js';

/** @typedef {import('./read-stream.js').Listener} Listener */

/**
 * Tells of the requests of a world: by a stream that all tabs share, where the browser can.
 *
 * @param {string} url @param {string | undefined} token @param {Listener} listener
 * @returns {() => void} how to stop it
 */
export function follow(url, token, listener) {
  const port = sharedPort();
  if (!port) return readStream(url, token, listener);
  port.onmessage = ({ data }) => {
    if (data.kind === 'opened') void listener.opened();
    else if (data.kind === 'event') listener.event(data.name, data.data);
    else listener.lost(data.problem);
  };
  port.postMessage({ kind: 'follow', url, token });
  return () => {
    port.onmessage = null;
    port.postMessage({ kind: 'leave' });
  };
}

/** @type {MessagePort | null | undefined} */
let known;

function sharedPort() {
  if (known !== undefined) return known;
  try {
    known = new SharedWorker('stream-worker.js', { type: 'module' }).port;
  } catch {
    // Not every browser has them.
    known = null;
  }
  return known;
}
