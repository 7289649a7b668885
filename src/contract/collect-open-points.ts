import type { OpenPoint } from '../spec/open-point.ts';
import type { Document } from './document.ts';

/** Every `x-open-point` of a document, in the order they stand in it. */
export function collectOpenPoints(document: Document): OpenPoint[] {
  const found: OpenPoint[] = [];
  const walk = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return;
    for (const [key, value] of Object.entries(node)) {
      if (key === 'x-open-point') found.push(...(value as OpenPoint[]));
      else walk(value);
    }
  };
  walk(document);
  return found;
}
