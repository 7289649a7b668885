import type { Request } from 'express';
import { expect, test } from 'vitest';
import { adminDocument } from './admin-document.ts';
import { plainlyValidBy } from './plainly-valid.ts';

const isPlain = plainlyValidBy(adminDocument);
const asked = (method: string, url: string, body?: unknown) =>
  isPlain({
    ...{ method, url, body },
    headers: body === undefined ? {} : { 'content-type': 'application/json' },
  } as Request);

test.each<[string, string, unknown?]>([
  ['GET', '/state'],
  ['GET', '/requests'],
  ['POST', '/worlds'],
  ['POST', '/worlds', {}],
  ['POST', '/worlds', { id: 'mine', idleMinutes: 0.5, ids: null, clock: { mode: 'real' } }],
  ['PUT', '/snapshots/one'],
  ['DELETE', '/faults/fault-1'],
  ['PUT', '/ids', { seed: 7 }],
  ['PATCH', '/callers/reader', { owns: null }],
])('%s %s %j needs no validator', (...request) => {
  expect(asked(...request)).toBe(true);
});

test.each<[string, string, unknown?]>([
  ['GET', '/state?x=1'],
  ['GET', '/nowhere'],
  ['PUT', '/state'],
  ['HEAD', '/requests/stream'],
  ['GET', '/state', {}],
  ['POST', '/services'],
  ['POST', '/services', { name: 'a b' }],
  ['POST', '/worlds', { idd: 'mine' }],
  ['POST', '/worlds', { idleMinutes: 0 }],
  ['POST', '/worlds', null],
  ['POST', '/worlds', []],
  ['PUT', `/snapshots/${'x'.repeat(101)}`],
  ['PUT', '/snapshots/a%20b'],
  ['PUT', '/ids', { seed: 1.5 }],
  ['PUT', '/clock', { mode: 'frozen', at: 'soon' }],
])('%s %s %j is for the validator', (...request) => {
  expect(asked(...request)).toBe(false);
});
