import { expect, test } from 'vitest';
import { NoAnswer } from '../talk/client.ts';
import type { Outage } from '../talk/outage.ts';
import { Evidence } from '../verdict/evidence.ts';
import { crashOf, endingOf } from './outages.ts';

function sent(url: string) {
  return { method: 'GET', url, caller: 'me' };
}

function outage(part: Partial<Outage> = {}): Outage {
  return {
    origin: 'http://a',
    error: 'closed',
    inFlight: [sent('/1'), sent('/2')],
    hasComeBack: true,
    hasForgotten: false,
    waitedMs: 0,
    ...part,
  };
}

test('only a server that has not come back ends a run', () => {
  const ending = outage({ hasComeBack: false });
  expect(endingOf([outage(), ending])).toEqual(ending);
  expect(endingOf([outage()])).toBeUndefined();
});

test('the first request that was lost with a server is named', () => {
  const evidence = new Evidence();
  expect(crashOf(evidence)).toBeUndefined();
  for (const one of [undefined, outage()]) {
    const error = new NoAnswer('http://a', new Error('lost'), one && { outage: one });
    evidence.unanswered.push({ clauses: [], error });
  }
  expect(crashOf(evidence)).toBe(
    'the server at http://a stopped responding after GET /1 as me or 1 other request in flight (closed)',
  );
});
