import { expect, test } from 'vitest';
import { openPoints } from '../spec/open-points.ts';
import { answerReport } from './answer-report.ts';
import { AnswerSearch, type SearchOptions } from './answer-search.ts';
import { Stopped } from './lab.ts';
import { reportText } from './report.ts';
import { failed, passing } from './small-contract.test.support.ts';
import { openContract } from './touched-points.ts';
import { type Answers, type Change, type CommandRun, unwatched } from './trial.ts';

/** What is special about a run, by its answers and its number. */
type Client = (answers: Answers, nth: number, change: Change) => Partial<CommandRun>;

/** The verdict on a command that creates and deletes a report. */
async function concluded(client: Client, wanted: Partial<SearchOptions> = {}) {
  let nth = 0;
  async function runOnce(change: Change): Promise<CommandRun> {
    nth += 1;
    const notes = ['create created', 'delete deleted'];
    return { ...passing, label: change.label, notes, ...client(change.answers, nth, change) };
  }
  const settings = { seed: 1, jobs: 1, ...wanted };
  const report = answerReport(
    await new AnswerSearch(openContract, settings, runOnce, unwatched).run(),
  );
  return { text: reportText(report), code: report.exitCode, runs: nth };
}

const robust: Client = () => ({});
const reliesOn201: Client = ({ 'create.status.created': status = 201 }) =>
  status === 201 ? {} : failed;
const combination: Client = (answers) =>
  answers['create.tags.case'] === 'lowered' && answers['create.tags.order'] === 'sorted'
    ? failed
    : {};

/** Asks for a deleted report, with which an answer leads to another point. */
const asksForDeleted: Client = (answers) => {
  const isKept = answers['delete.afterwards'] === 'remembered';
  const notes = ['delete deleted', isKept ? 'fetch deleted-report' : 'fetch unknown-report'];
  const isBad = isKept && answers['fetch.status.deleted-report'] === 400;
  return { notes, ...(isBad && failed) };
};

const mine = [{ label: 'mine', answers: { 'create.status.created': 200 } }];

test.each<{
  does: string;
  client: Client;
  wanted?: Partial<SearchOptions>;
  code: number;
  says: RegExp[];
  not?: RegExp;
}>([
  {
    does: 'passes',
    client: robust,
    code: 0,
    says: [/^Limits that no request has reached: any.rate-limit, /m],
  },
  {
    does: 'relies on a point',
    client: reliesOn201,
    code: 1,
    says: [
      /^The command fails with 2 of \d+ other answers to \d+ open points, each tried alone\.\n/,
      /^ {2}create\.status\.created {2}What is .*\n {4}passes with 201, fails with 200, 202\n {4}Tell success by .*\n {4}No other answer will do\.\n$/m,
      /^The \d+ answers that it passes with were tried in \d+ mixes as well\. It passes in all of them\.$/m,
    ],
  },
  {
    does: 'fails with two answers together',
    client: combination,
    code: 1,
    says: [
      /tried alone, and fails in \d+ of \d+ mixes of them\.\n/,
      /Together, and none of them alone:\n {2}create\.tags\.case .*\n.*\n.*\n {2}create\.tags\.order /,
    ],
  },
  {
    does: 'relies on what another answer leads to',
    client: asksForDeleted,
    code: 1,
    says: [
      /^ {2}fetch\.status\.deleted-report .*\n {4}passes with 410, 404, 200, fails with 400\n.*\n {4}Touched only with delete\.afterwards: remembered, which passes otherwise\.\n/m,
    ],
  },
  {
    does: 'fails where it would touch more',
    client: (answers) =>
      answers['delete.afterwards'] === 'remembered'
        ? { ...failed, notes: ['delete deleted', 'fetch deleted-report'] }
        : {},
    code: 1,
    says: [
      /^Touched only where it fails, and so not tried: .*fetch\.who, .* \(with delete\.afterwards: remembered\)\.$/m,
    ],
  },
  {
    does: 'fails under the default',
    client: () => ({ ...failed, isStopped: true, end: 'no end' }),
    code: 1,
    says: [
      /^The command fails under the default dialect \(no end\), so that no open point can be named\.\n--timeout allows it more time\.\n/,
    ],
  },
  {
    does: 'makes no request of the API',
    client: () => ({ notes: ['- unknown-path'], elsewhere: ['/v2'] }),
    code: 3,
    says: [
      /^The stand-in saw no request of the API in any run, .*\nRequests that count for nothing here went to \/v2\.\n/,
    ],
  },
  {
    does: 'fails before any request',
    client: () => ({ ...failed, notes: [] }),
    code: 3,
    says: [
      /^The stand-in saw no request of the API in any run.*\nUnder default it fails \(exit 1\)/,
    ],
  },
  {
    does: 'makes no request with some answer',
    client: ({ 'auth.prefix': prefix }) => (prefix === 'Bearer' ? { notes: [] } : {}),
    code: 3,
    says: [/saw no request of the API under auth\.prefix: Bearer, so/],
  },
  {
    does: 'cannot send a token in another form',
    client: ({ 'auth.prefix': prefix }) => (prefix === 'Bearer' ? { ...failed, notes: [] } : {}),
    code: 1,
    says: [/^ {2}auth\.prefix .*\n {4}passes with none, either, fails with Bearer\n/m],
  },
  {
    does: 'is flaky',
    client: (answers, nth, change) => (nth === 2 ? failed : reliesOn201(answers, nth, change)),
    code: 1,
    says: [
      /^The command is flaky: with \S+ \S+, 1 of 2 runs passed\.\nSo no open point is named\./,
      /^It failed each time with create\.status\.created: 200, create\.status\.created: 202\.$/m,
    ],
    not: /It relies on/,
  },
  {
    does: 'fails when the default is run again',
    client: (answers, nth, change) =>
      change.label === 'default, again' ? failed : reliesOn201(answers, nth, change),
    code: 1,
    says: [/^The command is flaky: under the default, 1 of 2 runs failed\.\n/],
  },
  {
    does: 'passes under what was given',
    client: robust,
    wanted: { only: mine },
    code: 0,
    says: [/^The command passes under the one dialect that was given\.\n/],
  },
  {
    does: 'fails under what was given',
    client: reliesOn201,
    wanted: { only: mine },
    code: 1,
    says: [/^The command fails under 1 of 2 dialects: mine\.\n/],
  },
  {
    does: 'gives up when told to come back later, which is no reliance',
    client: (_answers, _nth, { limit }) => (limit ? failed : {}),
    wanted: { limits: [429] },
    code: 0,
    says: [
      /^It does not wait when told to come back later: it fails \(exit 1\) where .* 429 and Retry-After: 1\. Wait as long as .*$/m,
    ],
  },
])('a command that $does', async ({ client, wanted, code, says, not }) => {
  const found = await concluded(client, wanted);
  for (const line of says) expect(found.text).toMatch(line);
  if (not) expect(found.text).not.toMatch(not);
  expect(found.code).toBe(code);
});

