import { collectOpenPoints, type OpenPoint } from './open-point.ts';
import { openapiDocument } from './openapi.ts';

/** Every question the specification leaves open, by id. */
export const openPoints = (): ReadonlyMap<string, OpenPoint> =>
  new Map(collectOpenPoints(openapiDocument()).map((point) => [point.id, point]));
