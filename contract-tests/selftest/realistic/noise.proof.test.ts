import { expect, test } from 'vitest';
import { trial } from '../trial.ts';
import { noises } from './noise.ts';

test.each(Object.entries(noises))(
  'the kit accepts the honest server behind the noise %s',
  async (_, noise) => {
    const { verdict, clauses } = await trial({ layers: [noise] });
    const broken = clauses.filter((clause) => clause.verdict === 'broken');
    expect(broken.map(({ id, findings }) => [id, findings[0]?.actual])).toEqual([]);
    expect(verdict).toBe('conforms');
  },
);
