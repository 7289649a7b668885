import { expect, test } from 'vitest';
import { dependsOn, type RecordedCall, waitIn } from './recorded-call.ts';
import { shrink } from './shrink.ts';

function fetching(report: string): RecordedCall {
  return {
    operation: 'fetch',
    caller: 'tokens.researcher',
    about: { report },
  };
}

function many(count: number) {
  return Array.from({ length: count }, (_, nth) => fetching(`${nth}`));
}

/** What is left, and what was tried on the way. */
async function shrunk(
  calls: readonly RecordedCall[],
  shows: (fewer: readonly RecordedCall[]) => boolean,
  msPerCall = 0,
) {
  const tries: (readonly RecordedCall[])[] = [];
  const left = await shrink(calls, {
    shows: async (fewer) => {
      tries.push(fewer);
      return shows(fewer);
    },
    timeBetween: (of, from, to) =>
      of
        .slice(from, to)
        .reduce((sum, { after = 0 }) => sum + after + msPerCall, of[to]?.after ?? 0),
  });
  return { left, tries };
}

test('halves go first, so that few tries do', async () => {
  const calls = many(16);
  const { left, tries } = await shrunk(calls, () => true);
  expect(left).toEqual([calls[15]]);
  expect(tries.map(({ length }) => length)).toEqual([8, 4, 2, 1]);
});

test('after thirty tries it ends with what it has', async () => {
  const calls = many(100);
  const { left, tries } = await shrunk(calls, () => false);
  expect(left).toEqual(calls);
  expect(tries).toHaveLength(30);
});

test('a call that is needed stays, wherever it is, and the last one', async () => {
  const calls = many(8);
  const { left } = await shrunk(calls, (fewer) => fewer.includes(calls[2] as RecordedCall));
  expect(left).toEqual([calls[2], calls[7]]);
});

test.each([true, false])('a create goes with all that use its report: %s', async (goes) => {
  const create: RecordedCall = {
    operation: 'create',
    caller: 'a',
    about: {},
    creates: 'report-1',
  };
  const uses = ['{{report-1}}', '{{near-report-1}}', '{{upper-report-1}}'].map(fetching);
  const story = [create, ...uses, ...many(1)];
  const { left, tries } = await shrunk(story, () => goes);
  expect(left).toEqual(goes ? many(1) : story);
  expect((await shrunk(story.slice(0, 2), () => true)).left).toHaveLength(2);
  const isWhole = (calls: readonly RecordedCall[]) =>
    calls.includes(create) || !calls.some((call) => dependsOn(call, 'report-1'));
  expect(tries.every(isWhole)).toBe(true);
});

test('calls that only take time are replaced by a pause as long', async () => {
  const calls = many(26);
  const first = calls[0] as RecordedCall;
  const takesTime = (fewer: readonly RecordedCall[]) =>
    fewer.includes(first) && (fewer.length - 1) * 10 + waitIn(fewer) >= 250;
  const { left } = await shrunk(calls, takesTime, 10);
  expect(left).toEqual([first, { ...calls[25], after: 240 }]);
});

test('calls that count are not replaced by a pause', async () => {
  const calls = many(6);
  const { left } = await shrunk(calls, (fewer) => fewer.length === 6, 10);
  expect(left).toEqual(calls);
});
