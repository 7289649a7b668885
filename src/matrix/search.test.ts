import { expect, test } from 'vitest';
import { isFlaky, reliances } from './reliances.ts';
import { endOf, type SearchResult } from './search-result.ts';
import { Stopped } from './several-at-a-time.ts';
import { failed, type SmallClient, searchFor, usualNotes } from './small-contract.test.support.ts';

/** `status fails with 200, 202`, and for a combination `case with order`. */
function named(outcome: SearchResult): string[] {
  return reliances(outcome).map(({ points }) =>
    points.length === 1
      ? `${points[0]?.id} fails with ${points[0]?.failsWith.join(', ')}`
      : points.map(({ id }) => id).join(' with '),
  );
}

const robust: SmallClient = () => ({});
const reliesOn201: SmallClient = ({ status }) => (status === 201 ? {} : failed);

test('each other answer to what the first run touches is tried alone, and nothing else', async () => {
  const { switched, answers, mixes } = await searchFor(robust);
  const alone = ['status: 200', 'status: 202', 'case: lowered', 'order: sorted'];
  expect(switched.slice(0, 6)).toEqual(['', ...alone, 'memory: remembers']);
  expect(answers).toHaveLength(5);
  expect(mixes.length).toBeGreaterThan(0);
  expect(switched.join()).not.toMatch(/gone|other/);
});

test('what that costs is said before it begins', async () => {
  const { said } = await searchFor(robust, { jobs: 2 });
  expect(said).toEqual([
    'It touches 4 of 6 open points, which have 5 other answers.\nTo be tried: each of them alone, then 6 mixes of them. That takes 11 runs, 2 at a time: about 3 s, at 0.5 s a run. Failures are repeated.',
  ]);
});

test('every run counts for the cost and for the budget, also those that a majority takes', async () => {
  const { said, labels, runs } = await searchFor(robust, { repeat: 3, budget: 9 });
  expect(said.join()).toContain(
    'That takes 22 runs, each made 2 times or more, of which the budget allows 7: about 4 s',
  );
  expect(labels).toHaveLength(9);
  expect(runs).toBe(9);
});

test('an answer that fails alone is named alone, whatever another does beside it', async () => {
  const outcome = await searchFor(({ case: letters, order }) =>
    letters === 'lowered' && order === 'kept' ? failed : {},
  );
  expect(named(outcome)).toEqual(['case fails with lowered']);
});

test('it is said which answers pass and which fail', async () => {
  const outcome = await searchFor(({ status }) => (status === 202 ? failed : {}));
  expect(reliances(outcome)).toMatchObject([
    {
      points: [{ id: 'status', passesWith: [201, 200], failsWith: [202] }],
      again: { status: 202 },
    },
  ]);
});

test('a failing answer is run twice, and is in no mix', async () => {
  const { labels, mixes } = await searchFor(reliesOn201);
  expect(labels.filter((label) => label === 'status: 200')).toHaveLength(2);
  expect(mixes.every(({ switched }) => !('status' in switched))).toBe(true);
  expect(mixes.every((mix) => endOf(mix) === 'passes')).toBe(true);
});

test('one seed makes the same mixes, whichever run ends first', async () => {
  const slowAtFirst: SmallClient = async ({ status }) => {
    const waits = status === 200 ? 20 : 0;
    for (let turn = 0; turn < waits; turn += 1) await new Promise(setImmediate);
    return {};
  };
  const [one, several] = await Promise.all([1, 5].map((jobs) => searchFor(slowAtFirst, { jobs })));
  expect(several?.answers.at(-1)?.label).toBe('status: 200');
  const mixed = (outcome: SearchResult | undefined) =>
    outcome?.mixes.map(({ label, switched }) => [label, switched]).sort();
  expect(mixed(several)).toEqual(mixed(one));
});

/** It asks for what is gone only where that is remembered. */
const asksForGone: SmallClient = ({ memory }) => ({
  notes: memory === 'remembers' ? [...usualNotes, 'gone'] : usualNotes,
});

