import { collectOpenPoints, type OpenPoint } from './open-point.ts';
import { openapiDocument } from './openapi.ts';

/** Every question the specification leaves open, in the order in which the contract meets them. */
export const openPoints: readonly OpenPoint[] = collectOpenPoints(openapiDocument());

export const openPointById: ReadonlyMap<string, OpenPoint> = new Map(
  openPoints.map((point) => [point.id, point]),
);
