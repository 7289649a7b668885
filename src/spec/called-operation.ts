import {
  type ParameterValues,
  type Segment,
  segmentsOf,
  valuesIn,
} from '../values/path-template.ts';
import { type ContractPath, contractPaths, type OperationPlace } from './operations.ts';

/** An operation that a request calls, and the values of its path parameters, as they were sent. */
export interface CalledOperation {
  readonly place: OperationPlace;
  readonly named: ParameterValues;
}

/** A path of the contract, segment by segment. */
interface Template extends ContractPath {
  readonly segments: readonly Segment[];
}

/** Of two that match a path, the one with a text where the other has a parameter counts (OpenAPI 3.0, 4.7.8). */
function textsFirst(path: string): string {
  return path.replaceAll('{', '~');
}

const templates: readonly Template[] = contractPaths
  .map((one) => ({ ...one, segments: segmentsOf(one.path) }))
  .sort((a, b) => (textsFirst(a.path) < textsFirst(b.path) ? -1 : 1));

/** Where a request goes: the path below the URL of an area; undefined where it is not below it. */
export type PathInArea = (area: string) => string | undefined;

/** The operations of the path that a request goes to, whatever its method. */
export function operationsAt(pathIn: PathInArea): readonly CalledOperation[] {
  for (const { area, segments, operations } of templates) {
    const path = pathIn(area);
    const named = path === undefined ? undefined : valuesIn(path, segments);
    if (named) return operations.map((place) => ({ place, named }));
  }
  return [];
}

/** The operation that a request calls. */
export function calledOperation(method: string, pathIn: PathInArea): CalledOperation | undefined {
  return operationsAt(pathIn).find(({ place }) => place.method === method);
}

const firstTexts = new Set(templates.map(({ segments }) => segments[1]?.text));

/** Whether a path begins like one of the contract, so that whoever calls it means this API. */
export function isNearContract(path: string): boolean {
  const [, first, second] = path.split('/', 3);
  return second !== undefined && firstTexts.has(first);
}

/** The path and the query of a request. */
export function pathAndQuery(url: string): readonly [path: string, query: string] {
  const end = url.indexOf('?');
  return end < 0 ? [url, ''] : [url.slice(0, end), url.slice(end + 1)];
}
