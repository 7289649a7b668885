import { expect, test } from 'vitest';
import { openPoints } from '../spec/open-points.ts';
import type { SearchOptions } from './answer-search.ts';
import { type Client, failed, searched } from './runs.test.support.ts';
import { Stopped } from './search.ts';

const robust: Client = () => ({});
const reliesOn201: Client = ({ 'create.status.created': status = 201 }) =>
  status === 201 ? {} : failed;

/** Fails with these answers, as far as it gets to them. */
function failsWith(bad: { readonly [id: string]: unknown }, more = {}): Client {
  return (answers) =>
    Object.entries(bad).every(([id, answer]) => answers[id] === answer)
      ? { ...failed, ...more }
      : {};
}

const sorted = { 'create.tags.case': 'lowered', 'create.tags.order': 'sorted' };

/** Asks for a deleted report, with which an answer leads to another point. */
const asksForDeleted: Client = (answers) => {
  const isKept = answers['delete.afterwards'] === 'remembered';
  const notes = ['delete deleted', isKept ? 'fetch deleted-report' : 'fetch unknown-report'];
  const isBad = isKept && answers['fetch.status.deleted-report'] === 400;
  return { notes, ...(isBad && failed) };
};

const mine = { label: 'mine', answers: { 'create.status.created': 200 } };
const theirs = { label: 'theirs', answers: { 'create.tags.order': 'sorted' } };

interface Row {
  readonly does: string;
  readonly client: Client;
  readonly wanted?: Partial<SearchOptions>;
  readonly code: number;
  readonly names?: readonly string[];
  readonly says: RegExp;
}

test.each<Row>([
  {
    does: 'passes',
    client: robust,
    code: 0,
    says: /^The command passes with each of \d+ other answers to \d+ open points, tried alone, and in \d+ mixes .*[\s\S]*^Limits that no request has reached: any.rate-limit, /m,
  },
  {
    does: 'relies on a default',
    client: reliesOn201,
    code: 1,
    names: ['create.status.created fails with 200, 202'],
    says: /^The command fails with 2 of \d+ other answers to \d+ open points, each tried alone\.\n[\s\S]*^ {2}create\.status\.created {2}What is .*\n {4}passes with 201, fails with 200, 202\n {4}Tell success by .*\n {4}No other answer will do\.\n\nThe \d+ answers that it passes with were tried in \d+ mixes as well\. It passes in all of them\.$/m,
  },
  {
    does: 'fails with one other answer',
    client: failsWith({ 'create.status.created': 202 }),
    code: 1,
    names: ['create.status.created fails with 202'],
    says: / {4}passes with 201, 200, fails with 202\n {4}Tell success by .*\n\n/,
  },
  {
    does: 'fails with an answer, unless another hides it',
    client: (answers) =>
      answers['create.tags.order'] === 'sorted'
        ? {}
        : failsWith({ 'create.tags.case': 'lowered' })(answers, 0, {
            label: '',
            kind: 'answer',
            answers,
          }),
    code: 1,
    names: ['create.tags.case fails with lowered'],
    says: /each tried alone/,
  },
  {
    does: 'fails only with two answers together',
    client: failsWith(sorted),
    code: 1,
    names: ['create.tags.case with create.tags.order'],
    says: /tried alone, and fails in \d+ of \d+ mixes of them\.\n[\s\S]*Together, and none of them alone:\n {2}create\.tags\.case .*\n.*\n.*\n {2}create\.tags\.order /,
  },
  {
    does: 'relies on what only another answer leads to',
    client: asksForDeleted,
    code: 1,
    names: ['fetch.status.deleted-report fails with 400'],
    says: /^ {4}passes with 410, 404, 200, fails with 400\n.*\n {4}Touched only with delete\.afterwards: remembered, which passes otherwise\.\n/m,
  },
  {
    does: 'fails where it would touch another point',
    client: failsWith(
      { 'delete.afterwards': 'remembered' },
      { notes: ['delete deleted', 'fetch deleted-report'] },
    ),
    code: 1,
    names: ['delete.afterwards fails with remembered'],
    says: /^Touched only where it fails, and so not tried: .*fetch\.who, .* \(with delete\.afterwards: remembered\)\.$/m,
  },
  {
    does: 'cannot send a token in another form',
    client: failsWith({ 'auth.prefix': 'Bearer' }, { notes: [] }),
    code: 1,
    names: ['auth.prefix fails with Bearer'],
    says: /passes with none, either, fails with Bearer\n/,
  },
  {
    does: 'fails once',
    client: (answers, nth, change) => (nth === 1 ? failed : reliesOn201(answers, nth, change)),
    code: 1,
    says: /^The command is flaky: with \S+ \S+, 1 of 2 runs passed\.\nSo no open point is named\.[\s\S]*^It failed each time with create\.status\.created: 200, create\.status\.created: 202\.$/m,
  },
  {
    does: 'begins to fail at some time',
    client: (_, nth) => (nth >= 40 ? failed : {}),
    code: 1,
    says: /^The command is flaky: under the default, [13] of [24] runs failed/,
  },
  {
    does: 'fails before it touches what was changed',
    client: failsWith({ 'create.status.created': 200 }, { notes: ['- unknown-path'] }),
    code: 1,
    says: /^The command is flaky: with create\.status\.created: 200 it fails before it touches that\./,
  },
  {
    does: 'fails under the default',
    client: () => ({ ...failed, isStopped: true, end: 'no end' }),
    code: 1,
    says: /^The command fails under the default dialect \(no end\), so that no open point can be named\.\n--timeout allows it more time\.\n/,
  },
  {
    does: 'makes no request of the API',
    client: () => ({ notes: ['- unknown-path'], elsewhere: ['/v2'] }),
    code: 3,
    says: /^The stand-in saw no request of the API in any run, .*\nRequests that count for nothing here went to \/v2\.\n/,
  },
  {
    does: 'fails before any request',
    client: () => ({ ...failed, notes: [] }),
    code: 3,
    says: /^The stand-in saw no request of the API in any run.*\nUnder default it fails \(exit 1\)/,
  },
  {
    does: 'makes no request with some answer',
    client: ({ 'auth.prefix': prefix }) => (prefix === 'Bearer' ? { notes: [] } : {}),
    code: 3,
    says: /saw no request of the API under auth\.prefix: Bearer, so/,
  },
  {
    does: 'gives up when told to come back later, which is no reliance',
    client: (_answers, _nth, { limit }) => (limit ? failed : {}),
    wanted: { limits: [429] },
    code: 0,
    says: /^It does not wait when told to come back later: it fails \(exit 1\) where .* 429 and Retry-After: 1\. Wait as long as .*$/m,
  },
])('a command that $does', async ({ client, wanted, code, names = [], says }) => {
  const found = await searched(client, { ...wanted, jobs: 3 });
  expect(found.text).toMatch(says);
  expect(found.names).toEqual(names);
  expect(found.report.exitCode).toBe(code);
  expect(found.atOnce).toBe(found.labels.length > 1 ? 3 : 1);
});

