import { expect, test } from 'vitest';
import { Stopped } from './lab.ts';
import { isFlaky, reliances } from './reliances.ts';
import {
  failed,
  type Searched,
  type SmallClient,
  searchFor,
  usualNotes,
} from './small-contract.test.support.ts';
import { endOf } from './trial.ts';

/** `status fails with 200, 202`, and for a combination `case with order`. */
function named(searched: Searched): string[] {
  return reliances(searched).map(({ points }) =>
    points.length === 1
      ? `${points[0]?.id} fails with ${points[0]?.failsWith.join(', ')}`
      : points.map(({ id }) => id).join(' with '),
  );
}

const robust: SmallClient = () => ({});
const reliesOn201: SmallClient = ({ status }) => (status === 201 ? {} : failed);

/** Fails there, and asks for what is gone only where that is remembered. */
function askingForGone(isBad: (answers: Parameters<SmallClient>[0]) => boolean): SmallClient {
  return (answers) => ({
    notes: answers.memory === 'remembers' ? [...usualNotes, 'gone'] : usualNotes,
    ...(isBad(answers) && failed),
  });
}

test.each<{ does: string; client: SmallClient; names: string[]; isFlaky?: true }>([
  { does: 'relies on nothing', client: robust, names: [] },
  {
    does: 'relies on the default',
    client: reliesOn201,
    names: ['status fails with 200, 202'],
  },
  {
    does: 'fails with one other answer',
    client: ({ status }) => (status === 202 ? failed : {}),
    names: ['status fails with 202'],
  },
  {
    does: 'fails with an answer, unless another hides it',
    client: ({ case: letters, order }) => (letters === 'lowered' && order === 'kept' ? failed : {}),
    names: ['case fails with lowered'],
  },
  {
    does: 'fails only with two answers together',
    client: ({ case: letters, order }) =>
      letters === 'lowered' && order === 'sorted' ? { ...failed, notes: ['case', 'order'] } : {},
    names: ['case with order'],
  },
  {
    does: 'fails with an answer to a point that only another one leads to',
    client: askingForGone(({ gone }) => gone === 400),
    names: ['gone fails with 400'],
  },
  {
    does: 'fails where it would touch another point',
    client: askingForGone(({ memory, gone }) => memory === 'remembers' && gone === 410),
    names: ['memory fails with remembers'],
  },
  {
    does: 'fails once',
    client: ({ order }, runsBefore) => (runsBefore === 1 || order === 'sorted' ? failed : {}),
    names: [],
    isFlaky: true,
  },
  {
    does: 'begins to fail at some time',
    client: (_, runsBefore) => (runsBefore >= 4 ? failed : {}),
    names: [],
    isFlaky: true,
  },
  {
    does: 'fails before it touches what was changed',
    client: ({ status }) => (status === 200 ? { ...failed, notes: [] } : {}),
    names: [],
    isFlaky: true,
  },
])('a client that $does', async ({ client, names, isFlaky: flaky = false }) => {
  for (const jobs of [1, 3]) {
    const searched = await searchFor(client, { jobs });
    expect(named(searched)).toEqual(names);
    expect(isFlaky(searched)).toBe(flaky);
    expect(searched.atOnce).toBe(jobs);
  }
});

test('each other answer to what the first run touches is tried alone, and nothing else', async () => {
  const { changed, said, of } = await searchFor(robust, { jobs: 2 });
  const alone = ['status: 200', 'status: 202', 'case: lowered', 'order: sorted'];
  expect(changed.slice(0, 6)).toEqual(['', ...alone, 'memory: remembers']);
  expect(changed.join()).not.toMatch(/gone|other/);
  const mixes = of('mix').length;
  expect(said).toEqual([
    'It touches 4 of 6 open points, which have 5 other answers.',
    `To be tried: each of them alone, then ${mixes} mixes of them. That takes ${5 + mixes} runs, 2 at a time: about 3 s, at 0.5 s a run. Failures are repeated.`,
  ]);
});

test('every two answers that pass meet in a mix, and one seed makes the same mixes', async () => {
  const mixesOf = async (seed: number) => (await searchFor(robust, { seed })).of('mix');
  const mixes = await mixesOf(1);
  const meet = (...pairs: [string, unknown][]) =>
    mixes.some(({ answers }) => pairs.every(([id, answer]) => answers[id] === answer));
  for (const status of [200, 202]) {
    expect(meet(['status', status], ['case', 'lowered'])).toBe(true);
    expect(meet(['status', status], ['memory', 'remembers'])).toBe(true);
  }
  expect(meet(['case', 'lowered'], ['order', 'sorted'])).toBe(true);
  expect(await mixesOf(1)).toEqual(mixes);
  expect(await mixesOf(5)).not.toEqual(mixes);
});

