import { expect, test } from 'vitest';
import type { RunResult } from '../../../../contract-tests/index.ts';
import type { Io } from '../../io.ts';
import { ran } from '../verify.test.support.ts';
import { repeated } from './repeated.ts';

const saying = async (...verdicts: RunResult['verdict'][]) => {
  let out = '';
  const io = {
    stdout: { write: (text: string) => (out += text) },
    signal: new AbortController().signal,
  } as unknown as Io;
  let time = 0;
  const run = async () => {
    const verdict = verdicts[time++];
    return {
      verdict,
      clauses: [],
      requests: 1,
      durationMs: 1,
      exitCode: 0,
    } as unknown as RunResult;
  };
  const code = await repeated(verdicts.length, run, io);
  return { code, out };
};

test('the same verdict each time ends as one run does', async () => {
  const { code, out } = await saying('conforms', 'conforms', 'conforms');
  expect(code).toBe(0);
  expect(out).toContain('The same verdict and the same broken clauses 3 times.');
});

test('a verdict that changes is a failure', async () => {
  const { code, out } = await saying('conforms', 'violates', 'conforms');
  expect(code).toBe(1);
  expect(out).toContain('1 of 3 verdicts differ from the first.');
});

test('the reference server is judged alike twice, in any dialect', async () => {
  const { code, printed } = await ran(['--repeat', '2', '--dialect', 'contrary']);
  const requests = [...printed.matchAll(/conforms, (\d+) requests in/g)].map(([, count]) =>
    Number(count),
  );
  expect(requests).toHaveLength(2);
  expect(Math.max(...requests)).toBeLessThan(2000);
  expect(code).toBe(0);
});

test.each([
  [['--dialect', 'strict', '--base-url', 'http://127.0.0.1:9'], /--dialect is for the reference/],
  [['--repeat', '0'], /--repeat is "0"/],
  [['--plan-seed', 'x'], /--plan-seed is "x"/],
  [['--shard', '1/2'], /--shard needs --target/],
])('%j is wrong usage', async (args, says) => {
  const { code, printed } = await ran(args);
  expect(code).toBe(2);
  expect(printed).toMatch(says);
});
