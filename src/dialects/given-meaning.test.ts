import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openPointById } from '../spec/open-points.ts';
import { packageRoot } from '../spec/package-root.ts';

/** Their ids are put together where they are read. */
const isMadeUp = (id: string): boolean => /\.status\.|^lookup\.error-body\./.test(id);

test('every open point means something to the server, by the contract or by code that reads it', () => {
  const src = join(packageRoot, 'src');
  const code = readdirSync(src, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.ts$/.test(name) && !/\.test\.|\.generated\.|named\.ts$/.test(name))
    .map((name) => readFileSync(join(src, name), 'utf8'))
    .join('\n');
  const meaningless = [...openPointById.values()].filter(
    (point) =>
      !isMadeUp(point.id) &&
      !('sets' in point) &&
      !('patch' in point) &&
      !code.includes(`'${point.id}'`),
  );
  expect(meaningless.map(({ id }) => id)).toEqual([]);
});
