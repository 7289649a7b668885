import { expect, test } from 'vitest';
import { type Answer, readAnswer } from '../../judging/talk/answer.ts';
import type { Ask } from '../../judging/talk/ask.ts';
import { someExchange } from '../../judging/talk/exchange.test.support.ts';
import { Reports } from '../model/known/reports.ts';
import { ScenarioApi, type ScenarioApiOptions } from './api.ts';

const caller = { key: 'tokens.researcher', authorization: 'r' };
const about = { service: 'tunnelco', report: 'a' };

/** A server that shows a report so many milliseconds after its creation, at a clock that only waiting moves. */
function showing(after: number) {
  const reports = new Reports({ isAlone: true });
  const looks: number[] = [];
  let now = 0;
  const ask = async ({ operation }: Ask): Promise<Answer> => {
    looks.push(now);
    const isThere = now >= after;
    const body = isThere ? { report: { id: 'a' }, successful: true } : { error: 'no' };
    const response = { status: isThere ? 200 : 404, headers: {}, body: JSON.stringify(body) };
    return readAnswer(someExchange({ operation, about, startedAt: now, endedAt: now, response }));
  };
  const pause = async (ms: number) => {
    now += ms;
  };
  const created = someExchange({ operation: 'create', about, caller: caller.key });
  const report = reports.created('a', created);
  const options = {
    client: { ask, pause },
    target: { service: 'tunnelco' },
    knownCallers: { known: [caller] },
    reports,
  };
  const api = new ScenarioApi(options as unknown as ScenarioApiOptions);
  if (!report) throw new Error('the report has no id');
  return { api, report, reports, looks };
}

test.each([0, 500, 1500, 5000, 9900])(
  'a report that shows after %i ms is waited for',
  async (ms) => {
    const { api, report, looks } = showing(ms);
    expect(await api.fetchKnown(report)).toEqual({ id: 'a' });
    expect(looks.length).toBeLessThan(13);
    expect(looks.at(-1)).toBeGreaterThanOrEqual(ms);
  },
);

test('one that never shows is looked for once more when it must be there', async () => {
  const { api, report, looks } = showing(Number.POSITIVE_INFINITY);
  await expect(api.fetchKnown(report)).rejects.toThrow('a report that was created is not found');
  expect(looks.at(-1)).toBeGreaterThan(10_000);
});

test('where all others show at once, only the last look waits so long', async () => {
  const { api, report, reports, looks } = showing(Number.POSITIVE_INFINITY);
  for (const _ of [1, 2, 3, 4, 5]) reports.appearing.note(1);
  await expect(api.fetchKnown(report)).rejects.toThrow('not found');
  expect(looks.at(-1)).toBeLessThan(1100);
  await expect(api.fetchKnown(report, true)).rejects.toThrow('not found');
  expect(looks.at(-1)).toBeGreaterThan(10_000);
});
