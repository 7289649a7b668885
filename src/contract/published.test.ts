import { OpenAPISchemaValidator } from 'express-openapi-validator/dist/framework/openapi.schema.validator.js';
import { expect, test } from 'vitest';
import { defaultDialect, dialectOf } from '../dialects/dialect.ts';
import { dialectNames, namedDialects } from '../dialects/named.ts';
import { randomDialect } from '../dialects/random.ts';
import { applyDialect } from './apply-dialect.ts';
import { type ResponseObject, readContract, resolved } from './document.ts';
import { operationsOf } from './operations.ts';
import { published, servedAt } from './published.ts';
import { compilerOf } from './schema-compiler.test.support.ts';

const dialects = [
  ...dialectNames.map((name) => [name, dialectOf(namedDialects[name].differences)] as const),
  ...Array.from(
    { length: 40 },
    (_, seed) => [`random, seed ${seed}`, randomDialect(seed)] as const,
  ),
];

test('by the default dialect, what readers get is openapi.yaml', () => {
  expect(published(applyDialect(defaultDialect))).toStrictEqual(readContract());
});

const structure = new OpenAPISchemaValidator({ version: '3.0.3', validateApiSpec: true });

test.each(dialects)(
  'the document of the dialect %s is sound, and fit for readers',
  (_name, dialect) => {
    const applied = applyDialect(dialect);
    // It is valid OpenAPI, and allows its own examples.
    const written = applied as unknown as Parameters<typeof structure.validate>[0];
    expect(structure.validate(written).errors).toEqual([]);
    const compile = compilerOf(applied);
    for (const { operationId, responses } of operationsOf(applied))
      for (const { content = {} } of Object.values(responses) as ResponseObject[])
        for (const { schema, examples = {} } of Object.values(content)) {
          const judge = compile(schema);
          for (const [name, { value }] of Object.entries(examples))
            expect(judge(value), `${operationId}: ${name}`).toBe(true);
        }
    // Readers get nothing unused, nothing of one validator, and for every success a body to make a type of.
    const document = published(applied);
    const text = JSON.stringify(document);
    expect(text).not.toContain('x-eov');
    const { securitySchemes: _schemes, ...components } = document.components;
    const there = Object.entries(components).flatMap(([kind, group]) =>
      Object.keys(group).map((name) => `"#/components/${kind}/${name}"`),
    );
    const used = text.match(/"#\/components\/\w+\/[\w-]+"/g) ?? [];
    expect([...new Set(used)].sort()).toEqual(there.sort());
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
