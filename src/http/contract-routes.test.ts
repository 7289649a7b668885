import { expect, test } from 'vitest';
import type { Document } from '../contract/document.ts';
import { yamlOf } from './contract-routes.ts';

test('as many documents as are kept are written once each', () => {
  let reads = 0;
  const documentOf = (nth: number): Document => {
    const info = {
      get version() {
        reads += 1;
        return `kept ${nth}`;
      },
    };
    return { info } as unknown as Document;
  };
  const readsOf = (documents: readonly Document[]): number => {
    reads = 0;
    for (const document of documents) yamlOf(document);
    return reads;
  };
  const documents = Array.from({ length: 16 }, (_, nth) => documentOf(nth));
  // Others may have been kept before; these have room once they are forgotten.
  for (const _time of [1, 2]) readsOf(documents);
  // One that is known is only compared, and one that is new is written as well.
  expect(readsOf(documents)).toBe(documents.length);
  expect(readsOf([documentOf(17)])).toBeGreaterThan(1);
});
