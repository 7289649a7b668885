// One call of each operation, as a test of a client makes them. Prints the CPU time of this process so far, in
// milliseconds: from the start of Node to the last answer.
import assert from 'node:assert/strict';
import { startServer } from '../dist/src/index.js';

const server = await startServer();
const { baseUrl } = server;
const [{ sha256Hash }] = server.state().analyses;
const draft = {
  tags: ['rat'],
  c2Address: 'c2.example:4444',
  file256Hash: sha256Hash,
  referenceLink: `https://results.example/${sha256Hash}`,
  confidenceScore: 7,
};
const feed = `${baseUrl}/feed/tunnelco/api`;
const headers = { Authorization: 'token-researcher-1', 'Content-Type': 'application/json' };
const created = await fetch(feed, { method: 'POST', headers, body: JSON.stringify(draft) });
const { id } = await created.json();
const fetched = await fetch(`${feed}?report=${id}`, { headers });
assert.equal((await fetched.json()).report.c2Address, draft.c2Address);
const deleted = await fetch(`${feed}?report=${id}`, { method: 'DELETE', headers });
const found = await fetch(`${baseUrl}/private/sample/${sha256Hash}`, {
  headers: { Authorization: 'token-analyst' },
});
assert.deepEqual([created.ok, deleted.ok, found.ok], [true, true, true]);
const { user, system } = process.cpuUsage();
console.log((user + system) / 1000);
await server.close();
