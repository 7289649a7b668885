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
  /** Of whole numbers, so that everything that is reckoned from them is a number too. */
  readonly maximum?: number;
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

/** What may be chosen freely, for people; undefined where only what is listed may. */
export function freeChoice({ accepts }: OpenPoint): string | undefined {
  if (!accepts) return undefined;
  if (accepts.type === 'string') return `any text like ${accepts.pattern}`;
  return `any whole number from ${accepts.minimum} to ${accepts.maximum}`;
}
