import { expect, test } from 'vitest';
import { answering, json, targetAt } from './run.test.support.ts';
import { verify } from './verify.ts';

test('a server that asks to come back later for ever is not judged, and the run ends', async () => {
  const refusing = json(503, { error: 'later', successful: false });
  const url = await answering((request, response) => {
    response.setHeader('retry-after', '0.01');
    refusing(request, response);
  });
  const { verdict, clauses } = await verify(targetAt(url));
  expect(verdict).toBe('inconclusive');
  expect(clauses.filter((one) => one.verdict === 'broken')).toEqual([]);
});

test('a run that takes minutes at the pace of its target says so before it begins', async () => {
  const told = async (pace: object): Promise<string[]> => {
    const notices: string[] = [];
    const signal = AbortSignal.abort();
    const onNotice = (text: string): void => void notices.push(text);
    await verify(targetAt(undefined, { pace }), { signal, onNotice });
    return notices;
  };
  expect(await told({ requestsPerSecond: 2 })).toEqual([
    expect.stringMatching(
      /^At 2\.0 requests a second, as pace says, the \d+ or so to come take about \d+ minutes\.$/,
    ),
  ]);
  expect(await told({ requestsPerSecond: 1000 })).toEqual([]);
  expect(await told({})).toEqual([]);
});
