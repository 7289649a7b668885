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

test('every method of a server, and every type but those that are generated, has a sentence', () => {
  const source = (file: string) => readFileSync(join(packageRoot, 'src', file), 'utf8');
  const index = source('index.ts').matchAll(/^export (?:type )?\{([^}]*)\} from '\.\/([^']+)';/gms);
  const types = [...index].flatMap(([, names = '', file = '']) => {
    const text = file.includes('generated') ? '' : source(file);
    const all = names.match(/\w+(?=( as \w+)?\s*(,|$))/g) ?? [];
    return all.filter((name) =>
      new RegExp(`[^/]\\n(export )?(class|interface|type|function) ${name}\\b`).test(text),
    );
  });
  const controls = ['world-control', 'server-control', 'running-server'];
  const methods = controls.flatMap((file) => [
    ...source(`admin/${file}.ts`).matchAll(/[^/]\n {2}(?:async |get )?([a-z]\w*)\([^;]*?\{\n/g),
  ]);
  const named = methods.map(([, name]) => name).filter((name) => name !== 'constructor');
  expect([...types, ...named]).toEqual([]);
});
