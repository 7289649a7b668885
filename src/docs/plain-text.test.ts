import { expect, test } from 'vitest';
import { applyDialect } from '../contract/apply-dialect.ts';
import { dialectOf } from '../dialects/dialect.ts';
import { plainText } from './plain-text.ts';
import { site } from './site.ts';

const dialect = dialectOf({ 'create.status.created': 200 });
const reference = { dialect, dialectLabel: 'of its own', document: applyDialect(dialect) };
const texts = Object.entries(plainText).map(([file, text]) => [file, text(reference)] as const);

test('every page but the reference is Markdown as well, and llms.txt names each', () => {
  const pages = Object.keys(site).filter((file) => /(?<!^index)\.html$/.test(file));
  const twins = pages.map((file) => file.replace('.html', '.md'));
  expect(Object.keys(plainText).sort()).toEqual(['llms.txt', ...twins].sort());
  const listed = plainText['llms.txt']?.(reference) ?? '';
  for (const file of [...twins, 'openapi.yaml']) expect(listed).toContain(`](${file}): `);
});

test.each(texts)('%s links only to what the site has', (_, text) => {
  const links = [...text.matchAll(/\]\((?!https?:|#)([^)#]+)/g)].map(([, to = '']) => to);
  expect(links.filter((to) => !Object.hasOwn(site, to))).toEqual([]);
});

test('the open points say what the dialect answers otherwise', () => {
  expect(plainText['open-points.md']?.(reference)).toContain(
    '\n- `create.status.created`: `200`\n',
  );
});
