// One call of each operation, as a test of a client makes them. Prints the CPU time of this process so far, in
// milliseconds: from the start of Node to the last answer.
import assert from 'node:assert/strict';

const hash = 'ae70fece2e538c7a5b4e962ef211cff9f360047a071044a8b28fdec58760b517';
export const draft = {
  tags: ['rat'],
  c2Address: 'c2.example:4444',
  file256Hash: hash,
  referenceLink: `https://results.example/${hash}`,
  confidenceScore: 7,
};

/** @param {{ baseUrl: string, sha256Hash: string }} server */
export async function makeFourCalls({ baseUrl, sha256Hash }) {
  const feed = `${baseUrl}/feed/tunnelco/api`;
  const headers = { Authorization: 'token-researcher-1', 'Content-Type': 'application/json' };
  const created = await fetch(feed, { method: 'POST', headers, body: JSON.stringify(draft) });
  const { id } = await created.json();
  const fetched = await fetch(`${feed}?report=${id}`, { headers });
  const { report } = await fetched.json();
  assert.equal(report.c2Address, draft.c2Address);
  const deleted = await fetch(`${feed}?report=${id}`, { method: 'DELETE', headers });
  const lookup = `${baseUrl}/private/sample/${sha256Hash}`;
  const found = await fetch(lookup, { headers: { Authorization: 'token-analyst' } });
  assert.equal((await found.json()).sha256Hash, sha256Hash);
  assert.deepEqual([created.ok, deleted.ok, found.ok], [true, true, true]);
  const { user, system } = process.cpuUsage();
  console.log((user + system) / 1000);
}