test('a point that only an answer leads to is tried there', async () => {
  const outcome = await searchFor((answers, ...more) =>
    answers.gone === 400
      ? { ...asksForGone(answers, ...more), ...failed }
      : asksForGone(answers, ...more),
  );
  expect(outcome.switched).toContain('memory: remembers, gone: 404');
  expect(reliances(outcome)).toMatchObject([
    {
      points: [{ id: 'gone', passesWith: [410, 404], failsWith: [400] }],
      where: [{ memory: 'remembers' }],
      again: { memory: 'remembers', gone: 400 },
    },
  ]);
});

test('a point that two answers lead to is named once, with both', async () => {
  const outcome = await searchFor(({ memory, case: letters, gone }) => {
    const isLed = memory === 'remembers' || letters === 'lowered';
    const notes = isLed ? [...usualNotes, 'gone'] : usualNotes;
    return isLed && gone === 400 ? { ...failed, notes } : { notes };
  });
  expect(reliances(outcome)).toMatchObject([
    { points: [{ id: 'gone' }], where: [{ case: 'lowered' }, { memory: 'remembers' }] },
  ]);
});

test('what only a failing answer leads to is not tried: that answer alone is named', async () => {
  const outcome = await searchFor((answers, ...more) =>
    answers.memory === 'remembers' && answers.gone === 410
      ? { ...asksForGone(answers, ...more), ...failed }
      : asksForGone(answers, ...more),
  );
  expect(named(outcome)).toEqual(['memory fails with remembers']);
  expect(outcome.switched.join()).not.toContain('gone');
});

test('a mix that fails though none of its answers does alone is a combination of what it takes', async () => {
  const outcome = await searchFor(({ case: letters, order }) =>
    letters === 'lowered' && order === 'sorted' ? failed : {},
  );
  expect(named(outcome)).toEqual(['case with order']);
  expect(outcome.said).toContainEqual(expect.stringMatching(/^mix \d+ fails, and none of its/));
});

test('what a failing mix did not touch is not looked for in it', async () => {
  const outcome = await searchFor(({ case: letters, order }) =>
    letters === 'lowered' && order === 'sorted' ? { ...failed, notes: ['case', 'order'] } : {},
  );
  expect(named(outcome)).toEqual(['case with order']);
  const back = outcome.labels.filter((label) => label.includes(' without '));
  expect(back.map((label) => label.split(' ').at(-1))).toEqual(['case', 'order']);
});

test('a command that passes the second time is flaky, and nothing is named', async () => {
  const outcome = await searchFor(({ status, order }, runsBefore) =>
    runsBefore === 1 || order === 'sorted' ? failed : { end: `${status}` },
  );
  expect(outcome.answers.map(endOf)).toEqual(['unsteady', 'passes', 'passes', 'fails', 'passes']);
  expect(isFlaky(outcome)).toBe(true);
  expect(named(outcome)).toEqual([]);
});

test('a command that begins to fail at some time is flaky', async () => {
  const outcome = await searchFor((_, runsBefore) => (runsBefore >= 4 ? failed : {}));
  expect(outcome.control.map(({ passed }) => passed)).toEqual([false]);
  expect(isFlaky(outcome)).toBe(true);
  expect(named(outcome)).toEqual([]);
});

test('where something fails, the first run is repeated as wide as the others were', async () => {
  const { control } = await searchFor(reliesOn201, { jobs: 3 });
  expect(control).toHaveLength(3);
  expect((await searchFor(robust, { jobs: 3 })).control).toEqual([]);
});

test('what fails before it touches the answer does not fail because of it', async () => {
  const outcome = await searchFor(({ status }) => (status === 200 ? { ...failed, notes: [] } : {}));
  expect(isFlaky(outcome)).toBe(true);
  expect(named(outcome)).toEqual([]);
});

test.each([1, 3])('no more than %i runs go on at the same time', async (jobs) => {
  expect((await searchFor(robust, { jobs })).atOnce).toBe(jobs);
});

