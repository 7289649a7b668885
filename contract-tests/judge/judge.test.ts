import { expect, test } from 'vitest';
import type { Exchange } from '../talk/exchange.ts';
import { Ledger } from '../talk/ledger.ts';
import { Evidence } from './evidence.ts';
import { judgeOf } from './judge.ts';

const tooLarge = (body: string, inFront: boolean): Exchange => ({
  number: 1,
  operation: 'create',
  about: { service: 'tunnelco' },
  caller: 'tokens.researcher',
  request: { method: 'POST', url: 'http://127.0.0.1:1/feed/tunnelco/api', headers: {} },
  response: { status: 413, headers: { 'content-type': 'text/html' }, body },
  startedAt: 0,
  endedAt: 1,
  throttled: false,
  ...(inFront && { inFront }),
});

test.each([
  [
    'a page of a proxy is not judged where something in front of the API may answer',
    '<html>',
    true,
    false,
  ],
  ['the same page is judged where only the API answers', '<html>', false, true],
  ['JSON is judged in either case: it comes from the API', '{"error":"too large"}', true, true],
])('%s', (_what, body, inFront, judged) => {
  const evidence = new Evidence();
  judgeOf(evidence, new Ledger())(tooLarge(body, inFront));
  expect(evidence.anyBroken).toBe(judged);
});
