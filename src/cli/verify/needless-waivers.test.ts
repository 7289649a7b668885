import { expect, test } from 'vitest';
import type { RunResult } from '../../../contract-tests/index.ts';
import { needlessWaivers } from './needless-waivers.ts';

test.each([
  ['waived', [], 3, 'now meets them: a'],
  ['waived', [], 0, ''],
  ['waived', [{}], 3, ''],
  ['met', [], 3, ''],
])('a clause that is %s, with findings %j, met %i times', (verdict, findings, times, says) => {
  const clauses = [{ id: 'a', verdict, findings, times }];
  const said = needlessWaivers({ clauses } as unknown as RunResult);
  if (says === '') expect(said).toBe('');
  else expect(said).toContain(says);
});
