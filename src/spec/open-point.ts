import { isObject } from '../values/objects.ts';

/** An answer to an open point. */
export type PointAnswer = string | number | boolean;

/** A question the specification leaves open, as `openapi.yaml` marks it. */
export interface OpenPoint {
  readonly id: string;
  /** The section of the specification that leaves it open. */
  readonly section: string;
  readonly question: string;
  readonly default: PointAnswer;
  readonly alternatives: readonly PointAnswer[];
  /** The other values allowed besides the default and the alternatives. */
  readonly accepts?: Accepts;
  /** The keyword beside the point that is set to the answer; `unbounded` removes it. */
  readonly sets?: string;
  /** By answer: the merge patch (RFC 7396) for the part of the document that contains the point. */
  readonly patch?: { readonly [answer: string]: Patch };
  readonly why: string;
}

type Patch = { readonly [key: string]: unknown };

export interface Accepts {
  readonly type: 'integer' | 'string';
  readonly minimum?: number;
  /** Integers, so that everything computed from them is finite. */
  readonly maximum?: number;
  readonly pattern?: string;
}

export type Part = { readonly [key: string]: unknown };

/**
 * Every `x-open-point` of a document, or of a part of one, in order of operations. Shared parts are
 * under `components` once, with `{operation}` in the id: that is one point for each operation that
 * refers to them.
 */
export function collectOpenPoints(part: unknown, root: unknown = part): OpenPoint[] {
  const found = new Map<string, OpenPoint>();
  visit(part);
  return [...found.values()];

  function visit(node: unknown, operation?: string): void {
    if (typeof node !== 'object' || node === null) return;
    const { $ref, 'x-operation': name = operation, 'x-open-point': points = [] } = node as Part;
    if (operation !== undefined && isShared($ref)) visit(referenced(root, $ref), operation);
    for (const point of points as OpenPoint[]) {
      const id = operationPointId(point.id, name as string | undefined);
      if (id !== undefined && !found.has(id)) found.set(id, { ...point, id });
    }
    for (const [key, inner] of Object.entries(node)) {
      if (key !== 'x-open-point') visit(inner, name as string | undefined);
    }
  }
}

/** The open points marked at a part of the document itself. */
export function pointsOf(part: object): readonly OpenPoint[] {
  return (part as { 'x-open-point'?: readonly OpenPoint[] })['x-open-point'] ?? [];
}

/** The part that has an open point, under an answer to it. */
export function withAnswer(part: Part, { sets, patch }: OpenPoint, answer: PointAnswer): Part {
  // `required` is declared at a property, and stored in the object around it.
  if (sets !== undefined && sets !== 'required')
    return merged(part, { [sets]: answer === 'unbounded' ? null : answer });
  const change = patch?.[String(answer)];
  return change ? merged(part, change) : part;
}

/** RFC 7396: members of the patch replace those of the part, and null removes one. */
function merged(part: Part, patch: Patch): Part {
  const result: { [key: string]: unknown } = { ...part };
  for (const [key, value] of Object.entries(patch)) {
    const before = result[key];
    if (value === null) delete result[key];
    else result[key] = isObject(before) && isObject(value) ? merged(before, value) : value;
  }
  return result;
}

function isShared($ref: unknown): $ref is string {
  return typeof $ref === 'string' && /^#\/components\/(responses|examples)\//.test($ref);
}

/** Resolves a reference such as `#/components/schemas/Report`. */
export function referenced(root: unknown, reference: string): unknown {
  return reference
    .split('/')
    .slice(1)
    .reduce<unknown>((at, key) => (at as Part | undefined)?.[key], root);
}

const placeholder = '{operation}';

/** The id of a shared point for one operation; undefined where it needs an operation and none is given. */
export function operationPointId(id: string, operation: string | undefined): string | undefined {
  if (!id.includes(placeholder)) return id;
  return operation && id.replace(placeholder, operation);
}

export function isStatus(id: string): boolean {
  return id.includes('.status.');
}

/** Describes the range of free answers; undefined where only the listed ones are allowed. */
export function freeChoice({ accepts }: OpenPoint): string | undefined {
  if (!accepts) return undefined;
  if (accepts.type === 'string') return `any text like ${accepts.pattern}`;
  return `any whole number from ${accepts.minimum} to ${accepts.maximum}`;
}
