import { expect, test } from 'vitest';
import { dialectOf } from '../dialects/dialect.ts';
import { dialectNames, namedDialects } from '../dialects/named.ts';
import { applyDialect } from './apply-dialect.ts';
import { readContract } from './document.ts';
import { inOpenApi31 } from './newer-openapi.ts';
import { published } from './published.ts';

test('schemas have examples, and everything else is as it was', () => {
  const old = readContract();
  const document = inOpenApi31(old);
  expect(document.openapi).toBe('3.1.0');
  const { Report, ReportDraft } = document.components.schemas;
  expect(Report?.properties?.name).toMatchObject({ type: 'string', examples: ['rat'] });
  expect(ReportDraft?.properties?.tags).toMatchObject({ examples: [['rat', 'windows']] });
  const back = JSON.stringify(document).replace(/"examples":\[/g, '"example":[');
  expect(back.length).toBeLessThan(JSON.stringify(old).length * 1.1);
  expect(document.paths['/feed/{service}/api']?.parameters).toEqual(
    old.paths['/feed/{service}/api']?.parameters,
  );
});

/** What 3.1 does not know any more, or reads in another way. */
const gone = ['nullable', 'exclusiveMinimum', 'exclusiveMaximum', 'x-nullable'];

test.each(dialectNames)('%s: nothing else in it differs between 3.0 and 3.1', (name) => {
  const document = inOpenApi31(published(applyDialect(dialectOf(namedDialects[name].differences))));
  const found: string[] = [];
  (function look(node: unknown, path: string): void {
    if (typeof node !== 'object' || node === null) return;
    for (const [key, value] of Object.entries(node)) {
      const at = `${path}/${key}`;
      if (
        gone.includes(key) ||
        (key === 'format' && /^(binary|byte|base64)$/.test(String(value)))
      ) {
        found.push(at);
      }
      if (key === 'example' && 'type' in node) found.push(at);
      if (key !== 'x-open-point' && key !== 'examples') look(value, at);
    }
  })(document, '');
  expect(found).toEqual([]);
});
