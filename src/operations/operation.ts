import type { Dialect, OpenPointId } from '../dialects/dialect.ts';
import type { WireBody } from '../dialects/lookup-error.ts';
import type { Caller } from '../domain/caller.ts';
import type { OperationName } from '../domain/operation.ts';
import type { Outcome, Refusal, RefusalKind } from '../domain/refusal.ts';
import type { Rules } from '../domain/rules.ts';
import type { Dependencies } from './dependencies.ts';

/** A request that was found valid by the document. */
export interface ValidRequest {
  readonly params: { readonly [name: string]: unknown };
  readonly query: { readonly [name: string]: unknown };
  readonly body: unknown;
}

/** What stands behind a refusal: a clause of the specification, or an open point. */
export type RefusalCause = { readonly clause: string } | { readonly openPoint: OpenPointId };

/** What becomes of a body before it is validated. */
export interface BodyRules {
  /** In bytes. */
  readonly limit: number;
  readonly anyContentType: boolean;
}

/**
 * One operation of openapi.yaml: what it needs of a request, what it does, and how its answers are
 * told apart. Paths, methods and statuses are found in the document and the dialect by its name.
 */
export interface Operation<Input = unknown, Result = unknown> {
  readonly name: OperationName;
  /** The name of its success in openapi.yaml. */
  readonly success: string;
  input(request: ValidRequest): Input;
  /** Load, decide, save. The caller is undefined only where the operation is public. */
  run(
    dependencies: Dependencies,
    caller: Caller | undefined,
    input: Input,
  ): Promise<Outcome<Result>>;
  /** The body of its success. */
  body(result: Result, dialect: Dialect): object;
  /** The change to a feed that its success announces. */
  event?(result: Result): string;
  /** Whether it serves those whom nobody knows. */
  isPublic?(rules: Rules): boolean;
  /** Absent where it takes no body. */
  bodyRules?(dialect: Dialect): BodyRules;
  /** What a body that does not fit its schema is refused as. */
  badBody?(problem: string): Refusal;
  /** What a parameter that does not fit its schema is refused as. */
  badParameter?(name: string, value: unknown): Refusal | undefined;
  /** The body of a refusal, where it is not that of the others. */
  errorBody?(dialect: Dialect, kind: RefusalKind, error: string): WireBody;
  /** Every refusal it has, and what stands behind it. */
  readonly causes: { readonly [kind in RefusalKind]?: RefusalCause };
  /** Who may call it, for readers. */
  whoMay(dialect: Dialect): string;
}

export const clause = (id: string): RefusalCause => ({ clause: id });
export const open = (openPoint: OpenPointId): RefusalCause => ({ openPoint });

/** What every operation can be refused for. */
export const commonCauses = {
  'rate-limited': open('any.rate-limit'),
  unavailable: open('any.status.unavailable'),
  'internal-error': open('any.status.internal-error'),
} satisfies Operation['causes'];

/** Fields that the specification does not name, where the dialect has some. */
export const extraFields = (dialect: Dialect): { readonly servedBy?: string } =>
  dialect['any.extra-fields'] === 'some' ? { servedBy: 'abuse-feed-kit' } : {};
