import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { packageRoot } from '../values/package-root.ts';
import { generated } from './generated.ts';

test('the generated files are what openapi.yaml makes of them: if not, run npm run generate', async () => {
  const files = Object.entries(await generated());
  expect(files.length).toBeGreaterThan(1);
  for (const [path, text] of files) {
    expect(readFileSync(join(packageRoot, path), 'utf8'), path).toBe(text);
    expect(text, path).toMatch(
      /^(\/\/|<!--) Generated from (openapi|admin\.openapi|clauses)\.yaml (and \S+ )?by `npm run generate`/,
    );
  }
});
