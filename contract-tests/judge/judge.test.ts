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

const created = (number: number, c2Address: string): Exchange => ({
  ...tooLarge('{"id":"11111111-1111-4111-8111-111111111111","successful":true}', false),
  number,
  about: { service: 'tunnelco', sent: { c2Address } },
});

test.each([
  ['an equal report', 'a:1', ['create/repeats-make-new-reports']],
  ['another report', 'b:2', ['create/makes-a-new-report']],
])('the id of %s breaks one clause, and says by which reading', (_, second, clauses) => {
  const broken: string[] = [];
  const evidence = new Evidence((clause) => broken.push(clause));
  const judge = judgeOf(evidence, new Ledger());
  judge(created(1, 'a:1'));
  judge(created(2, second));
  expect(broken.filter((id) => /report/.test(id))).toEqual(clauses);
  const [finding] = evidence.findings('create/repeats-make-new-reports');
  if (finding) expect(finding.expected).toContain('by our reading of');
});