test('a failing answer is run twice and is in no mix, and the default is run again as wide as others', async () => {
  const { labels, control, of } = await searchFor(reliesOn201, { jobs: 3 });
  expect(labels.filter((label) => label === 'status: 200')).toHaveLength(2);
  expect(of('mix').every(({ answers }) => !('status' in answers))).toBe(true);
  expect(control).toHaveLength(4);
  expect((await searchFor(robust, { jobs: 3 })).control).toHaveLength(1);
});

test('what passes, what fails, and what leads there are said', async () => {
  const client: SmallClient = ({ memory, case: letters, gone }) => {
    const isLed = memory === 'remembers' || letters === 'lowered';
    const notes = isLed ? [...usualNotes, 'gone'] : usualNotes;
    return isLed && gone === 400 ? { ...failed, notes } : { notes };
  };
  expect(reliances(await searchFor(client))).toMatchObject([
    {
      points: [{ id: 'gone', passesWith: [410, 404], failsWith: [400] }],
      where: [{ case: 'lowered' }, { memory: 'remembers' }],
      again: { case: 'lowered', gone: 400 },
    },
  ]);
});

test('a failing mix is reduced to what it takes, by what it touched', async () => {
  const { labels, said } = await searchFor(({ case: letters, order }) =>
    letters === 'lowered' && order === 'sorted' ? { ...failed, notes: ['case', 'order'] } : {},
  );
  const back = labels.filter((label) => label.includes(' without '));
  expect(back.map((label) => label.split(' ').at(-1))).toEqual(['case', 'order']);
  expect(said).toContainEqual(expect.stringMatching(/^mix \d+ fails, and none of its/));
});

test.each([
  { why: 'fails', run: failed },
  { why: 'calls no operation', run: { notes: [] } },
])('after a first run that $why, no other is made', async ({ run }) => {
  expect((await searchFor(() => run)).labels).toEqual(['default']);
});

const mine = { label: 'mine', answers: { status: 200, case: 'lowered' } };
const theirs = { label: 'theirs', answers: { order: 'sorted' } };

test.each([
  { client: robust, only: [mine, theirs], labels: ['mine', 'theirs'], names: [] },
  {
    client: reliesOn201,
    only: [mine, theirs],
    labels: ['mine', 'mine', 'theirs', 'default', 'status: 200', 'status: 200', 'case: lowered'],
    names: ['status fails with 200'],
  },
  {
    client: robust,
    only: [theirs, { label: 'default', answers: {} }],
    labels: ['default', 'theirs'],
    names: [],
  },
])(
  'given dialects are run alone where they pass, and else compared with the default',
  async ({ client, only, labels, names }) => {
    const searched = await searchFor(client, { only });
    const again = names.length > 0 ? ['default, again'] : [];
    expect(searched.labels).toEqual([...labels, ...again]);
    expect(named(searched)).toEqual(names);
  },
);

test('an accepted point has its answer in every run but those that try it, and says what they show', async () => {
  const accepted = [
    { id: 'status', answer: 200, reason: 'x' },
    { id: 'case', answer: 'kept', reason: 'x' },
    { id: 'gone', answer: 410, reason: 'x' },
  ];
  const searched = await searchFor(({ status }) => (status === 200 ? {} : failed), { accepted });
  expect(searched.accepted.map(({ state }) => state)).toEqual([
    'relied on',
    'relied on no longer',
    'not touched',
  ]);
  expect(searched.of('mix').every(({ answers }) => !('status' in answers))).toBe(true);
  expect(searched.changed[0]).toContain('status: 200');
  expect(searched.of('answer').map(({ label }) => label)).toContain('status: 201');
  expect(named(searched)).toEqual([]);
});

test('a point that cannot be varied here is not', async () => {
  expect((await searchFor(robust, { fixed: ['status'] })).changed.join()).not.toContain('status');
});

test('limits of requests come last, and those that fail are repeated', async () => {
  const { labels } = await searchFor(
    (_answers, _before, { limit }) => (limit === 503 ? failed : {}),
    {
      limits: [429, 503],
    },
  );
  expect(labels.slice(-3)).toEqual(['limit 429', 'limit 503', 'limit 503']);
});

test('stopped, no other run begins, those that have begun are waited for, and what is known is kept', async () => {
  const { stopped, trials, planned, labels } = await searchFor(
    (_, runsBefore) => {
      if (runsBefore === 3) throw new Stopped('interrupted');
      return {};
    },
    { jobs: 2 },
  );
  expect(stopped).toBe('interrupted');
  expect(trials.map(endOf)).toEqual(['passes', 'passes', 'passes']);
  expect(labels).toHaveLength(5);
  expect(planned).toMatchObject({ answer: 5, limit: 0 });
});
