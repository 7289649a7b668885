import { expect, test } from 'vitest';
import { mutantNamed } from '../../selftest/mutants/index.ts';
import { trial } from '../../selftest/trial.ts';
import { judgeTarget } from '../../service/judge-target.ts';
import { targetAt } from '../../service/target/target.test.support.ts';
import { answering, json } from './run.test.support.ts';

test.each([
  [503, undefined],
  [429, 25],
])(
  'a server that turns everybody away by %i is not judged, and the run ends: budget %s',
  async (status, budget) => {
    const refusing = json(status, { error: 'later', successful: false });
    const url = await answering((request, response) => {
      response.setHeader('retry-after', '0.01');
      refusing(request, response);
    });
    const { verdict, clauses, requests, cleaning } = await judgeTarget(targetAt(url), {
      ...(budget && { budget }),
    });
    expect(verdict).toBe('inconclusive');
    expect(clauses.filter((one) => one.verdict === 'broken')).toEqual([]);
    if (budget) expect(requests - cleaning).toBeLessThan(100);
  },
);

test('a run that is stopped has the causes of what is broken by then', async () => {
  const mutant = mutantNamed('report-without-name');
  const { aborted, causes } = await trial({ mutant });
  expect(aborted).toBe(true);
  expect(causes.map(({ clause }) => clause)).toEqual(['report/name-present']);
});

test('a run that takes minutes at the pace of its target says so before it starts', async () => {
  const noticesAt = async (pace: object): Promise<string[]> => {
    const notices: string[] = [];
    const signal = AbortSignal.abort();
    const onNotice = (text: string): void => void notices.push(text);
    await judgeTarget(targetAt(undefined, { pace }), { signal, onNotice });
    return notices;
  };
  expect(await noticesAt({ requestsPerSecond: 2 })).toEqual([
    expect.stringMatching(
      /^At 2\.0 requests a second, as pace says, the \d+ or so to come take about \d+ minutes\. The run ends after 120 minutes at most\.$/,
    ),
  ]);
  expect(await noticesAt({ requestsPerSecond: 1000 })).toEqual([]);
  expect(await noticesAt({})).toEqual([]);
});
