/** An answer to an open point. */
export type Answer = string | number | boolean;

/** A question the specification leaves open, as `openapi.yaml` marks it. */
export interface OpenPoint {
  readonly id: string;
  /** The section of the specification that is silent. */
  readonly section: string;
  readonly question: string;
  readonly default: Answer;
  readonly alternatives: readonly Answer[];
  /** What may be chosen besides the default and the alternatives. */
  readonly accepts?: Accepts;
  readonly why: string;
}

export interface Accepts {
  readonly type: 'integer' | 'string';
  readonly minimum?: number;
  readonly pattern?: string;
}

/** Every `x-open-point` of a document, in the order they stand in it. */
export function collectOpenPoints(document: unknown): OpenPoint[] {
  if (typeof document !== 'object' || document === null) return [];
  return Object.entries(document).flatMap(([key, value]) =>
    key === 'x-open-point' ? (value as OpenPoint[]) : collectOpenPoints(value),
  );
}

export const isStatus = (id: string): boolean => id.includes('.status.');

/** A status that comes with a body: not 204, 205 or 304, and no redirection. */
const carriesBody = (status: unknown): boolean =>
  typeof status === 'number' &&
  Number.isInteger(status) &&
  status >= 200 &&
  status <= 599 &&
  status !== 204 &&
  status !== 205 &&
  !(status >= 300 && status < 400);

/** Whether openapi.yaml has a word for this answer. */
export function allows(point: OpenPoint, answer: unknown): answer is Answer {
  if ([point.default, ...point.alternatives].includes(answer as Answer)) return true;
  if (isStatus(point.id)) return carriesBody(answer);
  const { accepts } = point;
  if (!accepts) return false;
  if (accepts.type === 'string') {
    return typeof answer === 'string' && new RegExp(accepts.pattern ?? '').test(answer);
  }
  return Number.isInteger(answer) && (answer as number) >= (accepts.minimum ?? -Infinity);
}

/** What may be chosen, for people. */
export function allowed(point: OpenPoint): string {
  const listed = [point.default, ...point.alternatives].join(', ');
  if (isStatus(point.id)) return `${listed}, or another status from 200 to 599 with a body`;
  const { accepts } = point;
  if (!accepts) return listed;
  if (accepts.type === 'string') return `${listed}, or any text like ${accepts.pattern}`;
  const least = accepts.minimum === undefined ? '' : ` of at least ${accepts.minimum}`;
  return `${listed}, or any whole number${least}`;
}
