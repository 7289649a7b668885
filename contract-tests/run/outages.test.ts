import { expect, test } from 'vitest';
import { Evidence } from '../model/evidence.ts';
import { NoAnswer } from '../talk/client.ts';
import type { Outage } from '../talk/outage.ts';
import { crashOf, crashRemarks, endingOf, unansweredReason } from './outages.ts';

const origin = 'http://127.0.0.1:9';
const sent = (url: string) => ({ method: 'GET', url, caller: 'tokens.reader' });
const outage = (part: Partial<Outage> = {}): Outage => ({
  ...{ origin, sign: 'connection closed', inFlight: [sent('/a'), sent('/b')], tried: 1 },
  ...{ hasComeBack: true, hasForgotten: false, waitedMs: 0, ...part },
});

test('only a server that has not come back ends a run', () => {
  const ending = outage({ hasComeBack: false });
  expect(endingOf([outage(), ending])).toBe(ending);
  expect(endingOf([outage()])).toBeUndefined();
});

test('what a server stops at again is named before what was only lost', () => {
  const evidence = new Evidence();
  expect(crashOf(evidence)).toBeUndefined();
  const errors = [undefined, outage(), outage({ culprit: 1 })].map(
    (one) => new NoAnswer(origin, new Error('lost'), one && { outage: one }),
  );
  evidence.unanswered.push(...errors.map((error) => ({ clauses: [], error })));
  expect(crashOf(evidence)).toContain('at GET /b as tokens.reader, which does it again alone');
});

test.each([
  [{}, `no response came from ${origin}/x`],
  [{ outage: outage() }, `the server at ${origin} stopped responding`],
  [
    { outage: outage(), isCulprit: true },
    `the server at ${origin} stopped responding at a request that this needs`,
  ],
])('without an answer, a clause says why: %o', (circumstances, says) => {
  const error = new NoAnswer(`${origin}/x`, new Error('lost'), circumstances);
  expect(unansweredReason(error)).toBe(says);
});

const four = ['/1', '/2', '/3', '/4'].map(sent);
const as = (...urls: string[]): string =>
  urls.map((url) => `GET ${url} as tokens.reader`).join('; ');
test.each<[string, readonly Outage[], readonly string[]]>([
  ['that is gone', [outage({ hasComeBack: false })], []],
  [
    'once',
    [outage({ culprit: 0 })],
    [`once (connection closed) and came back. Alone, it does it again at ${as('/a')}.`],
  ],
  [
    'twice alike',
    [outage(), outage({ sign: 'late' })],
    [`2 times (connection closed, late) and came back. In flight: ${as('/a', '/b')}.`],
  ],
  [
    'without what it had stored',
    [outage({ hasForgotten: true, inFlight: [] })],
    [
      'once (connection closed) and came back, without what it had stored; what was stored before is not judged.',
    ],
  ],
  [
    'with many in flight',
    [outage({ inFlight: four }), outage({ culprit: 1, inFlight: four.slice(0, 3) })],
    [
      `2 times (connection closed) and came back. Alone, it does it again at ${as('/2')}. In flight at other times: ${as('/1', '/2', '/3')}; ….`,
    ],
  ],
  [
    'with three in flight',
    [outage({ inFlight: four.slice(0, 3) })],
    [`once (connection closed) and came back. In flight: ${as('/1', '/2', '/3')}.`],
  ],
])('a server %s is remarked on', (_what, outages, says) => {
  const lines = crashRemarks(outages).map((remark) => remark.says);
  expect(lines).toEqual(says.map((one) => `The server at ${origin} stopped responding ${one}`));
});

test('each server has a remark of its own', () => {
  const remarks = crashRemarks([outage(), outage({ origin: 'http://b' }), outage()]);
  expect(remarks.map(({ says }) => /at (\S+) .* (once|2 times)/.exec(says)?.slice(1))).toEqual([
    [origin, '2 times'],
    ['http://b', 'once'],
  ]);
});
