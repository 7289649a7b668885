import { expect, test } from 'vitest';
import type { RunResult } from '../../../contract-tests/index.ts';
import type { Io } from '../io.ts';
import { repeated } from './repeated.ts';

async function saying(...verdicts: RunResult['verdict'][]) {
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
}

test.each([
  ['the same', 'conforms', 0, 'The same verdict and the same broken clauses 3 times.'],
  ['another', 'violates', 1, '1 of 3 verdicts differ from the first.'],
] as const)('%s verdict in between: %s ends with %i', async (_what, second, code, says) => {
  const { code: ended, out } = await saying('conforms', second, 'conforms');
  expect(ended).toEqual(code);
  expect(out).toContain(says);
});
