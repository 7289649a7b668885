import { dump } from 'js-yaml';
import { expect, test, vi } from 'vitest';
import type { Document } from '../contract/document.ts';
import { yamlOf } from './contract-routes.ts';

vi.mock('js-yaml', { spy: true });

test('as many documents as are kept are written once each', () => {
  const documents = Array.from(
    { length: 16 },
    (_, n) => ({ info: { version: String(n) } }) as unknown as Document,
  );
  for (const _time of [1, 2, 3]) for (const document of documents) yamlOf(document);
  expect(dump).toHaveBeenCalledTimes(documents.length);
});
