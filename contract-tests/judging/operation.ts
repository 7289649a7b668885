import { segmentsOf, valuesIn } from '../../src/values/path-template.ts';
import type { JsonBody } from './talk/body.ts';

/** The values of a request's parameters, by name: what it is about. */
export type Parameters = { readonly [name: string]: string | undefined };

/** The parsed body and status of a response. */
export interface ReadBody {
  /** Undefined if it is not JSON. */
  readonly json: unknown;
  /** The body if it is an object; otherwise empty. */
  readonly body: JsonBody;
  readonly status: number;
}

/** How a request ended, by its response. */
export type AnswerOutcome = 'success' | 'refusal' | 'unreadable';

/** What a success does. `counts`: it uses up one of the caller's requests. */
export type Effect = 'nothing' | 'creates' | 'changes' | 'deletes' | 'counts';

/** An operation of a service: how it is called, recognised and read, what it does, and its words. */
export interface Operation {
  readonly name: string;
  readonly method: string;
  /** With parameters in braces. */
  readonly path: string;
  /** Query parameters. */
  readonly query: readonly string[];
  /** The part of the service it belongs to; each has its own URL. */
  readonly area: string;
  readonly hasBody: boolean;
  /** Whether it may change what is stored. */
  readonly changes: boolean;
  /** Whether the specification describes all its bodies, or only those of a success. */
  readonly describesErrors: boolean;
  /** The prefixes of clauses about its responses. */
  readonly prefixes: readonly string[];
  readonly effect: Effect;
  /** Whether a response is a success: by its body, where no status is specified. */
  readonly succeeded: (answer: ReadBody) => boolean;
  readonly words: {
    /** Several calls. */
    readonly calls: string;
    /** What a response contains. */
    readonly answer: readonly [one: string, many: string];
    /** A refusal that should have been a success. */
    readonly refused: string;
  };
}

/** The operations of a service. */
export class Operations {
  readonly all: readonly Operation[];
  readonly #byName: ReadonlyMap<string, Operation>;

  constructor(all: readonly Operation[]) {
    this.all = all;
    this.#byName = new Map(all.map((operation) => [operation.name, operation]));
  }

  of(name: string): Operation {
    const operation = this.#byName.get(name);
    if (!operation) throw new Error(`There is no operation ${name}`);
    return operation;
  }

  /** The operation that a driver uses for a purpose, such as to delete what was created. */
  that(effect: Effect): Operation {
    const operation = this.all.find((one) => one.effect === effect);
    if (!operation) throw new Error(`There is no operation whose effect is ${effect}`);
    return operation;
  }

  /** The operation for a method and a path below the URL of an area, with its parameters. */
  at(
    method: string,
    pathIn: (area: string) => string | undefined,
  ): { readonly operation: Operation; readonly named: Parameters } | undefined {
    for (const operation of this.all) {
      if (operation.method !== method) continue;
      const path = pathIn(operation.area);
      const named = path === undefined ? undefined : valuesIn(path, segmentsOf(operation.path));
      if (named) return { operation, named };
    }
    return undefined;
  }

  /** The names of all parameters, in paths and queries. */
  get parameters(): readonly string[] {
    const names = this.all.flatMap(({ path, query }) => [
      ...segmentsOf(path).flatMap(({ parameter }) => parameter ?? []),
      ...query,
    ]);
    return [...new Set(names)];
  }
}
