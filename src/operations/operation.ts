import type { Dialect, OpenPointId } from '../dialects/dialect.ts';
import type { WireBody } from '../dialects/lookup-error.ts';
import type { Caller } from '../domain/caller.ts';
import type { OperationName } from '../domain/operation.ts';
import {
  type CallerRefusal,
  type Outcome,
  type Refusal,
  type RefusalKind,
  refused,
} from '../domain/refusal.ts';
import type { ClauseId } from '../spec/clauses.generated.ts';
import { refusalInWords } from '../spec/who-may.ts';
import type { Dependencies } from './dependencies.ts';

/** A request that is valid by the document. */
export interface ValidRequest {
  readonly params: { readonly [name: string]: unknown };
  readonly query: { readonly [name: string]: unknown };
  readonly body: unknown;
}

/** The reason for a refusal: a clause of the specification, or an open point. */
export type RefusalCause = { readonly clause: ClauseId } | { readonly openPoint: OpenPointId };

/** Handling of a body before validation. */
export interface BodyRules {
  /** In bytes. */
  readonly limit: number;
  readonly anyContentType: boolean;
  /** The fields in which null stands for a field that is left out. */
  readonly leftOutIfNull?: readonly string[];
  /** Whether a whole number that is written with a fraction or an exponent is refused. */
  readonly onlyDigits?: boolean;
}

/**
 * One operation of openapi.yaml: its input, its effect, and its outcomes. Paths, methods and
 * statuses come from the document and the dialect, by its name.
 */
export interface Operation<Input = unknown, Result = unknown> {
  readonly name: OperationName;
  /** The name of its success in openapi.yaml. */
  readonly success: string;
  input(request: ValidRequest): Input;
  /**
   * Load, decide, save, in one step; `perform` waits until what it read and saved is durable. The caller is
   * undefined only where the operation is public.
   */
  run(dependencies: Dependencies, caller: Caller | undefined, input: Input): Outcome<Result>;
  /** The body of its success. */
  body(result: Result, dialect: Dialect): object | null;
  /** The feed event that its success announces. */
  event?(result: Result): string;
  /** Absent where it takes no body. */
  bodyRules?(dialect: Dialect): BodyRules;
  /** The refusal for a body that does not match its schema: in the type of a value, or otherwise. */
  badBody?(problem: string, flaw: 'type' | 'other'): Refusal;
  /** The refusal for a parameter that does not match its schema. */
  badParameter?(name: string, value: unknown): Refusal | undefined;
  /** The body of a refusal, where it differs from the common one. */
  errorBody?(dialect: Dialect, kind: RefusalKind, error: string): WireBody;
  /** Every refusal of it, with its reason. */
  readonly causes: { readonly [kind in RefusalKind]?: RefusalCause };
  /** Who may call it, for documentation, where there is more to say than `x-callers` does. */
  whoMay?(dialect: Dialect): string;
}

export function clause(id: ClauseId): RefusalCause {
  return { clause: id };
}

export function open(openPoint: OpenPointId): RefusalCause {
  return { openPoint };
}

/** Refusals common to all operations. */
export const commonCauses = {
  'rate-limited': open('any.rate-limit'),
  unavailable: open('any.status.unavailable'),
  'internal-error': open('any.status.internal-error'),
} satisfies Operation['causes'];

/** The refusal of a caller who is not among those that `x-callers` names. */
export function mayNot(
  kind: CallerRefusal['kind'],
  operation: OperationName,
  dialect: Dialect,
): Outcome<never> {
  return refused({ kind, problem: refusalInWords(operation, dialect) });
}

/** Additional fields, where the dialect has some. */
export function extraFields(dialect: Dialect): { readonly servedBy?: string } {
  return dialect['any.extra-fields'] === 'some' ? { servedBy: 'abuse-feed-kit' } : {};
}
