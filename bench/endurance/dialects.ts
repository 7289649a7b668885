import { randomDialect } from '../../src/dialects/random.ts';
import { walk } from '../../src/http/walk/dialect-walk.test.support.ts';
import type { Finding, Setting, Trial } from './trial.ts';

export const dialects: Trial = {
  name: 'dialects',
  about: 'random dialects taken through every operation, each judged by its own document',
  ...{ option: 'dialects', full: 2000, short: 10 },
  run,
};

async function run({ amount, seed, say }: Setting): Promise<Finding> {
  const problems: string[] = [];
  for (let number = seed; number < seed + amount; number += 1) {
    const found = (await walk(randomDialect(number))).problems;
    problems.push(...found.map((what) => `dialect ${number}: ${what}`));
    if ((number - seed + 1) % 50 === 0) say(`${number - seed + 1} of ${amount}`);
  }
  return { numbers: `${amount} dialects walked`, problems };
}
