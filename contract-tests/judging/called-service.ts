import type { Redactor } from '../../src/traffic/redactor.ts';
import type { ServiceCallers } from './caller.ts';
import type { Operations, Parameters } from './operation.ts';
import type { JsonBody } from './talk/body.ts';
import type { Exchange } from './talk/exchange.ts';
import type { JudgedTarget } from './target.ts';

/** What a service creates, and requests name by its id. */
export interface CreatedKind {
  /** `note`, `notes`. */
  readonly words: readonly [one: string, many: string];
  /** The parameter of a request that names one. */
  readonly parameter: string;
  /** The id in the response to a create. */
  readonly idIn: (body: JsonBody) => unknown;
  /** The id of none. */
  readonly noId: string;
  /** What is made of an id, and how a reader is told of it. Some of it is the id of none. */
  readonly forms: { readonly [form: string]: IdForm };
  /** What a valid create sends. */
  readonly usual: () => unknown;
  /** A value that must be new in each create, if one must. */
  readonly fresh?: FreshValue;
}

export interface IdForm {
  readonly of: (id: string) => string;
  readonly says: string;
  /** Whether it names the same thing as the id. */
  readonly isSame?: true;
  /** Whether it is so short that it may be part of another id. */
  readonly isShort?: true;
}

export interface FreshValue {
  readonly word: string;
  readonly inSent: (sent: unknown) => string | undefined;
  /** Those that were made up to ask for. */
  readonly asked?: (exchanges: readonly Exchange[]) => ReadonlySet<string>;
  readonly make: () => string;
  /** The same in a shell. */
  readonly inShell: string;
}

/** What a client needs to know about a service. */
export interface CalledService {
  readonly target: JudgedTarget;
  /** Where an area is served. */
  urlOf(area: string): string;
  readonly operations: Operations;
  readonly created: CreatedKind;
  readonly callers: ServiceCallers;
  /** Knows the tokens of the target. */
  redactor(): Redactor;
}

/** The id that a request names; empty for none. */
export function idIn({ created }: Pick<CalledService, 'created'>, about: Parameters): string {
  return (about[created.parameter] ?? '').toLowerCase();
}
