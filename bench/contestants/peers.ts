import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../src/contract/package-root.ts';
import type { Ammunition } from '../load/workload.ts';
import { Absent, type Contestant, type Running } from './contestant.ts';
import { rawRequest } from './raw-request.ts';
import { ammunitionFor, analyses, draft, idOf, stored } from './samples.ts';
import { type Server, spawned } from './spawned.ts';

/** Installed apart from the product, and only where somebody asks for it. */
const folder = join(packageRoot, 'bench', '.peers');
const openapi = join(packageRoot, 'openapi.yaml');

const packages = {
  '@stoplight/prism-cli': '5.16.0',
  'json-server': '0.17.4',
  '@mockoon/cli': '9.9.0',
  wiremock: '3.13.2',
  specmatic: '2.55.1',
};

export const howToInstall = 'npm run bench -- --install-peers';

/** Returns what npm said where it failed. */
export function installPeers(): string | undefined {
  mkdirSync(folder, { recursive: true });
  const manifest = { name: 'peers', private: true, dependencies: packages };
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest, null, 2));
  const args = ['install', '--no-audit', '--no-fund', '--loglevel', 'error'];
  const { status, error } = spawnSync('npm', args, { cwd: folder, stdio: 'inherit' });
  return status === 0 ? undefined : (error?.message ?? `npm ended with ${status}`);
}

/** A file of an installed peer. */
function installed(...path: string[]): string {
  const file = join(folder, 'node_modules', ...path);
  if (!existsSync(file)) throw new Absent(`not installed: ${howToInstall}`);
  return file;
}

function java(): string {
  const { status } = spawnSync('java', ['-version']);
  if (status !== 0) throw new Absent('needs Java, and there is no java command');
  return 'java';
}

const jarIn = (name: string): string => {
  const build = installed(name, 'build');
  return join(build, readdirSync(build).find((file) => file.endsWith('.jar')) ?? '');
};

const ready = (ammunition: Ammunition): string => ammunition.get[0] ?? '';

/** Those that make their answers from the document, and keep nothing. */
const fromDocument = (
  name: string,
  command: (port: string) => readonly [string, ...string[]],
): Contestant => {
  const ammunition = ammunitionFor([idOf(1)]);
  const start = (cwd: string): Promise<Server> => {
    const [program] = command('0');
    const args = (port: number) => command(String(port)).slice(1);
    return spawned({ command: program, args, cwd, ready: ready(ammunition) });
  };
  return {
    name,
    keeps: false,
    start: async (cwd): Promise<Running> => ({ ...(await start(cwd)), ammunition }),
    coldStart: start,
  };
};

const prism = fromDocument('Prism', (port) => [
  process.execPath,
  installed('@stoplight', 'prism-cli', 'dist', 'index.js'),
  ...['mock', openapi, '--host', '127.0.0.1', '--port', port, '--verboseLevel', 'silent'],
]);

const mockoon = fromDocument('Mockoon', (port) => [
  process.execPath,
  installed('@mockoon', 'cli', 'bin', 'run.js'),
  ...['start', '--data', openapi, '--hostname', '127.0.0.1', '--port', port],
  ...['--disable-log-to-file', '--disable-admin-api'],
]);

const specmatic = fromDocument('Specmatic', (port) => [
  java(),
  ...['-jar', installed('specmatic', 'specmatic.jar'), 'stub', openapi],
  ...['--host', '127.0.0.1', '--port', port],
]);

/** json-server has its own paths; what is asked and answered is the same. */
const jsonServer: Contestant = {
  name: 'json-server',
  keeps: true,
  async start(cwd, reports) {
    const file = join(cwd, 'db.json');
    const program = installed('json-server', 'lib', 'cli', 'bin.js');
    writeFileSync(
      file,
      JSON.stringify({
        reports: Array.from({ length: reports }, (_, number) => stored(number)),
        analyses: analyses.map((analysis) => ({ id: analysis.sha256Hash, ...analysis })),
      }),
    );
    const ammunition: Ammunition = {
      get: Array.from({ length: 100 }, (_, number) =>
        rawRequest('GET', `/reports/${idOf(number)}`),
      ),
      lookup: analyses.map(({ sha256Hash }) => rawRequest('GET', `/analyses/${sha256Hash}`)),
      create: Array.from({ length: 1000 }, (_, number) =>
        rawRequest('POST', '/reports', { body: draft(1_000_000 + number) }),
      ),
      delete: rawRequest('DELETE', '/reports/{id}'),
    };
    const server = await spawned({
      command: process.execPath,
      args: (port) => [program, '--host', '127.0.0.1', '--port', String(port), '--quiet', file],
      cwd,
      ready: ready(ammunition),
    });
    return { ...server, ammunition };
  },
  coldStart: (cwd) => jsonServer.start(cwd, 10),
};

/** WireMock is told what to answer; it matches method, path and token, and keeps its journal. */
const wireMock: Contestant = {
  name: 'WireMock',
  keeps: false,
  async start(cwd) {
    const jar = jarIn('wiremock');
    const mappings = join(cwd, 'mappings');
    mkdirSync(mappings, { recursive: true });
    const rules = [
      ['GET', '/feed/tunnelco/api', 200, { report: stored(1), successful: true }],
      ['GET', '/private/sample/.*', 200, analyses[0]],
      ['POST', '/feed/tunnelco/api', 201, { id: idOf(1), successful: true }],
      ['DELETE', '/feed/tunnelco/api', 200, { message: 'Deleted.', success: true }],
    ] as const;
    for (const [index, [method, path, status, jsonBody]] of rules.entries()) {
      const headers = { Authorization: { matches: '.+' } };
      const answer = { status, jsonBody, headers: { 'Content-Type': 'application/json' } };
      const rule = { request: { method, urlPathPattern: path, headers }, response: answer };
      writeFileSync(join(mappings, `${index}.json`), JSON.stringify(rule));
    }
    const ammunition = ammunitionFor([idOf(1)]);
    const server = await spawned({
      command: java(),
      args: (port) => [
        ...['-jar', jar, '--port', String(port), '--bind-address', '127.0.0.1'],
        ...['--root-dir', cwd, '--max-request-journal-entries', '1000'],
      ],
      cwd,
      ready: ready(ammunition),
    });
    return { ...server, ammunition };
  },
  coldStart: (cwd) => wireMock.start(cwd, 10),
};

export const peers: readonly Contestant[] = [prism, jsonServer, mockoon, wireMock, specmatic];
