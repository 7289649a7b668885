import { expect, test } from 'vitest';
import { askable } from '../spend/count-plan.test.support.ts';
import { callsOf, countPlans } from '../spend/count-plan.ts';
import { feedTargetAt } from '../target/target.test.support.ts';
import { whyUnobserved } from './unobserved.ts';

const target = feedTargetAt('http://127.0.0.1:4010');

test('what null stands for shows only where a field may be left out', () => {
  expect(whyUnobserved('create.null-fields', target)).toBe(
    'it shows only where a field may be left out',
  );
});

test('limited tokens of the size that is asked for show how malformed hashes are counted', () => {
  const limited = [1, 8, 8].map((remaining) => ({ token: `t${remaining}`, remaining }));
  const tokens = { ...target.tokens, limited };
  const why = whyUnobserved('lookup.malformed', { ...target, areas: ['lookup'], tokens });
  const least = Number(/with (\d+) or more left/.exec(why)?.[1]);
  const kindsWith = (remaining: number) => {
    const [plan] = countPlans([{ token: 'least', remaining }, ...limited.slice(1)]);
    return plan && callsOf(plan, askable).inTurn.map(({ kind }) => kind);
  };
  expect(kindsWith(least)).toContain('malformed');
  expect(kindsWith(least - 1)).not.toContain('malformed');
});
