import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { readTarget, verify } from '../../../contract-tests/index.ts';
import { startServer } from '../../index.ts';
import { packageRoot } from '../../spec/package-root.ts';

const root = packageRoot;
const example = join(root, 'contract-tests', 'targets', 'reference.yaml');
const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs');

/** Passes everything on and misspells the flag of a deletion that worked. */
const misspelling = async (baseUrl: string): Promise<Server> => {
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const { authorization, 'content-type': type } = request.headers;
    const answer = await fetch(new URL(request.url ?? '/', baseUrl), {
      method: request.method ?? 'GET',
      headers: { ...(authorization && { authorization }), ...(type && { 'content-type': type }) },
      ...(parts.length > 0 && { body: Buffer.concat(parts) }),
    });
    const text = (await answer.text()).replace('"success":', '"succesful":');
    response.writeHead(answer.status, {
      'content-type': answer.headers.get('content-type') ?? '',
    });
    response.end(text);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
};

interface Suites {
  readonly testResults: {
    readonly assertionResults: { readonly title: string; readonly status: string }[];
  }[];
}

/** The clauses that fail in vitest, of those whose name holds the filter. */
const failedInVitest = async (target: string, filter: string): Promise<string[]> => {
  const output = join(mkdtempSync(join(tmpdir(), 'verify-vitest-')), 'result.json');
  const args = ['run', 'contract-tests/contract.test.ts', '-t', filter];
  await promisify(execFile)(
    process.execPath,
    [vitest, ...args, '--reporter=json', `--outputFile=${output}`],
    { cwd: root, env: { ...process.env, ABUSE_FEED_TARGET: target } },
  ).catch(() => undefined);
  const { testResults } = JSON.parse(readFileSync(output, 'utf8')) as Suites;
  return testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ status }) => status === 'failed')
    .map(({ title }) => title)
    .sort();
};

test('vitest and the command find the same clauses broken', async () => {
  await using reference = await startServer();
  const broken = await misspelling(reference.baseUrl);
  const url = `http://127.0.0.1:${(broken.address() as AddressInfo).port}`;
  const file = join(mkdtempSync(join(tmpdir(), 'verify-vitest-')), 'target.yaml');
  writeFileSync(file, readFileSync(example, 'utf8').replaceAll('http://127.0.0.1:4010', url));
  const target = readTarget(file, { env: {}, cwd: root });
  const inVitest = await failedInVitest(file, 'delete/');
  const only = (await verify(target)).clauses.filter(({ id }) => id.startsWith('delete/'));
  broken.close();
  const inCommand = only.filter(({ verdict }) => verdict === 'broken').map(({ id }) => id);
  expect(inVitest).toContain('delete/flag-is-success');
  expect(inVitest).toEqual(inCommand.sort());
});
