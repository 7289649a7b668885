import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { expect, test } from 'vitest';
import { packageRoot } from './spec/package-root.ts';

/**
 * Who may import whom. A room is a folder; `src` stands for the files directly in it, which put the
 * server together. The contract is read by those who serve, document or judge it, and is made from
 * dialects; everyone below `http` does without HTTP.
 */
const table: { readonly [room: string]: readonly string[] } = {
  spec: [],
  domain: ['spec'],
  dialects: ['spec', 'domain'],
  contract: ['spec', 'domain', 'dialects'],
  store: ['spec', 'domain'],
  seed: ['spec', 'domain', 'store'],
  service: ['spec', 'domain', 'dialects', 'store'],
  worlds: ['spec', 'domain', 'dialects', 'store', 'service'],
  http: ['spec', 'domain', 'dialects', 'contract', 'store', 'service', 'worlds'],
  pages: ['spec'],
  admin: [
    ...['spec', 'domain', 'dialects', 'contract', 'store', 'seed', 'service', 'worlds'],
    ...['http', 'pages'],
  ],
  docs: ['spec', 'domain', 'dialects', 'contract', 'worlds', 'http', 'pages'],
  src: [
    ...['spec', 'domain', 'dialects', 'contract', 'store', 'seed', 'service', 'worlds'],
    ...['http', 'pages', 'admin', 'docs'],
  ],
  cli: [
    ...['spec', 'domain', 'dialects', 'contract', 'store', 'seed', 'worlds', 'http', 'docs'],
    'src',
    ...['contract-tests', 'contract-tests/selftest'],
  ],
  // What users write: it knows the package by its name only.
  recipes: [],
  // The kit judges any server, so it knows nothing of ours. Only the self-test brings them together.
  'contract-tests': [],
  'contract-tests/selftest': [
    'contract-tests',
    'spec',
    'domain',
    'dialects',
    'contract',
    'store',
    'worlds',
    'http',
    'src',
    'service',
  ],
};

/** Packages that may be imported in some rooms only. */
const kept: { readonly [name: string]: readonly string[] } = {
  express: ['http', 'pages', 'admin', 'docs', 'src'],
  'express-openapi-validator': ['http'],
  lowdb: ['store'],
  'node:http': ['http', 'contract-tests', 'contract-tests/selftest', 'cli'],
};

interface Import {
  readonly from: string;
  readonly to: string;
}

const files = ['src', 'contract-tests'].flatMap((top) =>
  readdirSync(join(packageRoot, top), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => join(top, name)),
);
/** Tests build worlds of their own and may reach for anything, but see the last test below. */
const isTest = (file: string): boolean => /\.test\.(support\.)?ts$/.test(file);

const imports: Import[] = files.flatMap((from) => {
  const text = readFileSync(join(packageRoot, from), 'utf8');
  const found = text.matchAll(/\b(?:from|import)\s*\(?\s*'([^']+)'/g);
  return [...found].map(([, to = '']) => ({
    from,
    to: to.startsWith('.') ? normalize(join(dirname(from), to)) : to,
  }));
});

function roomOf(file: string): string | undefined {
  if (file.startsWith('contract-tests/selftest/')) return 'contract-tests/selftest';
  if (file.startsWith('contract-tests/')) return 'contract-tests';
  if (!file.startsWith('src/')) return undefined;
  return file.split('/').length > 2 ? file.split('/')[1] : 'src';
}

const shown = ({ from, to }: Import): string => `${from} imports ${to}`;

test('there is something to look at', () => {
  expect(imports.length).toBeGreaterThan(200);
});

test('every room has its line in the table', () => {
  const rooms = new Set(files.map((file) => roomOf(file) ?? file));
  expect([...rooms].filter((room) => !Object.hasOwn(table, room))).toEqual([]);
});

test('imports run one way', () => {
  const wrong = imports.filter(({ from, to }) => {
    const [room, other] = [roomOf(from), roomOf(to)];
    if (isTest(from) || room === undefined || other === undefined || room === other) return false;
    return !table[room]?.includes(other);
  });
  expect(wrong.map(shown)).toEqual([]);
});

test('no room of the table can reach itself by way of another', () => {
  const reach = (room: string, seen: readonly string[]): string[] =>
    (table[room] ?? []).flatMap((next) =>
      seen.includes(next) ? [next] : reach(next, [...seen, next]),
    );
  for (const room of Object.keys(table)) expect(reach(room, []), room).not.toContain(room);
});

test('packages stay in the rooms they belong to', () => {
  const wrong = imports.filter(({ from, to }) => {
    const rooms = Object.entries(kept).find(
      ([name]) => to === name || to.startsWith(`${name}/`),
    )?.[1];
    return rooms && !isTest(from) && !rooms.includes(roomOf(from) ?? '');
  });
  expect(wrong.map(shown)).toEqual([]);
});

test('what is shipped imports no test', () => {
  const wrong = imports.filter(({ from, to }) => !isTest(from) && isTest(to));
  expect(wrong.map(shown)).toEqual([]);
});

test('the kit and its tests import nothing of the server, except in the self-test', () => {
  const wrong = imports.filter(
    ({ from, to }) => roomOf(from) === 'contract-tests' && to.startsWith('src/'),
  );
  expect(wrong.map(shown)).toEqual([]);
});
