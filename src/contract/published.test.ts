import { expect, test } from 'vitest';
import { defaultDialect, dialectOf } from '../dialects/dialect.ts';
import { dialectNames, namedDialects } from '../dialects/named.ts';
import { randomDialect } from '../dialects/random.ts';
import { applyDialect } from './apply-dialect.ts';
import { readContract, resolved } from './document.ts';
import { operationsOf } from './operations.ts';
import { published, servedAt } from './published.ts';

const dialects = [
  ...dialectNames.map((name) => [name, dialectOf(namedDialects[name].differences)] as const),
  ...Array.from(
    { length: 20 },
    (_, seed) => [`random, seed ${seed}`, randomDialect(seed)] as const,
  ),
];

test('by the default dialect, what readers get is openapi.yaml', () => {
  expect(published(applyDialect(defaultDialect))).toStrictEqual(readContract());
});

test.each(dialects)(
  '%s: readers get nothing unused, nothing of one validator, and for every success a body to make a type of',
  (_, dialect) => {
    const document = published(applyDialect(dialect));
    const text = JSON.stringify(document);
    expect(text).not.toContain('x-eov');
    const { securitySchemes: _schemes, ...components } = document.components;
    for (const [kind, group] of Object.entries(components)) {
      for (const name of Object.keys(group))
        expect(text).toContain(`"#/components/${kind}/${name}"`);
    }
    for (const [, kind = '', name = ''] of text.matchAll(/"#\/components\/(\w+)\/([\w-]+)"/g)) {
      expect(components).toHaveProperty([kind, name]);
    }
    for (const { responses } of operationsOf(document)) {
      const successes = Object.entries(responses).filter(([status]) => status.startsWith('2'));
      expect(successes.length).toBeGreaterThan(0);
      for (const [, response] of successes)
        expect(resolved(document, response)).toHaveProperty('content');
    }
  },
);

test('the URL it is served at stands first, plain, and in the place of every variable', () => {
  const url = 'http://127.0.0.1:8080/__worlds/mine';
  const document = servedAt(applyDialect(defaultDialect), url);
  const lookup = document.paths['/private/sample/{hash}']?.servers ?? [];
  for (const [servers, name] of [
    [document.servers, 'base_url'],
    [lookup, 'analysis_url'],
  ] as const) {
    expect(servers[0]?.url).toBe(url);
    expect(servers[1]).toMatchObject({ url: `{${name}}`, variables: { [name]: { default: url } } });
    expect(servers).toHaveLength(2);
  }
  const { servers, paths, ...rest } = readContract();
  expect(document).toMatchObject(rest);
});
