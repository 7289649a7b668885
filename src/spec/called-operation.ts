import { type ContractPath, contractPaths, type OperationPlace } from './operations.ts';

/** The values of parameters, by name. */
export type ParameterValues = { readonly [name: string]: string | undefined };

/** An operation that a request calls, and the values of its path parameters, as they were sent. */
export interface CalledOperation {
  readonly place: OperationPlace;
  readonly named: ParameterValues;
}

/** A path of the contract, segment by segment. */
interface Template extends ContractPath {
  readonly segments: readonly Segment[];
}

/** A text, or a parameter that stands for any text. */
interface Segment {
  readonly text: string;
  readonly parameter?: string | undefined;
}

function segmentOf(text: string): Segment {
  const parameter = /^\{(\w+)\}$/.exec(text)?.[1];
  if (parameter === undefined && text.includes('{'))
    throw new Error(`openapi.yaml has ${text} in a path: a parameter has to be a whole segment`);
  return { text, parameter };
}

/** Of two that match a path, the one with a text where the other has a parameter counts (OpenAPI 3.0, 4.7.8). */
function textsFirst(path: string): string {
  return path.replaceAll('{', '~');
}

const templates: readonly Template[] = contractPaths
  .map((one) => ({ ...one, segments: one.path.split('/').map(segmentOf) }))
  .sort((a, b) => (textsFirst(a.path) < textsFirst(b.path) ? -1 : 1));

/** The values of the parameters where a path is of this form. */
function valuesIn(path: string, segments: readonly Segment[]): ParameterValues | undefined {
  // One more than there may be is too many.
  const sent = path.split('/', segments.length + 1);
  if (sent.length !== segments.length) return undefined;
  const values: { [name: string]: string } = {};
  for (const [nth, { text, parameter }] of segments.entries()) {
    const value = sent[nth] ?? '';
    if (parameter === undefined ? value !== text : value === '') return undefined;
    if (parameter !== undefined) values[parameter] = value;
  }
  return values;
}

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

/** The path and query that call an operation with these values. */
export function calledPath({ path, query }: OperationPlace, values: ParameterValues): string {
  const segments = path.split('/').map(segmentOf);
  const filled = segments.map(({ text, parameter }) =>
    parameter === undefined ? text : encodeURIComponent(values[parameter] ?? ''),
  );
  const asked = query.flatMap((name) => {
    const value = values[name];
    return value === undefined ? [] : [`${name}=${encodeURIComponent(value)}`];
  });
  return asked.length === 0 ? filled.join('/') : `${filled.join('/')}?${asked.join('&')}`;
}
