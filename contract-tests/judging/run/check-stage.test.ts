import { expect, test } from 'vitest';
import { targetAt } from '../../service/target/target.test.support.ts';
import { NoAnswer } from '../talk/client.ts';
import { NotTestable } from '../talk/not-testable.ts';
import type { Outage } from '../talk/outage.ts';
import { checkStage } from './check-stage.ts';
import { answering, json, runOf } from './run.test.support.ts';
import type { Scenario } from './scenario.ts';

const clauses = ['create/id-present', 'create/flag-present'] as const;

function playing(run: Scenario['run'], more: Partial<Scenario> = {}): Scenario {
  return { name: 'a scenario', area: 'feed', clauses, run, ...more };
}

const outage: Outage = {
  origin: 'http://127.0.0.1:9',
  error: 'connection closed',
  inFlight: [],
  hasComeBack: true,
  hasForgotten: false,
  waitedMs: 0,
};
const lacking = new NotTestable('tokens.reader');
const silence = new NoAnswer('http://127.0.0.1:9/', new Error('lost'));
const stopped = new NoAnswer('http://127.0.0.1:9/', new Error('lost'), { outage });
const lacks = ['the target file has no tokens.reader'];

interface Told {
  readonly tries: number;
  readonly reasons?: readonly string[];
  readonly unanswered?: readonly unknown[];
}

test.each<[string, { error?: Error; isLost?: true } & Partial<Scenario>, Told]>([
  ['nothing, if it ends', {}, { tries: 1 }],
  ['what it lacks', { error: lacking }, { tries: 1, reasons: lacks }],
  ['that nothing answered, twice', { error: silence }, { tries: 2, unanswered: [clauses] }],
  ['that it stopped the server', { error: stopped }, { tries: 3, unanswered: [clauses] }],
  ['what the server has lost', { error: lacking, isLost: true }, { tries: 3, reasons: lacks }],
  // Counted calls are never repeated.
  ['the same once', { error: silence, isCounted: true }, { tries: 1, unanswered: [clauses] }],
  ['that once', { error: stopped, isCounted: true }, { tries: 1, unanswered: [clauses] }],
  ['this once', { error: lacking, isLost: true, isCounted: true }, { tries: 1, reasons: lacks }],
  // A probe judges nothing.
  ['nothing of what a probe lacks', { error: lacking, isProbe: true }, { tries: 1 }],
  ['nothing of a probe without an answer', { error: silence, isProbe: true }, { tries: 1 }],
])(
  'a scenario proves nothing by itself, and tells %s',
  async (_, { error, isLost, ...more }, told) => {
    const run = runOf();
    let tries = 0;
    const play = async () => {
      tries += 1;
      if (isLost) run.outages.push(outage);
      if (error) throw error;
    };
    await checkStage(run, [playing(play, more)]);
    const { evidence } = run;
    const { reasons = [], unanswered = [] } = told;
    expect(tries).toBe(told.tries);
    expect(clauses.map((id) => evidence.metCount(id))).toEqual([0, 0]);
    expect(evidence.reasons(clauses[0])).toEqual(reasons);
    expect(evidence.unanswered.map((one) => one.clauses)).toEqual(unanswered);
  },
);

test('after a stop nothing is begun, and what was under way counts for nothing', async () => {
  const stop = new AbortController();
  const run = runOf(targetAt(), { signal: stop.signal });
  let begun = 0;
  const stopping = playing(async () => {
    begun += 1;
    stop.abort();
    throw lacking;
  });
  await checkStage(run, [stopping]);
  await checkStage(run, [stopping]);
  expect(begun).toBe(1);
  expect(run.evidence.reasons(clauses[0])).toEqual([]);
});

test.each([false, true])('a mistake of ours is not hidden, in a probe: %s', async (isProbe) => {
  const failing = playing(() => Promise.reject(new TypeError('ours')), { isProbe });
  await expect(checkStage(runOf(), [failing])).rejects.toThrow('ours');
});

test('responses to probes are not judged, but what they store is known', async () => {
  const id = '11111111-1111-4111-8111-111111111111';
  const url = await answering((request, response) => {
    const isCreate = request.method === 'POST';
    const body = isCreate ? { id, successful: 'yes' } : { message: 'Bad Request', statusCode: 400 };
    json(isCreate ? 201 : 400, body)(request, response);
  });
  const run = runOf(targetAt(url));
  const asking = { caller: run.callers.researcher, about: { service: 'tunnelco' } };
  const probes = ['fetch', 'create'].map((operation) =>
    playing(({ ask }) => ask({ operation, ...asking }), { isProbe: true }),
  );
  await checkStage(run, probes);
  expect(run.evidence.anyBroken).toBe(false);
  expect(run.reports.all().map((stored) => stored.id)).toEqual([id]);
});
