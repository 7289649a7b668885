import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { isStatus } from '../spec/open-point.ts';
import { openPoints } from '../spec/open-points.ts';
import { packageRoot } from '../spec/package-root.ts';

const code = (top: string, isLeftOut: RegExp): string =>
  readdirSync(join(packageRoot, top), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !isLeftOut.test(file))
    .map((file) => readFileSync(join(packageRoot, top, file), 'utf8'))
    .join('\n');

const points = openPoints.filter(({ id }) => !isStatus(id));

test('every answer to an open point means something: by a patch, by a keyword, or to the server', () => {
  const server = code('src', /\.test\.|generated|^dialects\/named|^matrix/);
  const meaningless = points.filter(
    ({ id, sets, patch = {}, alternatives }) =>
      sets === undefined &&
      !server.includes(`'${id}'`) &&
      !/^lookup\.error-body\./.test(id) &&
      !alternatives.every((answer) => String(answer) in patch),
  );
  const ids = meaningless.map(({ id }) => id);
  expect(ids, 'read them in src/dialects/rules.ts or in an operation').toEqual([]);
});

test('the kit observes every open point, or says why it cannot', () => {
  const kit = code('contract-tests', /\.test\.|^selftest/);
  // Observed by names that are put together.
  const composed = /^lookup\.error-body\.|^create\.required\./;
  const unseen = points.filter(({ id }) => !kit.includes(`'${id}'`) && !composed.test(id));
  const ids = unseen.map(({ id }) => id);
  expect(ids, 'add a probe in contract-tests/learn, or a line in unobserved.ts').toEqual([]);
});
