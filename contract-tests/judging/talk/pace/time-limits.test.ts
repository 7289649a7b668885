import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { packageRoot } from '../../../../src/values/package-root.ts';
import {
  created,
  deleted,
  exchangesOf,
  fetched,
  history,
  one as id1,
  service,
} from '../../../service/model/history.test.support.ts';
import { Reports } from '../../../service/model/known/reports.ts';
import { serviceTimeLimits } from '../../../service/time-limits.ts';
import { recordedCalls } from '../../causes/recorded-call.ts';
import { readAnswer } from '../answer.ts';
import { someExchange } from '../exchange.test.support.ts';
import { ServerRecord } from '../server-record.ts';
import { clientOf, fetching, fine, later } from './simulated-server.test.support.ts';
import { timeLimits } from './time-limits.ts';

const kit = join(packageRoot, 'contract-tests');
const clock = /performance\.now|Date\.now|new Date\(\)|setTimeout|clock\.(now|sleep)\(/;

test('every file of the kit that reads a clock is in the list', () => {
  const files = readdirSync(kit, { recursive: true, encoding: 'utf8' })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => /^(?!selftest).*(?<!\.test|\.support)\.ts$/.test(file));
  const all = [...Object.values(timeLimits), ...Object.values(serviceTimeLimits)];
  const listed = new Set(all.flatMap((one) => one.files));
  const text = (file: string): string => readFileSync(join(kit, file), 'utf8');
  expect(files.filter((file) => clock.test(text(file)) && !listed.has(file))).toEqual([]);
  expect([...listed].filter((file) => !files.includes(file))).toEqual([]);
});

const one = fetching('a');

/** As it was, and with everything ten times slower. */
const speeds = [1, 10];

test.each(speeds)('grace, %i times slower: it begins with the response to the create', (times) => {
  const reports = new Reports({ isAlone: true });
  const created = someExchange({ operation: 'create', startedAt: 0, endedAt: 500 * times });
  reports.created('a', created);
  const report = reports.find('tunnelco', 'a');
  const presenceAt = (startedAt: number) =>
    report &&
    reports.presence(report, someExchange({ startedAt, endedAt: startedAt + 500 * times }));
  expect(presenceAt(500 * times + 9_000)).toBe('young');
  expect(presenceAt(500 * times + 11_000)).toBe('there');
});

test.each(speeds)('silence, %i times slower: a response in time ends it', (times) => {
  const request = { method: 'GET', url: 'http://127.0.0.1:9/', headers: {} };
  const server = new ServerRecord(service, 'http://127.0.0.1:9', 0);
  for (let now = 0; now < 1_000_000; now += 900 * times) {
    const sending = server.sending(one, request, now);
    for (let lost = 0; lost < 7; lost += 1) server.noteNoAnswer(sending, true, now);
    server.noteAnswer(sending, readAnswer(someExchange()), now + 800 * times);
  }
  expect(server.isSilent).toBe(false);
});

test.each(speeds)(
  'throttling, %i times slower: a limit is not judged, a refusal is',
  async (times) => {
    const { retry, exchanges } = clientOf({
      perSecond: 3,
      takesMs: 150 * times,
      answer: ({ about }) => (about.report === 'a' ? fine : later),
    });
    const ids = ['a', 'a', 'a', 'a', 'b', 'a', 'a'];
    await retry.ask(fetching('a'));
    await Promise.all(ids.map((id) => retry.ask(fetching(id))));
    const judged = exchanges.filter(({ throttled }) => !throttled);
    expect(
      new Set(judged.map(({ about, response }) => `${about.report} ${response.status}`)),
    ).toEqual(new Set(['a 200', 'b 429']));
  },
);

test.each(speeds)('at once, %i times slower: longer requests explain more', (times) => {
  const { broken } = history([
    created(id1),
    fetched(id1),
    deleted(id1, { at: 5_000, ms: 20 * times }),
    fetched(id1, {}, { at: 5_100, ms: 20 * times }),
  ]);
  expect(broken).toEqual(times === 1 ? ['delete/success-means-gone'] : []);
});

test.each(speeds)('replayed waits, %i times slower: the same calls, and more waits', (times) => {
  const story = [created(id1), fetched(id1), deleted(id1)];
  const calls = recordedCalls(
    service,
    exchangesOf(story.map((entry, nth) => ({ ...entry, at: nth * 100 * times }))),
  );
  expect(calls.map(({ after: _, ...call }) => call)).toEqual(
    recordedCalls(service, exchangesOf(story)).map(({ after: _, ...call }) => call),
  );
  expect(calls.map(({ after = 0 }) => after > 0)).toEqual([false, times > 1, times > 1]);
});
