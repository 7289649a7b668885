// @ts-check
// One stream for all tabs that look at the same world: a browser opens six connections to a server,
// and a stream keeps one for itself.
import { readStream } from './read-stream.js';

/** @typedef {{ ports: Set<MessagePort>, isOpen: boolean, stop: () => void }} Shared */
/** @type {Map<string, Shared>} */
const streams = new Map();

/** @param {string} key @param {string} url @param {string | undefined} token */
function start(key, url, token) {
  /** @type {Shared} */
  const shared = { ports: new Set(), isOpen: false, stop: () => {} };
  const tell = (/** @type {unknown} */ message) => {
    for (const port of shared.ports) port.postMessage(message);
  };
  shared.stop = readStream(url, token, {
    opened: () => {
      shared.isOpen = true;
      tell({ kind: 'opened' });
    },
    event: (name, data) => tell({ kind: 'event', name, data }),
    lost: (problem) => {
      shared.isOpen = false;
      tell({ kind: 'lost', problem });
      // It is not tried again by itself; whoever asks next begins anew.
      if (problem.status === 401) streams.delete(key);
    },
  });
  streams.set(key, shared);
  return shared;
}

/** @param {MessagePort} port */
function leave(port) {
  for (const [key, shared] of streams) {
    if (!shared.ports.delete(port) || shared.ports.size > 0) continue;
    shared.stop();
    streams.delete(key);
  }
}

/** @type {any} */ (self).onconnect = (/** @type {MessageEvent} */ { ports: [port] }) => {
  if (!port) return;
  port.onmessage = ({ data }) => {
    leave(port);
    if (data.kind !== 'follow') return;
    const key = JSON.stringify([data.url, data.token]);
    const shared = streams.get(key) ?? start(key, data.url, data.token);
    shared.ports.add(port);
    if (shared.isOpen) port.postMessage({ kind: 'opened' });
  };
};