test('every other answer to what the first run touches is tried alone, and nothing else', async () => {
  const { labels, changed, said, text, tried } = await searched(robust, { jobs: 2 });
  const [, touched, answers] =
    /^It touches (\d+) of \d+ open points, which have (\d+) other answers\.$/.exec(said[0] ?? '') ??
    [];
  expect(new Set(tried('answer').map(({ point }) => point)).size).toBe(Number(touched));
  expect(tried('answer').length).toBe(Number(answers));
  expect(changed.slice(1, 3).every((one) => /^\S+: \S+$/.test(one))).toBe(true);
  expect(changed.join()).not.toMatch(/lookup|fetch/);
  const mixes = tried('mix').length;
  expect(said[1]).toBe(
    `To be tried: each of them alone, then ${mixes} mixes of them. That takes ${labels.length - 1} runs, 2 at a time: about ${Math.ceil((labels.length - 1) / 4)} s, at 0.5 s a run. Failures are repeated.`,
  );
  const [, untouched] = /^(\d+) of \d+ open points were not touched/m.exec(text) ?? [];
  expect(Number(touched) + Number(untouched)).toBe(openPoints.length);
});

test('every two answers that pass meet in a mix, and one seed makes the same mixes', async () => {
  const mixesOf = async (seed: number) =>
    (await searched(robust, { seed })).tried('mix').map(({ answers }) => answers);
  const mixes = await mixesOf(1);
  for (const status of [200, 202])
    for (const [id, answer] of Object.entries(sorted))
      expect(
        mixes.some((one) => one['create.status.created'] === status && one[id] === answer),
      ).toBe(true);
  expect(await mixesOf(1)).toEqual(mixes);
  expect(await mixesOf(5)).not.toEqual(mixes);
});

test('a failing answer is run twice and is in no mix, and the default is run again as wide as others', async () => {
  const { labels, report, tried } = await searched(reliesOn201, { jobs: 3 });
  expect(labels.filter((label) => label === 'create.status.created: 200')).toHaveLength(2);
  expect(tried('mix').every(({ answers }) => !('create.status.created' in answers))).toBe(true);
  expect(report.control).toHaveLength(4);
  expect((await searched(robust, { jobs: 3 })).report.control).toHaveLength(1);
});

test('a failing mix is reduced to what it takes, by what it touched', async () => {
  const { labels, said } = await searched(failsWith(sorted));
  const back = labels.filter((label) => label.includes(' without '));
  expect(back).toContainEqual(expect.stringMatching(/ without create\.tags\.case$/));
  expect(said).toContainEqual(expect.stringMatching(/^mix \d+ fails, and none of its/));
});

