/** An answer to an open point. */
export type PointAnswer = string | number | boolean;

/** A question the specification leaves open, as `openapi.yaml` marks it. */
export interface OpenPoint {
  readonly id: string;
  /** The section of the specification that is silent. */
  readonly section: string;
  readonly question: string;
  readonly default: PointAnswer;
  readonly alternatives: readonly PointAnswer[];
  /** What may be chosen besides the default and the alternatives. */
  readonly accepts?: Accepts;
  /** The keyword, beside the point, that takes the answer; an `unbounded` one removes it. */
  readonly sets?: string;
  /** By answer: the merge patch (RFC 7396) for the part of the document that the point stands in. */
  readonly patch?: { readonly [answer: string]: Patch };
  readonly why: string;
}

/** A key that begins with `#/` names another part of the document. */
export type Patch = { readonly [key: string]: unknown };

export interface Accepts {
  readonly type: 'integer' | 'string';
  readonly minimum?: number;
  /** Of whole numbers, so that everything that is reckoned from them is a number too. */
  readonly maximum?: number;
  readonly pattern?: string;
}

type Part = { readonly [key: string]: unknown };

/**
 * Every `x-open-point` of a document, or of a part of one, in the order in which operations meet them.
 * What operations share stands under `components` once, with `{operation}` in its id: it is a point of
 * each operation that refers to it.
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

const isShared = ($ref: unknown): $ref is string =>
  typeof $ref === 'string' && /^#\/components\/(responses|examples)\//.test($ref);

/** The part of a document that a reference such as `#/components/schemas/Report` names. */
export const referenced = (root: unknown, reference: string): unknown =>
  reference
    .split('/')
    .slice(1)
    .reduce<unknown>((at, key) => (at as Part | undefined)?.[key], root);

const placeholder = '{operation}';

/** The id of a shared point for one operation; undefined where it takes one and none is given. */
export function operationPointId(id: string, operation: string | undefined): string | undefined {
  if (!id.includes(placeholder)) return id;
  return operation && id.replace(placeholder, operation);
}

export const isStatus = (id: string): boolean => id.includes('.status.');

/** What may be chosen freely, for people; undefined where only what is listed may. */
export function freeChoice({ accepts }: OpenPoint): string | undefined {
  if (!accepts) return undefined;
  if (accepts.type === 'string') return `any text like ${accepts.pattern}`;
  return `any whole number from ${accepts.minimum} to ${accepts.maximum}`;
}
/** An answer as a value in YAML. */
export const yamlScalar = (answer: string | number | boolean): string =>
  typeof answer === 'string' && !/^[A-Za-z][\w-]*$/.test(answer) ? `'${answer}'` : String(answer);
