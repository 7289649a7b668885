import { expect, test } from 'vitest';
import { Evidence } from '../model/evidence.ts';
import { NoAnswer } from '../talk/client.ts';
import type { Outage } from '../talk/outage.ts';
import { crashOf, crashRemarks, endingOf } from './outages.ts';

const sent = (url: string) => ({ method: 'GET', url, caller: 'me' });
const outage = (part: Partial<Outage> = {}): Outage => ({
  ...{ origin: 'http://a', sign: 'closed', inFlight: [sent('/1'), sent('/2')], tried: 1 },
  ...{ hasComeBack: true, hasForgotten: false, waitedMs: 0, ...part },
});

test('only a server that has not come back ends a run', () => {
  const ending = outage({ hasComeBack: false });
  expect([endingOf([outage(), ending]), endingOf([outage()])]).toEqual([ending, undefined]);
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

test('each server that came back has a remark, with some of what it stopped at', () => {
  const many = ['/1', '/2', '/3', '/4'].map(sent);
  const stopped = 'The server at http://a stopped responding';
  const remarks = crashRemarks([
    outage({ inFlight: many }),
    outage({ inFlight: many.slice(1), culprit: 0, sign: 'late' }),
    outage({ hasComeBack: false }),
    outage({ origin: 'http://b', hasForgotten: true, inFlight: many.slice(1) }),
  ]);
  expect(remarks.map(({ says }) => says)).toEqual([
    `${stopped} 2 times (closed, late) and came back. Alone, it does it again at GET /2 as me. In flight at other times: GET /1 as me; GET /2 as me; GET /3 as me; ….`,
    `${stopped.replace('a s', 'b s')} once (closed) and came back, without what it had stored; what was stored before is not judged. In flight: GET /2 as me; GET /3 as me; GET /4 as me.`,
  ]);
});
