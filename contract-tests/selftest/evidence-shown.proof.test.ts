import { expect, test } from 'vitest';
import { judgeTarget } from '../index.ts';
import { mutantNamed } from './mutants/index.ts';
import { withServer } from './trial.ts';

test('what is shown of a cause is the last of the requests that reproduce it, without tokens', async () => {
  const mutant = mutantNamed('strangers-delete-at-the-third-try');
  const only = ['delete/reader-may-not', 'delete/other-researcher-may-not'];
  const { causes } = await withServer({ mutant }, (target) => judgeTarget(target, { only }));
  const [cause] = causes;
  const last = cause?.confirmation?.calls.at(-1);
  expect(cause?.exchange).toMatchObject({
    scenario: 'replay',
    operation: last?.operation,
    caller: last?.caller,
    request: { headers: { authorization: '$TOKEN' } },
  });
  expect(cause?.confirmation).not.toHaveProperty('finding');
});