test('a command that passes is cleared, with the numbers of what was tried', async () => {
  const { text } = await concluded(robust);
  const [, answers, tried] =
    /^The command passes with each of (\d+) other answers to (\d+) open points, tried alone, and in \d+ mixes in which every two of them meet\.\n/.exec(
      text,
    ) ?? [];
  const [, untouched, all] =
    /^(\d+) of (\d+) open points were not touched in any run\./m.exec(text) ?? [];
  expect(Number(answers)).toBeGreaterThan(Number(tried));
  expect(Number(tried) + Number(untouched)).toBe(openPoints.length);
  expect(Number(all)).toBe(openPoints.length);
});

/** Interrupted before the run of this number. */
function interruptedAt(last: number, client: Client): Client {
  return (answers, nth, change) => {
    if (nth === last) throw new Stopped('interrupted');
    return client(answers, nth, change);
  };
}

test('stopped, one sentence says what was done and what not', async () => {
  const limits = [429, 503];
  const early = await concluded(interruptedAt(4, robust));
  expect(early.text).toMatch(
    /^Stopped before its end \(interrupted\), after 3 runs: it was run with 2 of \d+ other answers, and fails with none; it was run with 0 of \d+ mixes\.\n/,
  );
  const { runs } = await concluded(reliesOn201, { limits });
  const beforeControl = await concluded(interruptedAt(runs - 2, reliesOn201), { limits });
  expect(beforeControl.text).toMatch(
    /; it was run with 0 of 2 limits of requests; whether it still passes under the default was not tried\.\n/,
  );
  const unexplained = await concluded((answers, nth, change) => {
    if (change.label.includes(' without ')) throw new Stopped('interrupted');
    return combination(answers, nth, change);
  });
  expect(unexplained.text).toMatch(
    /; what mix \d+.* fails? for was not found out; whether it still/,
  );
  expect([early, beforeControl, unexplained].map(({ code }) => code)).toEqual([3, 1, 1]);
});

test('stopped before a failure is repeated, it blames nothing for it', async () => {
  const { text, code } = await concluded(interruptedAt(3, (_, nth) => (nth === 2 ? failed : {})));
  expect(text).toMatch(/; any\.\S+: \S+ failed once and was not run again\.\n/);
  expect(text).not.toContain('It relies on');
  expect(code).toBe(3);
  const flaky = await concluded(interruptedAt(8, (_, nth) => (nth === 3 ? failed : {})));
  expect(flaky.text).toMatch(/^The command is flaky: .*\nStopped before its end \(interrupted\)/);
});
