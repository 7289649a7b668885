import { expect, test } from 'vitest';
import type { Cause } from '../causes/cause.ts';
import type { RunResult } from '../run/result.ts';
import { violating } from './recorded.test.support.ts';
import { markdownSummary } from './reporters.ts';

const hostile = 'a%0A,b:c\n::error::forged <img src=x> [x](http://evil) `x` ``` | @all';

const [cause] = violating.causes as [Cause];
const result: RunResult = {
  ...violating,
  summary: hostile,
  target: { ...violating.target, file: 'my,file:a.yaml' },
  problems: [{ key: 'baseUrl', message: hostile, line: 5 }],
  causes: [{ ...cause, expected: hostile, actual: hostile, curl: ["echo '```'", 'exit 1'] }],
};

test('the summary escapes text from the server, and no call can end its fence', () => {
  const text = markdownSummary(result);
  expect(text).toMatch(/^## VIOLATES: /);
  const outside = text.replace(/^(`{3,})\w*\n[\s\S]*?\n\1$/gm, '');
  expect(outside).not.toMatch(/<img|\]\(http|@all/);
  expect(text).not.toContain('&#45;');
  expect(text).toContain("````sh\necho '```'\nexit 1\n````");
});
