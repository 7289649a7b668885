import { expect, test } from 'vitest';
import { judgeTarget } from '../../../contract-tests/index.ts';
import { conforming } from '../../../contract-tests/judging/reporters/recorded.test.support.ts';
import { referenceTarget } from '../../../contract-tests/selftest/trial.ts';
import { defaultDialect } from '../../dialects/dialect.ts';
import { startServer } from '../../server.ts';

test('the reference server conforms, nothing is left behind, and no more is spent than announced', async () => {
  const calls = new Map<string, number>();
  await using server = await startServer({
    mutant: (honest) => ({
      ...honest,
      answer(call) {
        const token = call.authorization ?? '';
        if (call.operation === 'lookup') calls.set(token, (calls.get(token) ?? 0) + 1);
        return honest.answer.call(this, call);
      },
    }),
  });
  const before = server.state().reports.length;
  const target = referenceTarget(server, defaultDialect);
  const result = await judgeTarget(target, { learn: true });
  expect(result).toMatchObject({ verdict: 'conforms', exitCode: 0, leftovers: [] });
  expect(server.state().reports).toHaveLength(before);
  for (const [nth, { token }] of target.tokens.limited.entries())
    expect(calls.get(token)).toBeLessThanOrEqual(result.spending[nth]?.calls ?? 0);

  // What tests of reporters take for a run has the shape of one: npm run selftest -- record makes it anew.
  expect(Object.keys(conforming).sort()).toEqual(Object.keys(result).sort());
  expect(conforming.clauses.map(({ id }) => id)).toEqual(result.clauses.map(({ id }) => id));
});
