import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import * as kit from './index.ts';
import { packageRoot } from './spec/package-root.ts';

test('the types of `require` name all that `import` gives', () => {
  const text = readFileSync(join(packageRoot, 'src', 'index.d.cts'), 'utf8');
  const named = [...text.matchAll(/^export declare const (\w+): Kit\['\1'\];$/gm)].map(
    ([, n]) => n,
  );
  expect(named.sort()).toEqual(Object.keys(kit).sort());
});
