import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { allClauses } from '../../../src/spec/clauses/clauses.ts';
import { operationPlaces } from '../../../src/spec/operations.ts';
import { packageRoot } from '../../../src/values/package-root.ts';
import { operations } from './operations.ts';

const page = readFileSync(join(packageRoot, 'docs', 'serve.md'), 'utf8');

test.each([...operationPlaces])(
  '$name is read by the kit, has clauses and is in docs/serve.md',
  ({ name, method, path }) => {
    expect(operations.of(name).words.calls, 'words.calls names several calls').toMatch(/s$/);
    expect(allClauses().filter(({ id }) => id.startsWith(`${name}/`))).not.toEqual([]);
    expect(page, 'add a line to the table in docs/serve.md').toContain(`\`${method} ${path}`);
  },
);
