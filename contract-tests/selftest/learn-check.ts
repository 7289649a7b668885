/** Learns from the named dialects and 50 random ones: `npm run learn:check [-- COUNT [FIRST SEED]]`. */
import { dialectOf } from '../../src/dialects/dialect.ts';
import { dialectNames, namedDialects } from '../../src/dialects/named.ts';
import { randomDialect } from '../../src/dialects/random.ts';
import { lesson } from './learning.ts';

const [count = 50, first = 1] = process.argv.slice(2).map(Number);

const dialects = [
  ...dialectNames.map((name) => ({ name, dialect: dialectOf(namedDialects[name].differences) })),
  ...Array.from({ length: count }, (_, nth) => ({
    name: `random ${first + nth}`,
    dialect: randomDialect(first + nth),
  })),
];

let right = 0;
let answers = 0;
for (const { name, dialect } of dialects) {
  const { mistakes, learned } = await lesson(dialect);
  if (mistakes.length === 0) right += 1;
  answers += learned.length;
  console.log(`${mistakes.length === 0 ? '✔' : '✘'} ${name}: ${learned.length} answers learned`);
  for (const mistake of mistakes) console.log(`    ${mistake}`);
}
console.log(`${right} of ${dialects.length} cards agree with their server and its twin`);
console.log(`${(answers / dialects.length).toFixed(1)} answers learned on average`);
process.exitCode = right === dialects.length ? 0 : 1;
