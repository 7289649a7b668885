import type { Chance } from '../chance.ts';
import type { Asked } from '../client.ts';

type Body = { readonly [key: string]: unknown };

/** What takes a body: what is taken, the keys that are needed, and values that a key does not take. */
const operations: readonly {
  readonly method: string;
  readonly path: string;
  readonly good: Body;
  readonly needs: readonly string[];
  readonly bad: readonly Body[];
}[] = [
  {
    method: 'POST',
    path: '/faults',
    good: { type: 'reply', status: 503, body: {}, headers: { 'Retry-After': '1' } },
    needs: ['type', 'status'],
    bad: [
      { status: 99 },
      { status: 200.5 },
      { status: 204 },
      { type: 'replay' },
      { operation: 'list' },
      { caller: 'nobody-at-all' },
      { times: 0 },
      { headers: { Trailer: 'X' } },
      { headers: { 'transfer-encoding': 'chunked' } },
      { headers: { 'Content-Type': '/////' } },
      { headers: { 'X-A': 'a\r\nb: c' } },
      { headers: { 'a b': 'c' } },
      { ms: 5 },
    ],
  },
  {
    method: 'POST',
    path: '/callers',
    good: { id: 'never-made', roles: ['researcher'] },
    needs: [],
    bad: [
      { id: 'a b' },
      { id: 'x'.repeat(201) },
      { token: 'ü' },
      { roles: ['king'] },
      { requests: -1 },
      { requests: 2e9 },
      { requestsLeft: 1.5 },
      { expiresAt: '2026-02-30T00:00:00Z' },
      { expiresAt: 'tomorrow' },
    ],
  },
  {
    method: 'PATCH',
    path: '/callers/reader',
    good: { name: 'Reader' },
    needs: [],
    bad: [{ name: '' }, { token: 'new' }, { requests: '5' }, { expiresAt: 5 }],
  },
  {
    method: 'POST',
    path: '/services',
    good: { name: 'never-made' },
    needs: ['name'],
    bad: [{ name: 'a/b' }, { name: '' }, { name: 'tunnelco' }, { name: 'x'.repeat(300) }],
  },
  {
    method: 'POST',
    path: '/analyses',
    good: { sha256Hash: 'f'.repeat(64) },
    needs: ['sha256Hash'],
    bad: [
      { sha256Hash: 'zz' },
      { sizeInBytes: -1 },
      { tags: [{ heat: 'x', name: 'y' }] },
      { configs: { a: 5 } },
      { configs: { a: { b: 'x'.repeat(70_000) } } },
    ],
  },
  {
    method: 'PUT',
    path: '/clock',
    good: { mode: 'running', at: '2026-01-31T13:45:00Z' },
    needs: ['mode'],
    bad: [{ mode: 'real' }, { mode: 'backwards' }, { at: '12345-01-01T00:00:00Z' }, { at: null }],
  },
  {
    method: 'POST',
    path: '/clock/advance',
    good: { seconds: 1 },
    needs: ['seconds'],
    bad: [{ seconds: 1e13 }, { seconds: '1' }, { seconds: null }],
  },
  {
    method: 'PUT',
    path: '/ids',
    good: { seed: 1 },
    needs: ['seed'],
    bad: [{ seed: {} }, { seed: 1.5 }, { seed: 'x'.repeat(300) }],
  },
  {
    method: 'PUT',
    path: '/dialect',
    good: { random: 5 },
    needs: ['random'],
    bad: [
      { name: 'strict' },
      { random: -1 },
      { random: 2 ** 32 },
      { random: 'x' },
      { differences: { 'auth.lifetime': 9007199254740991 } },
    ],
  },
  {
    method: 'POST',
    path: '/worlds',
    good: { id: 'never-made' },
    needs: [],
    bad: [
      { id: 'a/b' },
      { id: 'default' },
      { id: 'x'.repeat(65) },
      { dialect: 'klingon' },
      { dialect: { differences: { 'create.score.minimum': 5, 'create.score.maximum': 4 } } },
      { idleMinutes: 0 },
      { idleMinutes: 1e9 },
    ],
  },
];

const withoutBody: readonly Asked[] = [
  { path: '/nope' },
  { path: '/state?x=1' },
  { path: '/requests?limit=0' },
  { path: '/requests?since=1e400' },
  { path: '/requests?operation=list' },
  { path: '/requests/wait?timeoutMs=-1' },
  { method: 'PUT', path: '/state' },
  { method: 'DELETE', path: '/faults/fault-0' },
  { method: 'DELETE', path: '/snapshots/never-made' },
  { method: 'POST', path: '/snapshots/never-made/restore' },
  { method: 'PUT', path: `/snapshots/${'x'.repeat(101)}` },
  { method: 'PUT', path: '/snapshots/%ff' },
  { method: 'DELETE', path: '/callers/nobody-at-all' },
  { method: 'DELETE', path: '/worlds/default' },
  { method: 'DELETE', path: '/worlds/never-made' },
  { method: 'POST', path: '/callers' },
];

/** A request that would be taken but for one thing. */
export function nearlyValid(chance: Chance): Asked {
  if (chance.happens(0.2)) return chance.of(withoutBody);
  const { method, path, good, needs, bad } = chance.of(operations);
  const text = JSON.stringify(good);
  const spoilt: (() => string)[] = [
    () => JSON.stringify({ ...good, ...chance.of(bad) }),
    () => JSON.stringify({ ...good, [`extra-${chance.below(9)}`]: 1 }),
    () => text.slice(0, chance.between(1, text.length - 1)),
    () => text.replace('{', '{"much":1e400,'),
    () => `[${text}]`,
    () => '['.repeat(chance.between(1, 50_000)),
    () => `{"deep":${'['.repeat(5000)}${']'.repeat(5000)}}`,
    () => JSON.stringify('x'.repeat(1_100_000)),
  ];
  const needed = needs.length > 0 && chance.of(needs);
  if (needed) {
    const { [needed]: _, ...rest } = good;
    spoilt.push(() => JSON.stringify(rest));
  }
  return { method, path, text: chance.of(spoilt)() };
}
