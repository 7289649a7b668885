import { expect, test } from 'vitest';
import type { RunResult } from '../run/result.ts';
import { githubAnnotations, markdownSummary } from './github.ts';

const hostile = 'a%0A,b:c\n::error::forged <img src=x> [x](http://evil) `x` ``` | @all';

const result = {
  verdict: 'violates',
  exitCode: 1,
  summary: hostile,
  target: { baseUrl: 'http://127.0.0.1:1', service: 's', file: 'my,file:a.yaml', areas: ['feed'] },
  requests: 3,
  counts: { met: 1, broken: 2, untested: 0, waived: 0, openObserved: 0 },
  problems: [{ key: 'baseUrl', message: hostile, line: 5 }],
  causes: [
    {
      clause: 'create/error-flag-false',
      section: '7',
      kind: 'derived',
      sentence: 'The flag of a refused create is false.',
      expected: hostile,
      actual: hostile,
      times: 1,
      follows: ['delete/error-flag-false'],
      alike: [],
      script: ["echo '```'", 'exit 1'],
    },
  ],
  clauses: [],
} as unknown as RunResult;

test('annotations hold each what a command cannot, and are one line each', () => {
  const lines = githubAnnotations(result).split('\n');
  expect(lines).toHaveLength(3);
  expect(lines[0]).toMatch(
    /^::error title=baseUrl,file=my%2Cfile%3Aa.yaml,line=5::baseUrl: a%250A,b:c/,
  );
  expect(lines[1]).toMatch(
    /^::error title=create\/error-flag-false::The flag of a refused create is false.%0Aexpected a%250A/,
  );
});

test('the summary shows what a server says as text, and a script in a fence it cannot end', () => {
  const text = markdownSummary(result);
  expect(text).toMatch(/^## VIOLATES: /);
  const outside = text.replace(/^(`{3,})\w*\n[\s\S]*?\n\1$/gm, '');
  expect(outside).not.toMatch(/<img|\]\(http|@all/);
  expect(text).toContain("````sh\necho '```'\nexit 1\n````");
});
