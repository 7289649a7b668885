import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { packageRoot } from './values/package-root.ts';

test('every method of a server, and every type but those that are generated, has a sentence', () => {
  const source = (file: string) => readFileSync(join(packageRoot, file), 'utf8');
  const exported = ['src/index.ts', 'contract-tests/verify.ts'].flatMap((entry) =>
    [...source(entry).matchAll(/^export (?:type )?\{([^}]*)\} from '\.\/([^']+)';/gms)].map(
      ([, names = '', file = '']) => ({ names, file: join(dirname(entry), file) }),
    ),
  );
  const types = exported.flatMap(({ names, file }) => {
    const text = file.includes('generated') ? '' : source(file);
    const all = names.match(/\w+(?=( as \w+)?\s*(,|$))/g) ?? [];
    return all.filter((name) =>
      new RegExp(`[^/]\\n(export )?(class|interface|type|function) ${name}\\b`).test(text),
    );
  });
  const controls = ['requests-control', 'world-control', 'server-control', 'running-server'];
  const methods = controls.flatMap((file) => [
    ...source(`src/admin/control/${file}.ts`).matchAll(
      /[^/]\n {2}(?:async |get )?([a-z]\w*)\([^;]*?\{\n/g,
    ),
  ]);
  const named = methods.map(([, name]) => name).filter((name) => name !== 'constructor');
  expect([...types, ...named]).toEqual([]);
});
