import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { Stopped } from '../../matrix/several-at-a-time.ts';
import { type Client, failed, matrix, reliesOn201, robust } from './client.test.support.ts';

test('a run that fails before its first request is repeated, and blamed on no answer', async () => {
  let runs = 0;
  const cold: Client = () => (++runs === 3 ? { ...failed, notes: [], end: 'exit 7' } : {});
  const { code, out } = await matrix(cold);
  expect(code).toBe(0);
  expect(out).toMatch(
    /^Under \S+ \S+ it failed before its first request \(exit 7\), and passed when/m,
  );
});

test('the time limit follows from the first run, unless it is given', async () => {
  const limits: number[] = [];
  const client: Client = () => ({});
  await matrix(client, '--mixes', ({ limit }) => void limits.push(limit));
  expect(limits.slice(0, 2)).toEqual([300_000, 36_170]);
  await matrix(client, '--timeout', '9', ({ limit }) => void limits.push(limit));
  expect(limits.at(-1)).toBe(9000);
});

test('results are written as they come', async () => {
  const written: string[] = [];
  const { read } = await matrix(robust, '--json', 'm.json', (_, path) => {
    if (existsSync(join(path, 'm.json'))) written.push(readFileSync(join(path, 'm.json'), 'utf8'));
  });
  expect(JSON.parse(written[0] ?? '')).toMatchObject({ isPartial: true, answers: [{}] });
  expect(JSON.parse(written.at(-1) ?? '').answers.length).toBeGreaterThan(6);
  expect(read('m.json')).not.toContain('isPartial');
});

const reports = ['--json', 'm.json', '--junit', 'm.xml', '--html', 'm.html'];

test.each([
  { runs: 1, code: 3, says: 'and fails with none of them' },
  { runs: 60, code: 1, says: 'and fails with 2 of them' },
])(
  'stopped by --time after $runs runs, every report says what was done and what not',
  async ({ runs: most, code, says }) => {
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    let runs = 0;
    const stopping = ({ io }: { io: { signal: AbortSignal } }) => {
      if (++runs > most) vi.advanceTimersByTime(600_000);
      if (io.signal.aborted) throw io.signal.reason;
    };
    const { read, ...stopped } = await matrix(reliesOn201, '--time', '10m', ...reports, stopping);
    const why = 'the time of --time 10m is over';
    expect(stopped.code).toBe(code);
    for (const text of [stopped.out, ...['m.json', 'm.xml', 'm.html'].map(read)])
      for (const part of [`Stopped before its end (${why}), after `, says, '; not tried: '])
        expect(text).toContain(part);
    expect(stopped.out).not.toContain('The command passes');
    expect(JSON.parse(read('m.json')).stopped).toBe(why);
  },
);

test('stopped before the first run is over, nothing is known', async () => {
  const { code, err } = await matrix(robust, () => {
    throw new Stopped('interrupted');
  });
  expect(code).toBe(3);
  expect(err).toBe(
    'abuse-feed: Stopped before the first run was over (interrupted), so that nothing is known of the command.\n',
  );
});

test.each([
  ...['10', '0m', '9d', '999999h'].map((time) => ['--time', time, '90s, 10m or 1h'] as const),
  ['--repeat', '4', '--repeat is 4; expected an odd number'],
] as const)('%s %s is refused', async (option, value, says) => {
  const { code, err } = await matrix(robust, option, value);
  expect(code).toBe(2);
  expect(err).toContain(says);
});

test('with --repeat, most of the runs decide, and no more are made than that takes', async () => {
  let runs = 0;
  const client: Client = (dialect) => (++runs % 3 === 0 ? failed : reliesOn201(dialect));
  const args = ['--only', 'default,documented', '--repeat', '3'];
  const { code, out } = await matrix(client, ...args);
  expect(code).toBe(1);
  expect(out).toMatch(/^ {2}create\.status\.created /m);
  runs = 0;
  await matrix((dialect) => (++runs === 2 ? failed : robust(dialect)), ...args);
  expect(runs).toBe(5);
});

test('with a budget, no more runs are made, and what was not tried is said', async () => {
  const { code, out } = await matrix(robust, '--budget', '4');
  expect(out).toMatch(
    /^Stopped before its end \(the 4 runs of --budget are made\), after 4 runs: .*; not tried: \d+ answers, \d+ mixes, 2 limits of requests\.$/m,
  );
  expect(code).toBe(3);
});

test('an accepted point keeps its answer in every run, and hides nothing', async () => {
  const client: Client = (dialect) =>
    dialect['create.tags.case'] === 'lowered' ? failed : reliesOn201(dialect);
  const { code, out, read } = await matrix(client, '--accept', 'accepted', ...reports);
  expect(out).toContain('Accepted: create.status.created: 201, because it is so.\n');
  expect(out).toMatch(/^ {2}create\.tags\.case /m);
  expect(out).not.toMatch(/^ {2}create\.status\.created /m);
  expect(code).toBe(1);
  expect(JSON.parse(read('m.json')).accepted).toEqual([
    { id: 'create.status.created', answer: 201, reason: 'it is so', state: 'relied on' },
  ]);
});

test.each([
  [
    'create.status.created because x',
    { client: robust, code: 0, says: 'It is relied on no longer: remove it.' },
  ],
  ['fetch.who because x', { client: robust, code: 0, says: 'No request touches it.' }],
  [
    'create.status.created: 201 because x',
    { client: reliesOn201, code: 0, says: 'created: 201, because x.\n' },
  ],
  [
    'create.status.created: 200 because x',
    { client: reliesOn201, code: 1, says: 'fails under the default dialect' },
  ],
  ['create.status.created', { client: robust, code: 2, says: 'without a reason. Write' }],
  ['create.status.creatd because x', { client: robust, code: 2, says: 'create.status.created' }],
  ['create.status.created: 999 because x', { client: robust, code: 2, says: '999' }],
])('--accept "%s" is judged', async (given, { client, code, says }) => {
  const { code: ended, out, err } = await matrix(client, '--accept', given);
  expect(ended).toEqual(code);
  expect(out + err).toContain(says);
});
