import { expect, test } from 'vitest';
import { openPoints } from '../spec/open-points.ts';
import { Search } from './search.ts';
import {
  type Answers,
  type Candidate,
  type CommandRun,
  type SearchOptions,
  unwatched,
} from './search-result.ts';
import { Stopped } from './several-at-a-time.ts';
import { openContract } from './touched-points.ts';
import { conclusion, verdictOf } from './verdict.ts';

/** A command that creates and deletes a report: what is special about a run, by its answers and its number. */
type Client = (answers: Answers, nth: number, candidate: Candidate) => Partial<CommandRun>;

const failed: Partial<CommandRun> = { passed: false, end: 'exit 1' };

async function concluded(client: Client, wanted: Partial<SearchOptions> = {}) {
  let nth = 0;
  async function runOnce(candidate: Candidate): Promise<CommandRun> {
    nth += 1;
    return {
      ...candidate,
      passed: true,
      end: 'exit 0',
      ms: 1,
      output: '',
      notes: ['create created', 'delete deleted'],
      tests: {},
      elsewhere: [],
      ...client(candidate.answers, nth, candidate),
    };
  }
  const search = new Search(
    openContract,
    { extent: 'each', seed: 1, jobs: 1, ...wanted },
    runOnce,
    unwatched,
  );
  const outcome = await search.run();
  return { text: conclusion(outcome), code: verdictOf(outcome).code, runs: nth };
}

const reliesOn201: Client = ({ 'create.status.created': status = 201 }) =>
  status === 201 ? {} : failed;

test('a command that passes is cleared, with the numbers of what was tried', async () => {
  const { text, code } = await concluded(() => ({}));
  const [, answers, tried] =
    /^The command passes with each of (\d+) other answers to (\d+) open points, tried alone, and in \d+ mixes in which every two of them meet\.\n/.exec(
      text,
    ) ?? [];
  const [, untouched, all] =
    /^(\d+) of (\d+) open points were not touched in any run\./m.exec(text) ?? [];
  expect(Number(answers)).toBeGreaterThan(Number(tried));
  expect(Number(tried) + Number(untouched)).toBe(openPoints.length);
  expect(Number(all)).toBe(openPoints.length);
  expect(text).toContain('Limits that no request has reached: any.rate-limit, ');
  expect(code).toBe(0);
});

test('a point that is relied on is named with its answers and with advice', async () => {
  const { text, code } = await concluded(reliesOn201);
  expect(text).toMatch(
    /^The command fails with 2 of \d+ other answers to \d+ open points, each tried alone\.\n/,
  );
  expect(text).toMatch(
    /^ {2}create\.status\.created {2}What is .*\n {4}passes with 201, fails with 200, 202\n {4}Tell success by .*\n {4}No other answer will do\.\n$/m,
  );
  expect(code).toBe(1);
});

test('answers that fail together are named together', async () => {
  const { text, code } = await concluded((answers) =>
    answers['create.tags.case'] === 'lowered' && answers['create.tags.order'] === 'sorted'
      ? failed
      : {},
  );
  expect(text).toMatch(/tried alone, and fails in \d+ of \d+ mixes of them\.\n/);
  expect(text).toMatch(
    /Together, and none of them alone:\n {2}create\.tags\.case .*\n.*\n.*\n {2}create\.tags\.order /,
  );
  expect(code).toBe(1);
});

test('what only another answer leads to is named with that answer', async () => {
  const { text } = await concluded((answers) => {
    const isKept = answers['delete.afterwards'] === 'remembered';
    const notes = ['delete deleted', isKept ? 'fetch deleted-report' : 'fetch unknown-report'];
    return isKept && answers['fetch.status.deleted-report'] === 400
      ? { ...failed, notes }
      : { notes };
  });
  expect(text).toMatch(
    /^ {2}fetch\.status\.deleted-report .*\n {4}passes with 410, 404, 200, fails with 400\n.*\n {4}Touched only with delete\.afterwards: remembered, which passes otherwise\.\n/m,
  );
});

