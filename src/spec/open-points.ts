import { collectOpenPoints, type OpenPoint } from './open-point.ts';
import { openapiDocument } from './openapi.ts';

/** All open points, in the order of the contract. */
export const openPoints: readonly OpenPoint[] = collectOpenPoints(openapiDocument());

export const openPointById: ReadonlyMap<string, OpenPoint> = new Map(
  openPoints.map((point) => [point.id, point]),
);
