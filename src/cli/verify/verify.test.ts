import { mkdirSync, readdirSync, rmdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { allClauses } from '../../../contract-tests/index.ts';
import {
  conforming,
  unreachable,
  violating,
} from '../../../contract-tests/judging/reporters/recorded.test.support.ts';
import { startServer } from '../../index.ts';
import { harEntries } from '../../traffic/har.ts';
import { passing, ran, targetFile } from './verify.test.support.ts';
import type { VerifyTarget } from './verify.ts';

/** A server that need not be there, since the run is a recorded one. */
const target = ['--target', targetFile({ baseUrl: 'http://127.0.0.1:9' })];

test.each([
  ['CONFORMS', 0, conforming],
  ['VIOLATES', 1, violating],
  ['INCONCLUSIVE', 3, unreachable],
])(
  'a server that %s: that is printed and written to every report, and %d is the exit code',
  async (says, code, result) => {
    const reports = ['--json', 'r.json', '--junit', 'r.xml', '--html', 'r.html'];
    const run = await ran([...target, ...reports], { judge: async () => result });
    expect(run.printed).toContain(says);
    expect(run.code).toBe(code);
    expect(JSON.parse(run.file('r.json'))).toEqual(result);
    expect(run.file('r.xml')).toContain('<testsuites');
    expect(run.file('r.html')).toContain(`<h1>${says}</h1>`);
  },
);

test('--repro writes the requests of each cause, and says how to repeat them', async () => {
  const { printed, file, folder } = await ran([...target, '--repro', 'again'], {
    judge: async () => violating,
  });
  expect(printed).toContain(
    `\n  abuse-feed verify --cause again/cause-1.json --target ${violating.target.file}   (delete/flag-is-success)\n`,
  );
  expect(printed).not.toMatch(/to paste|curl/);
  const blank = await ran([...target, '--repro', 'my files'], { judge: async () => violating });
  expect(blank.printed).toContain("abuse-feed verify --cause 'my files/cause-1.json' ");
  expect(JSON.parse(file('again/cause-2.json'))).toMatchObject({
    clause: 'create/error-flag-false',
  });
  expect(readdirSync(join(folder, 'again'))).toEqual(['cause-1.json', 'cause-2.json']);
  expect(statSync(join(folder, 'again/cause-2.json')).mode & 0o777).toBe(0o600);
});

test('--repro says of which causes there is nothing to repeat, and why', async () => {
  const confirmation = { calls: [], shown: 0, of: 0, why: 'nothing was exchanged' };
  const causes = violating.causes.map((cause, nth) =>
    nth === 0 ? { ...cause, confirmation } : cause,
  );
  const { printed, folder } = await ran([...target, '--repro', 'again'], {
    judge: async () => ({ ...violating, causes }),
  });
  expect(printed).toContain(
    '\nNo requests to repeat for:\n  delete/flag-is-success: nothing was exchanged\n',
  );
  expect(readdirSync(join(folder, 'again'))).toEqual(['cause-2.json']);
});

test('what cannot be written changes neither the exit code nor the other files', async () => {
  const reports = ['--json', 'gone/r', '--junit', 'r.xml', '--html', 'gone/h', '--repro', 'r.xml'];
  let gone = '';
  const { code, printed, file } = await ran([...target, ...reports], {
    onFolder: (folder) => {
      gone = join(folder, 'gone');
      mkdirSync(gone);
    },
    judge: async () => {
      rmdirSync(gone);
      return violating;
    },
  });
  expect(code).toBe(1);
  for (const name of ['gone/r', 'gone/h', 'r.xml'])
    expect(printed).toContain(`abuse-feed: ${name} cannot be written: `);
  expect(file('r.xml')).toContain('</testsuites>');
});

test('what a run is to do reaches it, and nothing that was not asked for', async () => {
  const given: Parameters<VerifyTarget>[1][] = [];
  const judge: VerifyTarget = async (_, options) => {
    given.push(options);
    return conforming;
  };
  await ran(target, { judge });
  const own = ['--strict', '--require-all', '--only', '4.3'];
  await ran([...target, ...own], { judge });
  const inSection = allClauses().filter(({ section }) => section === '4.3');
  const usual = { learn: false, strict: false, requireAll: false };
  expect(given[0]).toMatchObject(usual);
  expect(given[0]).not.toHaveProperty('only');
  expect(given[1]).toMatchObject({
    strict: true,
    requireAll: true,
    command: expect.stringMatching(/^abuse-feed verify --target \S+ .* --only 4\.3$/),
    only: inSection.map(({ id }) => id),
  });
});

test('--fail-fast stops at the first broken clause that is judged and not waived', async () => {
  const stoppedBy = async (args: string[], broken: string) => {
    let isStopped: boolean | undefined;
    await ran([...target, ...args], {
      judge: async (_, options) => {
        options?.onBroken?.(broken);
        isStopped = options?.signal?.aborted;
        return violating;
      },
    });
    return isStopped;
  };
  expect(await stoppedBy(['--fail-fast'], 'create/id-type')).toBe(true);
  expect(await stoppedBy(['--fail-fast', '--only', 'delete/*'], 'create/id-type')).toBe(false);
  expect(await stoppedBy([], 'create/id-type')).toBe(false);
});

test('a clause that was not selected is not judged', async () => {
  const { code, printed } = await ran(['--only', 'delete/flag-is-success']);
  expect(code).toBe(0);
  expect(printed).toContain('1 met, 0 broken, 0 not testable');
});

test('--record records the run, without tokens unless they are asked for', async () => {
  const only = ['--only', 'delete/flag-is-success', '--record', 'run.har'];
  const hidden = (await ran(only)).file('run.har');
  const entries = harEntries(JSON.parse(hidden)) ?? [];
  const asked = entries.map((one) => ('request' in one ? one.request.method : one.skipped));
  expect(asked).toContain('DELETE');
  expect(hidden).not.toContain('token-researcher');
  const kept = (await ran([...only, '--record-with-tokens'])).file('run.har');
  expect(kept).toContain('token-researcher');
});

test('a run of open points only prints the answers, and that nothing was judged', async () => {
  const { code, printed } = await ran(['--only', 'open/lookup.status.unknown-hash']);
  expect(code).toBe(0);
  expect(printed).toContain(' 404 open/lookup.status.unknown-hash');
  expect(printed).toContain(
    'CONFORMS  only open points were asked about, which no response breaks',
  );
  expect(printed).toContain('; 1 of 1 open points that a run can see; ');
});

function listedIds(printed: string): string[] {
  return allClauses()
    .map(({ id }) => id)
    .filter((id) => printed.includes(`  ${id} `));
}

test.each([
  [[], () => true],
  [['--only', '4.3'], ({ section }) => section === '4.3'],
  [['--only', '4'], ({ section }) => section.startsWith('4')],
  [['--only', 'delete/*'], ({ id }) => id.startsWith('delete/')],
  [
    ['--only', 'create/id-type,delete/flag-is-success', '--only', 'fetch/report-stays'],
    ({ id }) => ['create/id-type', 'delete/flag-is-success', 'fetch/report-stays'].includes(id),
  ],
] satisfies [string[], (clause: ReturnType<typeof allClauses>[number]) => boolean][])(
  '--list %j names the clauses meant, and no other',
  async (args, isMeant) => {
    const { code, printed } = await ran(['--list', ...args]);
    expect(code).toBe(0);
    expect(listedIds(printed)).toEqual(
      allClauses()
        .filter(isMeant)
        .map(({ id }) => id),
    );
  },
);

test('5xx responses are remarks in every report, and fail with --fail-on-5xx', async () => {
  await using server = await startServer();
  const baseUrl = await passing(server.baseUrl, {
    alter: (answer, { method }) =>
      method === 'GET' && answer.status === 404 ? { ...answer, status: 500 } : answer,
  });
  const only = ['--target', targetFile({ baseUrl }), '--only', 'fetch/unknown-id-is-refused'];
  const files = ['--json', 'r.json', '--junit', 'r.xml', '--html', 'r.html'];
  const { code, printed, file } = await ran([...only, ...files]);
  expect(code).toBe(0);
  for (const report of [printed, ...['r.json', 'r.xml', 'r.html'].map(file)])
    expect(report).toMatch(/\d+ of \d+ valid fetches got 500/);
  expect((await ran([...only, '--fail-on-5xx'])).code).toBe(1);
});