test('what only a failing answer leads to is said not to have been tried', async () => {
  const { text } = await concluded((answers) =>
    answers['delete.afterwards'] === 'remembered'
      ? { ...failed, notes: ['delete deleted', 'fetch deleted-report'] }
      : {},
  );
  expect(text).toMatch(
    /^Touched only where it fails, and so not tried: .*fetch\.who, .* \(with delete\.afterwards: remembered\)\.$/m,
  );
});

test('a command that fails under the default is told to pass there first', async () => {
  const { text, code, runs } = await concluded(() => ({
    ...failed,
    isStopped: true,
    end: 'no end',
  }));
  expect(text).toMatch(
    /^The command fails under the default dialect \(no end\), so that no open point can be named\.\n--timeout allows it more time\.\n/,
  );
  expect(code).toBe(1);
  expect(runs).toBe(1);
});

test('a command that makes no request, or none with some answer, has shown nothing', async () => {
  const none = await concluded(() => ({ notes: ['- unknown-path'], elsewhere: ['/v2'] }));
  expect(none.text).toMatch(
    /^The stand-in saw no request of the API in any run, .*\nRequests that count for nothing here went to \/v2\.\n/,
  );
  expect(none.code).toBe(3);
  for (const silent of [{ notes: [] }, { notes: [], ...failed }])
    expect(await concluded(() => silent)).toMatchObject({
      text: expect.stringMatching(/^The stand-in saw no request of the API in any run/),
      code: 3,
    });
  const some = await concluded(({ 'auth.prefix': prefix }) =>
    prefix === 'Bearer' ? { notes: [] } : {},
  );
  expect(some.text).toContain('saw no request of the API under auth.prefix: Bearer, so');
  expect(some.code).toBe(3);
});

test('a token in another form fails before the first request, and is named', async () => {
  const { text, code } = await concluded(({ 'auth.prefix': prefix }) =>
    prefix === 'Bearer' ? { ...failed, notes: [] } : {},
  );
  expect(text).toMatch(/^ {2}auth\.prefix .*\n {4}passes with none, either, fails with Bearer\n/m);
  expect(code).toBe(1);
});

test('a flaky command is called that, with what failed each time', async () => {
  const { text, code } = await concluded((answers, nth) =>
    nth === 2 ? failed : reliesOn201(answers, nth, { label: '', answers }),
  );
  expect(text).toMatch(
    /^The command is flaky: with any\.error|^The command is flaky: with \S+ \S+, 1 of 2 runs passed\.\nSo no open point is named\./,
  );
  expect(text).toContain(
    'It failed each time with create.status.created: 200, create.status.created: 202.',
  );
  expect(text).not.toContain('It relies on');
  expect(code).toBe(1);
});

test('a failure in the first runs again is one, too', async () => {
  const { text } = await concluded((answers, nth, { label }) =>
    label === 'default, again' ? failed : reliesOn201(answers, nth, { label, answers }),
  );
  expect(text).toMatch(/^The command is flaky: under the default, 1 of 2 runs failed\.\n/);
});

test('a quick look says that it is one', async () => {
  const { text, code } = await concluded(() => ({}), { extent: 'mixes' });
  expect(text).toMatch(
    /^This was a quick look: it passes in \d mixes of answers\. In a mix, one answer may hide/,
  );
  expect(code).toBe(0);
  const failing = await concluded(reliesOn201, { extent: 'mixes' });
  expect(failing.text).toMatch(/^This was a quick look: it fails in \d of \d mixes of answers\./);
  // In the order in which the mixes showed it.
  expect(failing.text).toMatch(/passes with 201, fails with (200, 202|202, 200)\n/);
});

test('given dialects are counted', async () => {
  const given = [{ label: 'mine', answers: { 'create.status.created': 200 } }];
  expect((await concluded(() => ({}), { extent: given })).text).toMatch(
    /^The command passes under the one dialect that was given\.\n/,
  );
  expect((await concluded(reliesOn201, { extent: given })).text).toMatch(
    /^The command fails under 1 of 2 dialects: mine\.\n/,
  );
});

/** Interrupted before the run of this number. */
function interruptedAt(last: number, client: Client): Client {
  return (answers, nth, candidate) => {
    if (nth === last) throw new Stopped('interrupted');
    return client(answers, nth, candidate);
  };
}