test.each([
  { why: 'fails', run: failed },
  { why: 'calls no operation', run: { notes: [] } },
])('after a first run that $why, no other is made', async ({ run }) => {
  expect((await searchFor(() => run)).labels).toEqual(['default']);
});

test('with mixes alone, each answer is in one, and those of a failing mix are tried alone', async () => {
  const passing = await searchFor(robust, { extent: 'mixes' });
  expect(passing.answers).toEqual([]);
  for (const answer of ['status: 200', 'status: 202', 'case: lowered', 'memory: remembers'])
    expect(passing.switched.join()).toContain(answer);
  const failing = await searchFor(reliesOn201, { extent: 'mixes' });
  expect(named(failing)).toEqual(['status fails with 200, 202']);
});

test('given dialects are run alone where they pass, and else compared with the default', async () => {
  const given = [
    { label: 'mine', answers: { status: 200, case: 'lowered' } },
    { label: 'theirs', answers: { order: 'sorted' } },
  ];
  expect((await searchFor(robust, { extent: given })).labels).toEqual(['mine', 'theirs']);
  const outcome = await searchFor(reliesOn201, { extent: given });
  expect(outcome.labels).toEqual([
    'mine',
    'mine',
    'theirs',
    'default',
    'status: 200',
    'status: 200',
    'case: lowered',
    'default, again',
  ]);
  expect(named(outcome)).toEqual(['status fails with 200']);
});

test('the default among given dialects is the first run', async () => {
  const given = [
    { label: 'theirs', answers: { order: 'sorted' } },
    { label: 'default', answers: {} },
  ];
  expect((await searchFor(robust, { extent: given })).labels).toEqual(['default', 'theirs']);
});

test('an accepted point has its answer in every run but those that try it, and says what they show', async () => {
  const accepted = [
    { id: 'status', answer: 200, reason: 'x' },
    { id: 'case', answer: 'kept', reason: 'x' },
    { id: 'gone', answer: 410, reason: 'x' },
  ];
  const client: SmallClient = ({ status }) => (status === 200 ? {} : failed);
  const outcome = await searchFor(client, { accepted });
  expect(outcome.accepted.map(({ state }) => state)).toEqual([
    'relied on',
    'relied on no longer',
    'not touched',
  ]);
  expect(outcome.mixes.every(({ switched }) => !('status' in switched))).toBe(true);
  expect(outcome.first?.answers).toMatchObject({ status: 200 });
  expect(outcome.answers.map(({ label }) => label)).toContain('status: 201');
});

test('a point that cannot be varied here is not', async () => {
  const { switched } = await searchFor(robust, { fixed: ['status'] });
  expect(switched.join()).not.toContain('status');
});

test('a limit of requests is told where the command fails with it twice', async () => {
  const ends = [false, true, true, false, false];
  const { labels, impatient } = await searchFor(
    (_answers, _runsBefore, { limit }) => ({
      passed: limit === undefined || ends.shift() === true,
    }),
    { limits: [429, 503, 500] },
  );
  const limited = labels.filter((label) => label.startsWith('limit'));
  expect(limited).toEqual(['limit 429', 'limit 429', 'limit 503', 'limit 500', 'limit 500']);
  expect(impatient?.limit).toBe(500);
});

test('no more runs are made than the budget allows, and what was planned is known', async () => {
  const { labels, stopped, planned, answers } = await searchFor(robust, { budget: 3 });
  expect(labels).toHaveLength(3);
  expect(stopped).toBe('the 3 runs of --budget are made');
  expect(planned.answers).toBe(5);
  expect(answers).toHaveLength(2);
});

test('stopped, it keeps what it knows', async () => {
  const { stopped, answers } = await searchFor((answersOfRun, runsBefore) => {
    if (runsBefore === 4) throw new Stopped('interrupted');
    return { end: `${answersOfRun.status}` };
  });
  expect(stopped).toBe('interrupted');
  expect(answers).toHaveLength(3);
});
