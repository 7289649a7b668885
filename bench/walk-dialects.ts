import { parseArgs } from 'node:util';
import { randomDialect } from '../src/dialects/random.ts';
import { walk } from '../src/http/walk/dialect-walk.test.support.ts';

/** Takes many random dialects through the walk: `npm run walk -- --count 2000 --seed 1`. */
const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '100' },
    seed: { type: 'string', default: '1' },
  },
});
const first = Number(values.seed);
const end = first + Number(values.count);
const failed: number[] = [];
const started = performance.now();

for (let seed = first; seed < end; seed++) {
  const { problems } = await walk(randomDialect(seed));
  if (problems.length > 0) {
    if (failed.length === 0) {
      process.stdout.write(`\nseed ${seed} is the first to fail:\n  ${problems.join('\n  ')}\n`);
      process.stdout.write(`Repeat it: npm run walk -- --count 1 --seed ${seed}\n`);
    }
    failed.push(seed);
  }
  if ((seed - first + 1) % 50 === 0 || seed === end - 1) {
    const seconds = Math.round((performance.now() - started) / 1000);
    process.stdout.write(
      `${seed - first + 1} of ${end - first} dialects walked, ${failed.length} failed, ${seconds} s\n`,
    );
  }
}
if (failed.length > 0) {
  process.stdout.write(`Failing seeds: ${failed.slice(0, 50).join(', ')}\n`);
  process.exitCode = 1;
}