/** Fails at the run of this number. */
function failsAt(bad: number): Client {
  return (_answers, nth) => (nth === bad ? failed : {});
}

test('stopped, one sentence says what was done and what not', async () => {
  const early = await concluded(interruptedAt(4, () => ({})));
  expect(early.text).toMatch(
    /^Stopped before its end \(interrupted\), after 3 runs: it was run with 2 of (\d+) other answers, each alone, and fails with none of them; not tried: \d+ answers, \d+ mixes\.\n/,
  );
  expect(early.code).toBe(3);
  const found = await concluded(interruptedAt(40, reliesOn201));
  expect(found.text).toMatch(/and fails with 2 of them; /);
  expect(found.text).toContain('passes with 201, fails with 200, 202');
  expect(found.code).toBe(1);
});

test('stopped before a failure is repeated, it blames nothing and says what failed once', async () => {
  const { text, code } = await concluded(interruptedAt(4, failsAt(3)));
  expect(text).toMatch(
    /fails with none of them; not tried: \d+ answers, \d+ mixes, of which any\.\S+: \S+ failed once and was not run again\.\n/,
  );
  expect(text).not.toContain('It relies on');
  expect(code).toBe(3);
});

test('stopped before several failures are repeated, it names them all', async () => {
  const client: Client = (_answers, nth) => {
    if (nth > 3) throw new Stopped('interrupted');
    return nth === 1 ? {} : failed;
  };
  const { text } = await concluded(client, { jobs: 2 });
  expect(text).toMatch(
    /, of which any\.\S+: \S+, any\.\S+: \S+ failed once and were not run again\.\n/,
  );
});

test('stopped at its end, it says which checks are missing', async () => {
  const limits = [429, 503];
  const { runs } = await concluded(reliesOn201, { limits });
  const late = await concluded(interruptedAt(runs, reliesOn201), { limits });
  expect(late.text).toMatch(/; not tried: 1 limit of requests\.\n/);
  const earlier = await concluded(interruptedAt(runs - 2, reliesOn201), { limits });
  expect(earlier.text).toMatch(
    /; not tried: 2 limits of requests; whether it still passes under the default was not tried\.\n/,
  );
  expect([late.code, earlier.code]).toEqual([1, 1]);
});

test('stopped while a mix is explained, it says that this is missing', async () => {
  const combination: Client = (answers) =>
    answers['create.status.created'] === 202 && answers['delete.status.deleted'] === 202
      ? failed
      : {};
  let isExplaining = false;
  const { text } = await concluded((answers, nth, candidate) => {
    isExplaining ||= candidate.label.includes(' without ');
    if (isExplaining) throw new Stopped('interrupted');
    return combination(answers, nth, candidate);
  });
  expect(text).toMatch(/; what mix \d+.* fails for was not found out; whether it still passes/);
});

test('stopped, a flaky command is called that, and it is said that it was stopped', async () => {
  const { text } = await concluded(interruptedAt(8, failsAt(3)));
  expect(text).toMatch(/^The command is flaky: /);
  expect(text).toContain('\nStopped before its end (interrupted), after 7 runs: ');
});

test('requests that a passing run does not make are named with its answers', async () => {
  const { text, code } = await concluded(({ 'create.status.created': status = 201 }) =>
    status === 201
      ? { tests: { sends: ['delete deleted'] } }
      : { notes: ['create created'], tests: { sends: [] } },
  );
  const where = 'create.status.created: 200, create.status.created: 202';
  expect(text).toContain(`Under ${where}`);
  expect(text).toContain('it passes, but makes no delete.\n');
  expect(text).toContain('test "sends" makes no delete.\n');
  expect(code).toBe(0);
});

test('to give up when told to come back later is said in one sentence, and is no reliance', async () => {
  const { text, code } = await concluded((_answers, _nth, { limit }) => (limit ? failed : {}), {
    limits: [429],
  });
  expect(text).toMatch(
    /^It does not wait when told to come back later: it fails \(exit 1\) where .* 429 and Retry-After: 1\. Wait as long as .*$/m,
  );
  expect(code).toBe(0);
});
