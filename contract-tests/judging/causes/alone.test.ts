import { expect, test } from 'vitest';
import {
  created,
  deleted,
  fetched,
  type HistoryEntry,
  id,
  one,
  service,
} from '../../service/model/history.test.support.ts';
import { confirm } from './confirm.ts';
import { brokenBy, refusal, unknown } from './confirmed.test.support.ts';
import { type FakeClient, fakeClient } from './fake-client.test.support.ts';

const guessed = fetched(one).body as object;

/** For so long after such requests succeed, a server answers a fetch of an unknown id as if it knew it. */
interface Moment {
  readonly after: 'create' | 'delete';
  readonly ms: number;
}

/** A server that has such a moment, whoever sent the request. */
function serverWith({ after, ms }: Moment): FakeClient {
  const reports = new Set<string | undefined>();
  let last = Number.NEGATIVE_INFINITY;
  const client: FakeClient = fakeClient(({ operation, about: { report } }) => {
    if (operation === 'create') {
      const made = `${reports.size}`.padStart(8, '0') + id('a').slice(8);
      reports.add(made);
      if (after === operation) last = client.clock.now();
      return { status: 201, body: { id: made, successful: true } };
    }
    if (operation === 'delete' && reports.delete(report)) {
      if (after === operation) last = client.clock.now();
      return { body: { message: 'gone', success: true } };
    }
    return client.clock.now() - last < ms ? { body: guessed } : refusal;
  }, 20);
  return client;
}

function confirmedOn(moment: Moment, story: readonly HistoryEntry[]) {
  const client = serverWith(moment);
  const { clause, history } = brokenBy(unknown, ...story);
  const budget = { left: 900 };
  return confirm(clause, { client, clock: client.clock, service, history, budget });
}

const other = { scenario: 'another' };

test.each<[string, Moment, readonly HistoryEntry[], readonly string[]]>([
  [
    'a create',
    { after: 'create', ms: 400 },
    [created(one, { at: 0 }), fetched(id('9'), {}, { at: 20 })],
    ['create', 'fetch'],
  ],
  [
    'a deletion, as the cleanup of each try makes them',
    { after: 'delete', ms: 1_500 },
    [
      created(one, { ...other, at: 0 }),
      deleted(one, { ...other, at: 20 }),
      created(id('2'), { at: 40 }),
      fetched(id('9'), {}, { at: 60 }),
    ],
    ['create', 'delete', 'fetch'],
  ],
])('what shows for a moment after %s is proven with that', async (_, moment, story, expected) => {
  const { calls, shown, of, within = [] } = await confirmedOn(moment, story);
  expect(calls.map(({ operation }) => operation)).toEqual(expected);
  expect(shown).toBe(of);
  expect(Math.max(...within)).toBeLessThan(moment.ms);
});

test('what nothing in the run explains is not proven by requests that showed it after others only', async () => {
  const story = [fetched(id('9'), {}, { at: 0 })];
  const client = serverWith({ after: 'create', ms: 1_500 });
  const { clause, history } = brokenBy(unknown, ...story);
  const caller = service.callers.stranger;
  await client.ask({ operation: 'create', caller, about: {} });
  const options = { client, clock: client.clock, service, history, budget: { left: 900 } };
  expect(await confirm(clause, options)).toMatchObject({ shown: 0, of: 20 });
});

test('what was sent last before a finding is known with its proof', async () => {
  const story = [created(one, { ...other, at: 0 }), fetched(id('9'), {}, { at: 20 })];
  const { calls, from } = await confirmedOn({ after: 'create', ms: 60_000 }, story);
  expect(from?.calls.map(({ operation }) => operation)).toEqual(['create', 'fetch']);
  expect(calls.length).toBeLessThanOrEqual(2);
});
