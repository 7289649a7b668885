import { expect, test } from 'vitest';
import { mutantNamed } from '../../selftest/mutants/index.ts';
import { trial } from '../../selftest/trial.ts';
import { judgeTarget } from '../../service/judge-target.ts';
import { targetAt } from '../../service/target/target.test.support.ts';
import { answering, json } from './run.test.support.ts';

test.each([503, 429])(
  'a server that turns everybody away by %i is not judged, and the run ends',
  async (status) => {
    const refusing = json(status, { error: 'later', successful: false });
    const url = await answering((request, response) => {
      response.setHeader('retry-after', '0.01');
      refusing(request, response);
    });
    const { verdict, clauses } = await judgeTarget(targetAt(url));
    expect(verdict).toBe('inconclusive');
    expect(clauses.filter((one) => one.verdict === 'broken')).toEqual([]);
  },
);

test('a run that is stopped has the causes of what is broken by then', async () => {
  const mutant = mutantNamed('report-without-name');
  const { aborted, causes } = await trial({ mutant });
  expect(aborted).toBe(true);
  expect(causes.map(({ clause }) => clause)).toEqual(['report/name-present']);
});

test('a run at a slow pace says so before it starts, and when it ends', async () => {
  const noticesAt = async (pace: object): Promise<string[]> => {
    const notices: string[] = [];
    const signal = AbortSignal.abort();
    const onNotice = (text: string): void => void notices.push(text);
    await judgeTarget(targetAt(undefined, { pace }), { signal, onNotice });
    return notices;
  };
  expect(await noticesAt({ requestsPerSecond: 2 })).toEqual([
    expect.stringMatching(
      /^2\.0 requests a second, as pace says, make this a long run\. It ends after 120 minutes at most\.$/,
    ),
  ]);
  expect(await noticesAt({ requestsPerSecond: 1000 })).toEqual([]);
  expect(await noticesAt({})).toEqual([]);
});