test('no other run follows a first run that fails', async () => {
  expect((await searched(() => failed)).labels).toEqual(['default']);
});

test.each([
  { client: robust, only: [mine], labels: ['mine'], says: 'under the one dialect that was given.' },
  {
    client: robust,
    only: [mine, theirs],
    labels: ['mine', 'theirs'],
    says: 'passes under each of',
  },
  {
    client: reliesOn201,
    only: [mine],
    labels: [
      'mine',
      'mine',
      'default',
      'create.status.created: 200',
      'create.status.created: 200',
      'default, again',
    ],
    says: 'fails under 1 of 2 dialects: mine.',
  },
  {
    client: robust,
    only: [theirs, { label: 'default', answers: {} }],
    labels: ['default', 'theirs'],
    says: 'passes under each of 2 dialects',
  },
])(
  'given dialects are run alone where they pass, and else compared with the default: $says',
  async ({ client, only, labels, says }) => {
    const found = await searched(client, { only });
    expect(found.labels).toEqual(labels);
    expect(found.text).toContain(says);
  },
);

test('an accepted point has its answer in every run but those that try it, and says what they show', async () => {
  const accepted = [
    { id: 'create.status.created', answer: 200, reason: 'x' },
    { id: 'create.tags.case', answer: 'kept', reason: 'x' },
    { id: 'fetch.who', answer: 'anyone', reason: 'x' },
  ];
  const found = await searched(
    ({ 'create.status.created': status }) => (status === 200 ? {} : failed),
    { accepted },
  );
  expect(found.report.more.accepted).toMatchObject([
    { state: 'relied on' },
    { state: 'relied on no longer' },
    { state: 'not touched' },
  ]);
  const fixed = found.tried('mix').filter(({ answers }) => 'create.status.created' in answers);
  expect(fixed).toEqual([]);
  expect(found.changed[0]).toContain('create.status.created: 200');
  expect(found.labels).toContain('create.status.created: 201');
  expect(found.names).toEqual([]);
});

test('a point that cannot be varied here is not, and limits of requests come last', async () => {
  const { labels, changed } = await searched(
    (_answers, _before, { limit }) => (limit === 503 ? failed : {}),
    { limits: [429, 503], fixed: ['create.status.created'] },
  );
  expect(changed.join()).not.toContain('create.status.created');
  expect(labels.slice(-3)).toEqual(['limit 429', 'limit 503', 'limit 503']);
});

/** Interrupted at the first run that is so. */
function interrupted(isSo: (label: string, nth: number) => boolean, client: Client): Client {
  return (answers, nth, change) => {
    if (isSo(change.label, nth)) throw new Stopped('interrupted');
    return client(answers, nth, change);
  };
}

test.each<{ when: string; client: Client; code: number; says: RegExp; not?: RegExp }>([
  {
    when: 'among the answers',
    client: interrupted((_, nth) => nth === 3, robust),
    code: 3,
    says: /^Stopped before its end \(interrupted\), after 3 runs: it tried 2 of \d+ other answers, 0 of \d+ mixes, 0 of 2 limits of requests\.\n/,
  },
  {
    when: 'before the default is run again',
    client: interrupted((label) => label === 'default, again', reliesOn201),
    code: 1,
    says: /, 0 of 2 limits of requests\.\nIt relies on [\s\S]*\nWhether it still passes under the default was not tried\.\n/,
  },
  {
    when: 'before a mix is explained',
    client: interrupted((label) => label.includes(' without '), failsWith(sorted)),
    code: 1,
    says: /\nWhat makes it fail in mix \d+.* is open\.\nWhether it still/,
  },
  {
    when: 'before a failure is repeated, so that nothing is blamed',
    client: interrupted(
      (_, nth) => nth === 2,
      (_, nth) => (nth === 1 ? failed : {}),
    ),
    code: 3,
    says: /\nFailed once, and not run again: any\.\S+: \S+\.\n/,
    not: /It relies on/,
  },
  {
    when: 'when it is known to be flaky',
    client: interrupted(
      (_, nth) => nth === 7,
      (_, nth) => (nth === 2 ? failed : {}),
    ),
    code: 1,
    says: /^The command is flaky: .*\nStopped before its end \(interrupted\)/,
  },
])(
  'stopped $when, it says what was tried and what was found',
  async ({ client, code, says, not }) => {
    const { report, text } = await searched(client, { limits: [429, 503] });
    expect(text).toMatch(says);
    if (not) expect(text).not.toMatch(not);
    expect(report).toMatchObject({ exitCode: code, stopped: 'interrupted' });
  },
);

test('stopped, no other run begins, and those that have begun are waited for', async () => {
  const { report, labels } = await searched(
    interrupted((_, nth) => nth === 3, robust),
    {
      jobs: 2,
    },
  );
  expect(report.trials.map(({ ends }) => ends)).toEqual(['passes', 'passes', 'passes']);
  expect(labels).toHaveLength(5);
});
