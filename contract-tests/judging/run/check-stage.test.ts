import { expect, test } from 'vitest';
import { targetAt } from '../../service/target/target.test.support.ts';
import { NoAnswer } from '../talk/client.ts';
import { NotTestable } from '../talk/not-testable.ts';
import type { Outage } from '../talk/outage.ts';
import { checkStage } from './check-stage.ts';
import { answering, json, runOf } from './run.test.support.ts';
import type { Scenario } from './scenario.ts';

const clauses = ['create/id-present', 'create/flag-present'] as const;

function playing(run: Scenario['run'], isCounted = false): Scenario {
  return {
    name: 'a scenario',
    area: 'feed',
    clauses,
    isCounted,
    run,
  };
}

function throws(error: Error) {
  return async (): Promise<void> => {
    throw error;
  };
}

test('a scenario that ends proves nothing by itself', async () => {
  const run = runOf();
  await checkStage(run, [playing(async () => undefined)]);
  expect(clauses.map((id) => run.evidence.metCount(id))).toEqual([0, 0]);
});

test('what cannot be tested says why', async () => {
  const run = runOf();
  await checkStage(run, [playing(throws(new NotTestable('tokens.reader')))]);
  expect(run.evidence.reasons(clauses[0])).toEqual(['the target file has no tokens.reader']);
});

const outage: Outage = {
  origin: 'http://127.0.0.1:9',
  error: 'connection closed',
  inFlight: [],
  hasComeBack: true,
  hasForgotten: false,
  waitedMs: 0,
};

/** Why a scenario cannot end, and how often it is tried: with counted calls never again. */
interface Trouble {
  readonly at: string;
  readonly times: number;
  /** How the server was lost; nothing where it only does not answer. */
  readonly how?: ConstructorParameters<typeof NoAnswer>[2] | 'lost';
}

const troubles: readonly Trouble[] = [
  { at: 'which does not answer', times: 2 },
  { at: 'which has stopped and come back', times: 3, how: { outage } },
  { at: 'which has lost its reports', times: 3, how: 'lost' },
];

test.each([
  ...troubles.map((trouble) => ({ ...trouble, isCounted: false })),
  ...troubles.map(({ at, how }) => ({
    at: `${at}, at counted calls`,
    times: 1,
    how,
    isCounted: true,
  })),
])('at a server $at, a scenario is tried $times times', async ({ times, isCounted, how }) => {
  const run = runOf();
  let tries = 0;
  const lost = async () => {
    tries += 1;
    if (how === 'lost') run.outages.push(outage);
    if (how === 'lost') throw new NotTestable('a report');
    throw new NoAnswer('http://127.0.0.1:9/', new Error('lost'), how);
  };
  await checkStage(run, [playing(lost, isCounted)]);
  expect(tries).toBe(times);
  const unanswered = run.evidence.unanswered.map((one) => one.clauses);
  expect(unanswered).toEqual(how === 'lost' ? [] : [clauses]);
});

test('after a stop nothing is begun, and what was under way counts for nothing', async () => {
  const stop = new AbortController();
  const run = runOf(targetAt(), { signal: stop.signal });
  let begun = 0;
  const stopping = playing(async () => {
    begun += 1;
    stop.abort();
    throw new NotTestable('stopped');
  });
  await checkStage(run, [stopping]);
  await checkStage(run, [stopping]);
  expect(begun).toBe(1);
  expect(run.evidence.reasons(clauses[0])).toEqual([]);
});

test('a mistake of ours is not hidden', async () => {
  const failing = checkStage(runOf(), [playing(throws(new TypeError('ours')))]);
  await expect(failing).rejects.toThrow('ours');
});

function probing(run: Scenario['run']): Scenario {
  return { ...playing(run), isProbe: true };
}

test.each([
  new NotTestable('tokens.reader'),
  new NoAnswer('http://127.0.0.1:9/', new Error('lost')),
])('a probe cut short (%s) learns nothing and breaks nothing', async (error) => {
  const run = runOf();
  await checkStage(run, [probing(throws(error))]);
  const { anyBroken, observations, unanswered } = run.evidence;
  expect(anyBroken).toBe(false);
  expect(observations).toEqual([]);
  expect(unanswered).toEqual([]);
  expect(run.evidence.reasons(clauses[0])).toEqual([]);
});

test('responses to probes are not judged, but what they store is known', async () => {
  const id = '11111111-1111-4111-8111-111111111111';
  const url = await answering((request, response) => {
    const isCreate = request.method === 'POST';
    const body = isCreate ? { id, successful: 'yes' } : { message: 'Bad Request', statusCode: 400 };
    json(isCreate ? 201 : 400, body)(request, response);
  });
  const run = runOf(targetAt(url));
  const about = { service: 'tunnelco' };
  const caller = run.callers.researcher;
  await checkStage(run, [
    probing((conversation) => conversation.ask({ operation: 'fetch', caller, about })),
    probing((conversation) => conversation.ask({ operation: 'create', caller, about })),
  ]);
  expect(run.evidence.anyBroken).toBe(false);
  expect(run.reports.all().map((stored) => stored.id)).toEqual([id]);
});

test('a mistake of ours in a probe is not hidden', async () => {
  const failing = checkStage(runOf(), [probing(throws(new TypeError('ours')))]);
  await expect(failing).rejects.toThrow('ours');
});
