import { afterEach, expect, test, vi } from 'vitest';
import type { RunResult } from '../run/result.ts';
import { consoleReport } from './console.ts';

const result: RunResult = {
  kit: '0.0.0',
  verdict: 'violates',
  exitCode: 1,
  summary: '1 clause is broken',
  target: { baseUrl: 'http://127.0.0.1:1', service: 'tunnelco', areas: ['feed'] },
  startedAt: '2026-01-31T13:45:00.000Z',
  durationMs: 1,
  requests: 1,
  cases: { seed: 1, thorough: false },
  cleaning: 0,
  counts: {
    met: 0,
    broken: 1,
    untested: 0,
    waived: 0,
    notApplicable: 0,
    judgeable: 1,
    openObserved: 0,
    openUnseen: 0,
  },
  causes: [],
  clauses: [
    {
      id: 'delete/flag-is-success',
      section: '4.3',
      kind: 'fixed',
      sentence: 'A deletion says success.',
      verdict: 'broken',
      times: 0,
      findings: [{ clause: 'delete/flag-is-success', expected: 'a', actual: 'b' }],
      observations: [],
    },
  ],
  observations: [],
  problems: [],
  spending: [],
  unlocks: [],
  leftovers: [],
  coverage: [],
  aborted: false,
};

afterEach(() => {
  vi.unstubAllEnvs();
});

// biome-ignore lint/suspicious/noControlCharactersInRegex: colours are control characters
const escapes = /\u001b\[\d+m/g;

test('colours are as the command decided, and change nothing else', () => {
  const plain = consoleReport(result, { color: false, verbose: false });
  expect(plain).not.toMatch(escapes);
  vi.stubEnv('NO_COLOR', '1');
  const painted = consoleReport(result, { color: true, verbose: false });
  expect(painted).toContain('\u001b[31mVIOLATES');
  expect(painted.replaceAll(escapes, '')).toBe(plain);
});
