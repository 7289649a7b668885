import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { normalisations } from '../spec/normalisations.ts';
import { isStatus } from '../spec/open-point.ts';
import { openPoints } from '../spec/open-points.ts';
import { packageRoot } from '../values/package-root.ts';

/** Nothing shows them from outside, or only a run that takes longer than any. */
const outOfSight: readonly string[] = [
  'any.rate-limit',
  'auth.lifetime',
  'lookup.initial-requests',
];

test('the kit observes every open point that shows from outside', () => {
  const folder = join(packageRoot, 'contract-tests');
  const kit = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !/\.test\.|^selftest/.test(file))
    .map((file) => readFileSync(join(folder, file), 'utf8'))
    .join('\n');
  // Observed by names that are put together.
  const composed = /^lookup\.error-body\.|^create\.(?:required|score)\./;
  const byRule: readonly string[] = Object.values(normalisations)
    .flat()
    .map(({ point }) => point);
  const unseen = openPoints.filter(
    ({ id }) =>
      !isStatus(id) &&
      !kit.includes(`'${id}'`) &&
      !composed.test(id) &&
      ![...byRule, ...outOfSight].includes(id),
  );
  const ids = unseen.map(({ id }) => id);
  expect(ids, 'add a probe in contract-tests/service/learn').toEqual([]);
});
