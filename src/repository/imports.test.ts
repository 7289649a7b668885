import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { expect, test } from 'vitest';
import { packageRoot } from '../values/package-root.ts';

/** The rooms of the kit's two halves. */
const judging = ['talk', 'verdict', 'causes', 'run', 'listen', 'reporters'].map(
  (room) => `judging/${room}`,
);
const service = [
  'drive',
  'learn',
  'listen',
  'model',
  'operations',
  'requests',
  'run',
  'spend',
  'target',
  'values',
].map((room) => `service/${room}`);

/** What says nothing about any contract, and so may serve another one as well. */
const general = 'values document traffic';
const server = `${general} requests spec domain dialects contract store operations worlds`;

/**
 * Allowed imports between rooms. A room is a folder. `src` stands for the files directly in it, which assemble the
 * server, `kit` for those directly in contract-tests, `judging` and `service` for those directly in its halves.
 * The rooms before `http` know no Express, and turn nothing into a status.
 */
const allowed: { readonly [room: string]: string } = {
  values: '',
  document: 'values',
  spec: 'values document',
  traffic: 'values spec',
  requests: `${general} spec`,
  domain: `${general} spec`,
  dialects: `${general} spec domain`,
  contract: `${general} spec domain dialects`,
  store: `${general} spec domain`,
  seed: `${general} spec domain contract store`,
  operations: `${general} spec domain dialects store`,
  worlds: `${general} requests spec domain dialects store operations`,
  http: server,
  // Forwards bytes without interpreting them; of ours it takes what every listener needs.
  proxy: `${general} spec http`,
  pages: `${general} spec`,
  // What a client relies on, from its runs with one thing changed. It starts no server, and is told what to run.
  matrix: `${server} http pages`,
  admin: `${server} seed http pages`,
  docs: `${general} spec domain dialects contract operations worlds http pages`,
  config: `${general} spec dialects contract seed admin src`,
  src: `${server} seed http pages admin docs matrix`,
  cli: `${general} requests spec domain dialects contract store seed worlds http docs config proxy src matrix pages kit kit/selftest service/target`,
  // Scripts and tests of the repository: the server and the kit do not know them.
  repository: `${general} spec seed src pages cli kit kit/selftest`,
  // Code of users: it knows the package only by name.
  recipes: '',
  // The half that judges any service: it is handed one record of it, and imports nothing of the other half.
  judging: `${general} judging/talk judging/verdict judging/run`,
  'judging/talk': `${general} judging`,
  'judging/verdict': `${general} judging judging/talk`,
  'judging/causes': `${general} judging judging/talk judging/verdict`,
  'judging/run': `${general} judging judging/talk judging/verdict judging/causes`,
  'judging/listen': `${general} judging judging/talk judging/verdict judging/causes judging/run`,
  // The design of reports is that of all pages.
  'judging/reporters': `${general} pages judging ${judging.join(' ')}`,
  // The half about this service. Of the server it knows only what both read.
  ...Object.fromEntries(
    ['service', ...service].map((room) => [
      room,
      [general, 'requests', 'spec', 'judging', ...judging, 'service', ...service]
        .filter((one) => one !== room)
        .join(' '),
    ]),
  ),
  kit: [general, 'requests', 'spec', 'judging', ...judging, 'service', ...service].join(' '),
  // The only place where kit and server meet.
  'kit/selftest': [
    server,
    'http src kit kit/ordinary judging service',
    ...judging,
    ...service,
  ].join(' '),
  // Servers written from the specification alone.
  'kit/ordinary': '',
};
const table = new Map(Object.entries(allowed).map(([room, list]) => [room, list.split(' ')]));

/** Packages restricted to some rooms. */
const roomsOfPackage: { readonly [name: string]: readonly string[] } = {
  express: ['http', 'pages', 'admin', 'docs', 'src', 'kit/ordinary'],
  'express-openapi-validator': ['http', 'kit/ordinary'],
  lowdb: ['store'],
  preact: ['pages'],
  // `health` uses TLS; fetch cannot be given a CA.
  'node:http': ['http', 'proxy', 'cli', 'kit/selftest', 'kit/ordinary'],
  'node:https': ['http', 'cli'],
  // Flags change the whole process, and one that uses the library is somebody else's.
  'node:v8': ['cli'],
  undici: ['judging/talk'],
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
function isTest(file: string): boolean {
  return /\.test\.(support\.)?ts$/.test(file);
}

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
  if (top === 'contract-tests') return roomOfKit(room, rest);
  if (top !== 'src') return undefined;
  return rest.length > 0 ? room : 'src';
}

function roomOfKit(room: string, rest: readonly string[]): string {
  if (rest.length === 0) return 'kit';
  if (room === 'selftest') return rest[0] === 'ordinary' ? 'kit/ordinary' : 'kit/selftest';
  return rest.length === 1 ? room : `${room}/${rest[0]}`;
}

test('every room has its line in the table', () => {
  const rooms = new Set(files.map(roomOf).filter((room) => room !== undefined));
  expect([...rooms].filter((room) => !table.has(room))).toEqual([]);
});

/** Within a half of the kit, files may use each other in any room; no file reaches itself, as below. */
const halves = new Set(['judging', ...judging, 'service', ...service]);

test('no room of the table can reach itself by way of another', () => {
  const reach = (room: string, seen: readonly string[]): string[] =>
    (table.get(room) ?? [])
      .filter((next) => !halves.has(next))
      .flatMap((next) => (seen.includes(next) ? [next] : reach(next, [...seen, next])));
  for (const room of table.keys()) expect(reach(room, []), room).not.toContain(room);
});

const shared = [...general.split(' '), 'requests', 'spec', 'pages'];

/** What no import may do. */
const wrongs: { readonly [rule: string]: (one: Import) => boolean } = {
  'imports run one way'({ from, to }) {
    const room = roomOf(from);
    const other = roomOf(to);
    if (isTest(from) || room === undefined || other === undefined || room === other) return false;
    return !table.get(room)?.includes(other);
  },
  'packages stay in the rooms they belong to'({ from, to }) {
    const room = roomOf(from);
    if (isTest(from) || room === undefined) return false;
    return Object.entries(roomsOfPackage).some(
      ([name, rooms]) => (to === name || to.startsWith(`${name}/`)) && !rooms.includes(room),
    );
  },
  // The plain server of the benchmark and ordinary servers stand alone.
  'YAML is read in one place, which has the limits': ({ from, to }) =>
    to === 'js-yaml' && from !== 'src/document/yaml.ts' && !/plain-|\/ordinary\//.test(from),
  'what is shipped imports no test': ({ from, to }) =>
    roomOf(from) !== undefined && !isTest(from) && isTest(to),
  'the kit and its tests import of the server only what both read and the design of pages, except in the self-test':
    ({ from, to }) =>
      from.startsWith('contract-tests/') &&
      roomOf(from) !== 'kit/selftest' &&
      to.startsWith('src/') &&
      !shared.includes(roomOf(to) ?? ''),
};

test.each(Object.entries(wrongs))('%s', (_rule, isWrong) => {
  expect(imports.length).toBeGreaterThan(200);
  expect(imports.filter(isWrong).map(({ from, to }) => `${from} imports ${to}`)).toEqual([]);
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
