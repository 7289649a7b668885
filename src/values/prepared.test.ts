import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { prepared, preparedFolder } from './prepared.ts';

test('from source, nothing is taken that an earlier build has prepared', () => {
  const file = join(preparedFolder, 'outdated.json');
  mkdirSync(preparedFolder, { recursive: true });
  writeFileSync(file, '{}');
  onTestFinished(() => rmSync(file));
  expect(prepared('outdated')).toBeUndefined();
});
