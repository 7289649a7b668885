import { expect, test } from 'vitest';
import type { Cause } from '../causes/cause.ts';
import type { RunResult } from '../run/result.ts';
import { violating } from './recorded.test.support.ts';
import { githubAnnotations, markdownSummary } from './reporters.ts';

const hostile = 'a%0A,b:c\n::error::forged <img src=x> [x](http://evil) `x` ``` | @all';

const [cause] = violating.causes as [Cause];
const result: RunResult = {
  ...violating,
  summary: hostile,
  target: { ...violating.target, file: 'my,file:a.yaml' },
  problems: [{ key: 'baseUrl', message: hostile, line: 5 }],
  causes: [{ ...cause, expected: hostile, actual: hostile, curl: ["echo '```'", 'exit 1'] }],
};

test('annotations hold each what a command cannot, and are one line each', () => {
  const lines = githubAnnotations(result).split('\n');
  expect(lines).toHaveLength(3);
  expect(lines[0]).toMatch(
    /^::error title=baseUrl,file=my%2Cfile%3Aa.yaml,line=5::baseUrl: a%250A,b:c/,
  );
  expect(lines[1]).toMatch(
    /^::error title=delete\/flag-is-success,file=my%2Cfile%3Aa.yaml,line=\d+::success is missing in the response to a delete%0Aagainst A successful delete has the flag success.%0Aexpected a%250A/,
  );
});

test('an ending and a drift carry their place as well', () => {
  const results = [{ openPoint: 'a.b', expected: 1, actual: 2, verdict: 'differs' as const }];
  const expectations = { file: 'card.yaml', results, strict: false } as unknown;
  const stopped = { origin: 'http://a', error: 'ECONNRESET', inFlight: [], tried: 0, waitedMs: 1 };
  const told = githubAnnotations({
    ...result,
    problems: [],
    causes: [],
    outages: [{ ...stopped, hasComeBack: false, hasForgotten: false }],
    expectations: expectations as RunResult['expectations'] & object,
  }).split('\n');
  expect(told[0]).toMatch(/^::error title=aborted,file=my%2Cfile%3Aa.yaml,line=\d+::/);
  expect(told[1]).toMatch(/^::warning title=a.b,file=card.yaml,line=1::/);
});

test('the summary escapes text from the server, and no call can end its fence', () => {
  const text = markdownSummary(result);
  expect(text).toMatch(/^## VIOLATES: /);
  const outside = text.replace(/^(`{3,})\w*\n[\s\S]*?\n\1$/gm, '');
  expect(outside).not.toMatch(/<img|\]\(http|@all/);
  expect(text).not.toContain('&#45;');
  expect(text).toContain("````sh\necho '```'\nexit 1\n````");
});
