import { expect, test } from 'vitest';
import { readContract } from '../contract/document.ts';
import { operationObject } from '../contract/operations.ts';
import { ownSeed } from '../seed/own-seed.ts';
import { startServer } from '../server.ts';

const document = readContract();
const text = JSON.stringify(document);

function exampleOf(name: 'fetch' | 'lookup', outcome: string) {
  const response = operationObject(document, name).responses['200'];
  if (!response || '$ref' in response) throw new Error(`${name} has no 200`);
  return response.content?.['application/json']?.examples?.[outcome]?.value;
}

test('ids and hashes of the examples exist in the seed data, but for the one that must not', () => {
  const { reports, analyses } = ownSeed().contents;
  const known = JSON.stringify([reports, analyses]);
  const nobodys = '00000000-0000-4000-8000-000000000000';
  const uuids = text.match(/\b[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/g) ?? [];
  const hashes = text.match(/\b([0-9a-f]{128}|[0-9a-f]{64}|[0-9a-f]{40}|[0-9a-f]{32})\b/g) ?? [];
  const unknown = [...uuids, ...hashes].filter((one) => !known.includes(one) && one !== nobodys);
  expect([...new Set(unknown)]).toEqual([]);
  expect(uuids.length).toBeGreaterThan(3);
  expect(hashes.length).toBeGreaterThan(6);
});

test('a fresh server answers calls by example with the examples', async () => {
  await using server = await startServer();
  const get = async (path: string) => {
    const response = await fetch(`${server.baseUrl}${path}`, {
      headers: { authorization: 'token-researcher-1' },
    });
    return { status: response.status, body: await response.json() };
  };
  const { id } = (exampleOf('fetch', 'fetched') as { report: { id: string } }).report;
  expect(await get(`/feed/tunnelco/api?report=${id}`)).toEqual({
    status: 200,
    body: exampleOf('fetch', 'fetched'),
  });
  const found = exampleOf('lookup', 'found') as { sha256Hash: string };
  expect(await get(`/private/sample/${found.sha256Hash}`)).toEqual({ status: 200, body: found });
});

const report = '5f0c2a4e-7b1d-4c59-9a36-1d0e8b7c6f01';
function withScore(confidenceScore: unknown): string {
  return JSON.stringify({
    tags: [],
    c2Address: 'a.example:1',
    referenceLink: 'https://a.example/',
    file256Hash: '0'.repeat(64),
    confidenceScore,
  });
}

// These messages come from the validator and from Node.
test.each([
  ['malformed-request', `/feed/%ff/api?report=${report}`, {}],
  ['invalid-report', '/feed/tunnelco/api', { method: 'POST', body: withScore(101) }],
  ['wrong-type', '/feed/tunnelco/api', { method: 'POST', body: withScore('high') }],
  ['uri-too-long', `/feed/tunnelco/api?report=${'a'.repeat(9000)}`, {}],
] as const)('a fresh server refuses with the example: %s', async (kind, path, init) => {
  await using server = await startServer();
  const headers = { authorization: 'token-researcher-1', 'content-type': 'application/json' };
  const response = await fetch(`${server.baseUrl}${path}`, { ...init, headers });
  expect(await response.json()).toEqual(document.components.examples[kind]?.value);
});
