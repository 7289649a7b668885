import { mkdirSync, readdirSync, readFileSync, rmdirSync, statSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
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
import { packageRoot } from '../../values/package-root.ts';
import { fewer, notNow, type Passed, passing, ran, targetFile } from './verify.test.support.ts';
import type { VerifyTarget } from './verify.ts';

/** A server that need not be there, since the run is a recorded one. */
const target = ['--target', targetFile({ baseUrl: 'http://127.0.0.1:9' })];
const reports = ['--json', 'r.json', '--junit', 'r.xml', '--html', 'r.html'];

test.each([
  ['CONFORMS', 0, conforming],
  ['VIOLATES', 1, violating],
  ['INCONCLUSIVE', 3, unreachable],
])(
  'a server that %s: that is printed and written to every report, and %d is the exit code',
  async (says, code, result) => {
    const run = await ran([...target, ...reports], { judge: async () => result });
    expect(run.printed).toContain(says);
    expect(run.code).toBe(code);
    expect(JSON.parse(run.file('r.json'))).toEqual(result);
    expect(run.file('r.xml')).toContain('<testsuites');
    expect(run.file('r.html')).toContain(`<h1>${says}</h1>`);
  },
);

test('on GitHub Actions no line of a run is a command, and the job gets a summary and outputs', async () => {
  const env: { [name: string]: string } = { GITHUB_ACTIONS: 'true' };
  const { printed, file } = await ran(target, {
    env,
    judge: async () => unreachable,
    onFolder: (folder) => {
      env.GITHUB_STEP_SUMMARY = join(folder, 'summary.md');
      env.GITHUB_OUTPUT = join(folder, 'outputs');
    },
  });
  const printedByUs = /^::stop-commands::(\S+)\n([\s\S]*?)\n::\1::\n/gm;
  expect([...printed.matchAll(printedByUs)].map(([, , text]) => text).join()).toContain(
    'INCONCLUSIVE',
  );
  expect(printed.replaceAll(printedByUs, '')).not.toMatch(/^::/m);
  expect(file('summary.md')).toMatch(/^## INCONCLUSIVE: /);
  expect(file('outputs')).toMatch(/^verdict=inconclusive\nmet=0\nbroken=0\n/);
});

test('--repro writes the requests of each cause, says how to repeat them, and of which there are none', async () => {
  const confirmation = { calls: [], shown: 0, of: 0, why: 'nothing was exchanged' };
  const causes = violating.causes.map((cause, nth) =>
    nth === 1 ? { ...cause, confirmation } : cause,
  );
  const { printed, folder } = await ran([...target, '--repro', 'my files'], {
    judge: async () => ({ ...violating, causes }),
  });
  expect(printed).toContain(
    `\n  abuse-feed verify --cause 'my files/cause-1.json' --target ${violating.target.file}   (delete/flag-is-success)\n`,
  );
  expect(printed).toContain(
    '\nNo requests to repeat for:\n  create/error-flag-false: nothing was exchanged\n',
  );
  expect(printed).not.toMatch(/to paste|curl/);
  expect(readdirSync(join(folder, 'my files'))).toEqual(['cause-1.json']);
  const file = join(folder, 'my files/cause-1.json');
  expect(JSON.parse(readFileSync(file, 'utf8')).clause).toBe('delete/flag-is-success');
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

test('what cannot be written changes neither the exit code nor the other files', async () => {
  const files = ['--json', 'gone/r', '--junit', 'r.xml', '--html', 'gone/h', '--repro', 'r.xml'];
  let gone = '';
  const { code, printed, file } = await ran([...target, ...files], {
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
  await ran([...target, '--strict', '--require-all', '--only', '4.3'], { judge });
  expect(given[0]).toMatchObject({ learn: false, strict: false, requireAll: false });
  expect(given[0]).not.toHaveProperty('only');
  const inSection = allClauses().filter(({ section }) => section === '4.3');
  expect(given[1]).toMatchObject({
    strict: true,
    requireAll: true,
    command: expect.stringMatching(/^abuse-feed verify --target \S+ .* --only 4\.3$/),
    only: inSection.map(({ id }) => id),
  });
});

test.each([
  { args: ['--fail-fast'], stops: true },
  { args: ['--fail-fast', '--only', 'delete/*'], stops: false },
  { args: [], stops: false },
])('$args stops at a broken clause that is judged: $stops', async ({ args, stops }) => {
  let isStopped: boolean | undefined;
  await ran([...target, ...args], {
    judge: async (_, options) => {
      options?.onBroken?.('create/id-type');
      isStopped = options?.signal?.aborted;
      return violating;
    },
  });
  expect(isStopped).toBe(stops);
});

test('a waiver of a clause that is met by now is named', async () => {
  const waived = { verdict: 'waived', findings: [] } as const;
  const clauses = conforming.clauses.map((clause) =>
    clause.id === 'create/id-type' ? { ...clause, ...waived, times: 3 } : clause,
  );
  const judge: VerifyTarget = async () => ({ ...conforming, clauses });
  expect((await ran(target, { judge })).printed).toContain('now meets them: create/id-type\n');
  const { printed } = await ran(target, { judge: async () => conforming });
  expect(printed).not.toContain('now meets them');
});

test('a dry run sends nothing, and says what a run would do with the clauses that are chosen', async () => {
  const { code, printed } = await ran([...target, '--dry-run']);
  expect(code).toBe(0);
  expect(printed).toMatch(/^abuse-feed-kit \d+\.\d+\.\d+\S*, a dry run: nothing was sent/);
  expect(printed).toMatch(/feed {4}http:\/\/127\.0\.0\.1:9 \(\S*mine\.yaml:\d+\)/);
  expect(printed).toContain('all 8 requests of tokens.limited[2], in 15 lookups');
  expect(printed).toContain('DELETE without an id');
  expect(printed).not.toContain('token-researcher-1');
  const creates = await ran(['--dry-run', '--only', '4.1']);
  expect(creates.printed).not.toMatch(/tokens\.limited\[0\]|DELETE without an id/);
});

test.each([
  [[], () => true],
  [['--only', '4.3'], ({ section }) => section === '4.3'],
  [['--only', '4'], ({ section }) => section.startsWith('4')],
  [
    ['--only', 'delete/*,create/id-type', '--only', 'fetch/report-stays'],
    ({ id }) => /^delete\//.test(id) || ['create/id-type', 'fetch/report-stays'].includes(id),
  ],
] satisfies [string[], (clause: ReturnType<typeof allClauses>[number]) => boolean][])(
  '--list %j names the clauses meant, and no other',
  async (args, isMeant) => {
    const { code, printed } = await ran(['--list', ...args]);
    expect(code).toBe(0);
    const listed = allClauses().filter(({ id }) => printed.includes(`  ${id} `));
    expect(listed).toEqual(allClauses().filter(isMeant));
  },
);

test('only the clauses that were selected are judged, and the run is recorded, without tokens unless they are asked for', async () => {
  const only = ['--only', 'delete/flag-is-success', '--record', 'run.har'];
  const { code, printed, file } = await ran(only);
  expect(code).toBe(0);
  expect(printed).toContain('1 met, 0 broken, 0 not testable');
  const hidden = file('run.har');
  const entries = harEntries(JSON.parse(hidden)) ?? [];
  expect(entries.map((one) => 'request' in one && one.request.method)).toContain('DELETE');
  expect(hidden).not.toContain('token-researcher');
  const kept = (await ran([...only, '--record-with-tokens'])).file('run.har');
  expect(kept).toContain('token-researcher');
});

test('a run of open points only prints the answers, and that nothing was judged', async () => {
  const { code, printed } = await ran(['--only', 'open/lookup.status.unknown-hash']);
  expect(code).toBe(0);
  for (const says of [
    ' 404 open/lookup.status.unknown-hash',
    'CONFORMS  only open points were asked about, which no response breaks',
    '; 1 of 1 open points that a run can see; ',
  ])
    expect(printed).toContain(says);
});

test('5xx responses are remarks in every report, and fail with --fail-on-5xx', async () => {
  await using server = await startServer();
  const baseUrl = await passing(server.baseUrl, {
    alter: (answer, { method }) =>
      method === 'GET' && answer.status === 404 ? { ...answer, status: 500 } : answer,
  });
  const only = ['--target', targetFile({ baseUrl }), '--only', 'fetch/unknown-id-is-refused'];
  const { code, printed, file } = await ran([...only, ...reports]);
  expect(code).toBe(0);
  for (const report of [printed, ...['r.json', 'r.xml', 'r.html'].map(file)])
    expect(report).toMatch(/\d+ of \d+ valid fetches got 500/);
  expect((await ran([...only, '--fail-on-5xx'])).code).toBe(1);
});

/** A server whose answers are counted by the token that asked. */
async function counting(alter: (answer: Passed, asked: IncomingMessage) => Passed) {
  // A 429 may be a rate limit, so a run waits and asks again; no test here is about that.
  const server = await startServer({ dialect: { 'lookup.status.no-requests-left': 403 } });
  const lookups = new Map<string, number>();
  const baseUrl = await passing(server.baseUrl, {
    alter: (answer, asked) => {
      const { authorization = '' } = asked.headers;
      if (asked.url?.startsWith('/private/'))
        lookups.set(authorization, (lookups.get(authorization) ?? 0) + 1);
      return alter(answer, asked);
    },
  });
  const ofLimited = () =>
    [...lookups].flatMap(([token, count]) => (token.includes('limited') ? [count] : []));
  return { baseUrl, ofLimited, [Symbol.asyncDispose]: () => server.close() };
}

test.each([
  ['service', (text: string) => text.replace('service: tunnelco', 'service: nowhere')],
  ['researcher', (text: string) => text.replace('researcher: token-researcher-1', 'researcher: x')],
  ['baseUrl', (text: string) => text.replace(/^(baseUrl: \S+)/m, '$1/wrong')],
])('where %s is wrong, no request of a limited token is used up', async (_, change) => {
  await using server = await counting((answer) => answer);
  const { code, printed } = await ran(['--target', targetFile(server, change)]);
  expect(printed).toContain('INCONCLUSIVE');
  expect(code).toBe(3);
  expect(server.ofLimited()).toEqual([]);
});

test('--no-spend leaves the limited tokens alone, and says what could not be tested for it', async () => {
  await using server = await counting((answer) => answer);
  const only = ['--only', 'lookup/counts-once,lookup/body-is-json'];
  const args = ['--target', targetFile(server, fewer), '--no-spend', ...only];
  const { code, printed } = await ran([...args, '--require-all']);
  expect(code).toBe(3);
  expect(server.ofLimited()).toEqual([]);
  expect(printed).toMatch(/ 1 × left out by --no-spend: lookup\/counts-once/);
  expect(printed).not.toContain('This run uses up');
});

test('Ctrl-C among counted lookups: the report says what they have used of each token', async () => {
  const stop = new AbortController();
  await using server = await counting((answer) => {
    if (server.ofLimited().reduce((sum, count) => sum + count, 0) >= 9) stop.abort();
    return answer;
  });
  const args = ['--target', targetFile(server), '--only', 'lookup/*'];
  const { code, printed } = await ran(args, stop);
  expect(code).toBe(3);
  expect(printed).toContain('INCONCLUSIVE (cut short)  stopped before the end');
  const used = printed.matchAll(/The run was stopped, and has used (\d+) requests? of/g);
  expect([...used].map(([, number]) => Number(number)).sort()).toEqual(server.ofLimited().sort());
  expect(printed).toMatch(/of tokens\.limited\[0\]: set its remaining to \d+\./);
});

test.each([
  { when: 'after 15 creates: all are deleted', creates: 15, refuses: false },
  { when: 'where nothing can be deleted: all that is left is listed', creates: 4, refuses: true },
])('Ctrl-C $when', async ({ creates, refuses }) => {
  await using server = await startServer();
  const before = new Set(server.state().reports.map(({ id }) => id));
  const stop = new AbortController();
  let seen = 0;
  const baseUrl = await passing(server.baseUrl, {
    alter: (answer, { method }) => {
      if (method === 'POST') seen += 1;
      if (seen >= creates) stop.abort();
      return answer;
    },
    instead: ({ method }) => (refuses && method === 'DELETE' ? notNow : undefined),
  });
  const args = ['--target', targetFile({ baseUrl }), '--only', 'create/*'];
  const { code, printed } = await ran(args, stop);
  const left = server.state().reports.filter(({ id }) => !before.has(id));
  expect(left.length > 0).toBe(refuses);
  expect(left.filter(({ id }) => !printed.includes(id))).toEqual([]);
  expect(printed.includes('Left behind, since it could not be deleted:')).toBe(refuses);
  // A server that refuses its creators is broken in any case, stopped or not.
  if (refuses) expect(code).not.toBe(0);
  else expect(code).toBe(3);
});

test('a run that was stopped after a clause was broken says both', async () => {
  await using server = await startServer();
  const stop = new AbortController();
  const baseUrl = await passing(server.baseUrl, {
    alter: (answer, { method }) => {
      if (method !== 'DELETE') return answer;
      stop.abort();
      return { ...answer, body: answer.body.replace('"success"', '"successful"') };
    },
  });
  const args = ['--target', targetFile({ baseUrl }), '--only', 'delete/flag-is-success'];
  const { code, printed } = await ran(args, stop);
  expect(code).toBe(1);
  expect(printed).toMatch(/VIOLATES .*; the run was stopped before its end/);
});

test('the recipe in the docs sets every variable of the target in the docs', () => {
  const page = readFileSync(join(packageRoot, 'docs/verify.md'), 'utf8');
  const blocks = [...page.matchAll(/```yaml\n([\s\S]*?)```/g)].map(([, text = '']) => text);
  const described = blocks.find((text) => text.startsWith('baseUrl:')) ?? '';
  const recipe = blocks.find((text) => text.includes('secrets.')) ?? '';
  const wanted = [...described.matchAll(/\$\{(\w+)\}/g)].map(([, name]) => name);
  const set = [...recipe.matchAll(/^ +(\w+): \$\{\{ secrets\.\1 \}\}$/gm)].map(([, name]) => name);
  expect(set.sort()).toEqual(wanted.sort());
});
