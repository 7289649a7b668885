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
    tried: 1,
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

test('what a server stops at again is named before what was only lost', () => {
  const evidence = new Evidence();
  expect(crashOf(evidence)).toBeUndefined();
  for (const one of [undefined, outage(), outage({ culprit: 1 })]) {
    const error = new NoAnswer('http://a', new Error('lost'), one && { outage: one });
    evidence.unanswered.push({ clauses: [], error });
  }
  expect(crashOf(evidence)).toContain('at GET /2 as me, which does it again alone');
});
