import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Requests } from '../load/workload.ts';
import type { Contestant, Running } from './contestant.ts';
import { installed, jarOf, java } from './peer-packages.ts';
import { rawRequest } from './raw-request.ts';
import { analyses, draft, idOf, invalid, openapi, requestsFor, stored, tokens } from './samples.ts';
import { type Server, spawned } from './spawned.ts';

const ready = (requests: Requests): string => requests.fetch[0] ?? '';

/** Those that make their answers from the document, and keep nothing. */
const fromDocument = (
  id: string,
  name: string,
  command: (port: string) => readonly [string, ...string[]],
): Contestant => {
  const requests = requestsFor([idOf(1)]);
  const start = (cwd: string): Promise<Server> => {
    const [program] = command('0');
    const args = (port: number) => command(String(port)).slice(1);
    return spawned({ command: program, args, cwd, ready: ready(requests) });
  };
  return {
    id,
    name,
    kind: 'peer',
    keeps: false,
    start: async (cwd): Promise<Running> => ({ ...(await start(cwd)), requests }),
    coldStart: start,
  };
};

const prism: Contestant = {
  ...fromDocument('prism', 'Prism', (port) => [
    process.execPath,
    installed('prism', 'dist', 'index.js'),
    ...['mock', openapi, '--host', '127.0.0.1', '--port', port, '--verboseLevel', 'silent'],
  ]),
  validates: true,
};

const mockoon = fromDocument('mockoon', 'Mockoon', (port) => [
  process.execPath,
  installed('mockoon', 'bin', 'run.js'),
  ...['start', '--data', openapi, '--hostname', '127.0.0.1', '--port', port],
  ...['--disable-log-to-file', '--disable-admin-api'],
]);

const specmatic: Contestant = {
  ...fromDocument('specmatic', 'Specmatic', (port) => [
    java(),
    ...['-jar', installed('specmatic', 'specmatic.jar'), 'stub', openapi],
    ...['--host', '127.0.0.1', '--port', port],
  ]),
  validates: true,
};

/** json-server has its own paths; what is asked and answered is the same. */
const jsonServer: Contestant = {
  id: 'json-server',
  name: 'json-server',
  kind: 'peer',
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
    const fetches = (token: string) =>
      Array.from({ length: 100 }, (_, number) =>
        rawRequest('GET', `/reports/${idOf(number)}`, { token }),
      );
    const requests: Requests = {
      fetch: fetches(tokens.researcher),
      lookup: analyses.map(({ sha256Hash }) => rawRequest('GET', `/analyses/${sha256Hash}`)),
      create: Array.from({ length: 1000 }, (_, number) =>
        rawRequest('POST', '/reports', { body: draft(1_000_000 + number) }),
      ),
      delete: rawRequest('DELETE', '/reports/{id}'),
      invalid: [rawRequest('POST', '/reports', { token: tokens.careless, body: invalid(1) })],
      stranger: fetches(tokens.stranger),
    };
    const server = await spawned({
      command: process.execPath,
      args: (port) => [program, '--host', '127.0.0.1', '--port', String(port), '--quiet', file],
      cwd,
      ready: ready(requests),
    });
    return { ...server, requests };
  },
  coldStart: (cwd) => jsonServer.start(cwd, 10),
};

/** WireMock is told what to answer; it matches method, path and token, and keeps its journal. */
const wireMock: Contestant = {
  id: 'wiremock',
  name: 'WireMock',
  kind: 'peer',
  keeps: false,
  async start(cwd) {
    const jar = jarOf('wiremock');
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
    const requests = requestsFor([idOf(1)]);
    const server = await spawned({
      command: java(),
      args: (port) => [
        ...['-jar', jar, '--port', String(port), '--bind-address', '127.0.0.1'],
        ...['--root-dir', cwd, '--max-request-journal-entries', '1000'],
      ],
      cwd,
      ready: ready(requests),
    });
    return { ...server, requests };
  },
  coldStart: (cwd) => wireMock.start(cwd, 10),
};

export const peers: readonly Contestant[] = [prism, jsonServer, mockoon, wireMock, specmatic];
