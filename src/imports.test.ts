import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { expect, test } from 'vitest';
import { packageRoot } from './spec/package-root.ts';

const inKit = (room: string): string => `kit/${room}`;

const server = 'spec domain dialects contract store operations worlds';
const kit = (rooms: string): string => ['spec', ...rooms.split(' ').map(inKit)].join(' ');

/**
 * Allowed imports between rooms. A room is a folder; `src` stands for the files directly in it, which
 * assemble the server, and `kit` for those directly in contract-tests. The rooms before `http` know nothing
 * about HTTP.
 */
const allowed: { readonly [room: string]: string } = {
  spec: '',
  domain: 'spec',
  dialects: 'spec domain',
  contract: 'spec domain dialects',
  store: 'spec domain',
  seed: 'spec domain contract store',
  operations: 'spec domain dialects store',
  worlds: 'spec domain dialects store operations',
  // What a client relies on, from its results under dialects.
  matrix: 'spec domain dialects',
  http: server,
  // Forwards bytes without interpreting them; of ours it takes what every listener needs.
  proxy: 'spec http',
  pages: 'spec',
  admin: `${server} seed http pages`,
  docs: 'spec domain dialects contract operations worlds http pages',
  config: 'spec dialects contract seed admin',
  src: `${server} seed http pages admin docs matrix`,
  cli: 'spec domain dialects contract store seed worlds http docs config proxy src matrix pages kit kit/halves kit/selftest',
  // Code of users: it knows the package only by name.
  recipes: '',
  // The kit judges any server: it knows only what it shares with ours.
  'kit/halves': 'spec pages',
  kit: kit('halves'),
  // The only place where kit and server meet.
  'kit/selftest': `${server} http src kit kit/halves`,
};
const table = new Map(Object.entries(allowed).map(([room, list]) => [room, list.split(' ')]));

/** Packages restricted to some rooms. */
const roomsOfPackage: { readonly [name: string]: readonly string[] } = {
  express: ['http', 'pages', 'admin', 'docs', 'src'],
  'express-openapi-validator': ['http'],
  lowdb: ['store'],
  preact: ['pages'],
  // `health` uses TLS; fetch cannot be given a CA.
  'node:http': ['http', 'proxy', 'cli', 'kit/selftest'],
  'node:https': ['http', 'cli'],
  // Flags change the whole process, and one that uses the library is somebody else's.
  'node:v8': ['cli'],
  undici: ['kit/halves'],
};

interface Import {
  readonly from: string;
  readonly to: string;
}

/** The benches have no rooms and are not published; they are only checked for cycles. */
const files = ['src', 'contract-tests', 'bench'].flatMap((top) =>
  readdirSync(join(packageRoot, top), { recursive: true, encoding: 'utf8' })
    // Competing tools are installed below bench.
    .filter((name) => /\.[jt]s$/.test(name) && !name.includes('node_modules'))
    .map((name) => join(top, name)),
);
/** Tests build their own worlds and may import anything, except as in the last test below. */
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
  const [top = '', room = '', ...rest] = file.split('/');
  if (['judging', 'service'].includes(room) && top === 'contract-tests') return inKit('halves');
  if (top === 'contract-tests') return rest.length > 0 ? inKit(room) : 'kit';
  if (top !== 'src') return undefined;
  return rest.length > 0 ? room : 'src';
}

const sentenceOf = ({ from, to }: Import): string => `${from} imports ${to}`;

test('there is something to look at', () => {
  expect(imports.length).toBeGreaterThan(200);
});

test('every room has its line in the table', () => {
  const rooms = new Set(files.map(roomOf).filter((room) => room !== undefined));
  expect([...rooms].filter((room) => !table.has(room))).toEqual([]);
});

test('imports run one way', () => {
  const wrong = imports.filter(({ from, to }) => {
    const [room, other] = [roomOf(from), roomOf(to)];
    if (isTest(from) || room === undefined || other === undefined || room === other) return false;
    return !table.get(room)?.includes(other);
  });
  expect(wrong.map(sentenceOf)).toEqual([]);
});

test('no room of the table can reach itself by way of another', () => {
  const reach = (room: string, seen: readonly string[]): string[] =>
    (table.get(room) ?? []).flatMap((next) =>
      seen.includes(next) ? [next] : reach(next, [...seen, next]),
    );
  for (const room of table.keys()) expect(reach(room, []), room).not.toContain(room);
});

test('packages stay in the rooms they belong to', () => {
  const wrong = imports.filter(({ from, to }) => {
    const rooms = Object.entries(roomsOfPackage).find(
      ([name]) => to === name || to.startsWith(`${name}/`),
    )?.[1];
    const room = roomOf(from);
    return rooms && room !== undefined && !isTest(from) && !rooms.includes(room);
  });
  expect(wrong.map(sentenceOf)).toEqual([]);
});

test('YAML is read in one place, which has the limits', () => {
  // The plain server of the benchmark stands alone.
  const readers = imports.filter(({ from, to }) => to === 'js-yaml' && !from.includes('plain-'));
  expect(readers.map(({ from }) => from)).toEqual(['src/spec/document/yaml.ts']);
});

test('what is shipped imports no test', () => {
  const wrong = imports.filter(
    ({ from, to }) => roomOf(from) !== undefined && !isTest(from) && isTest(to),
  );
  expect(wrong.map(sentenceOf)).toEqual([]);
});

test('the kit and its tests import of the server only what both read and the design of pages, except in the self-test', () => {
  const wrong = imports.filter(({ from, to }) => {
    const isKit = from.startsWith('contract-tests/') && roomOf(from) !== 'kit/selftest';
    return isKit && to.startsWith('src/') && !['spec', 'pages'].includes(roomOf(to) ?? '');
  });
  expect(wrong.map(sentenceOf)).toEqual([]);
});

test('no file can reach itself by its imports, not even for types', () => {
  const next = new Map(files.map((file) => [file, [] as string[]]));
  for (const { from, to } of imports) if (next.has(to)) next.get(from)?.push(to);
  const reachesItself = (file: string): boolean => {
    const seen = new Set<string>();
    const waiting = [...(next.get(file) ?? [])];
    for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
      if (!seen.has(at)) waiting.push(...(next.get(at) ?? []));
      seen.add(at);
    }
    return seen.has(file);
  };
  expect(files.filter(reachesItself)).toEqual([]);
});
