import { expect, test } from 'vitest';
import type { RunResult } from '../../../contract-tests/index.ts';
import type { Io } from '../io.ts';
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
