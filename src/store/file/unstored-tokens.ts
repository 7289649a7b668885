import { type Caller, hasToken } from '../../domain/caller.ts';
import type { Change } from '../changes.ts';
import type { Contents, Data } from '../contents.ts';

/** In a file, in the place of a token that is not stored. Nobody can send it. */
const unstored = '';

/** Tokens that came from variables, and are in no file: each start reads them again. */
export class UnstoredTokens {
  readonly #tokens: ReadonlySet<string>;

  constructor(tokens: ReadonlySet<string>) {
    this.#tokens = tokens;
  }

  areIn({ callers }: Pick<Contents, 'callers'>): boolean {
    return callers.some(({ token }) => this.#tokens.has(token));
  }

  /** What is stored of some contents. */
  leftOut<T extends Contents>(contents: T): T {
    if (!this.areIn(contents)) return contents;
    return { ...contents, callers: contents.callers.map((one) => this.#leftOutOf(one)) };
  }

  /** What is stored of a change. */
  leftOutOfChange(change: Change): Change {
    if (change.type === 'caller-set') return { ...change, caller: this.#leftOutOf(change.caller) };
    if (change.type === 'replaced') return { ...change, contents: this.leftOut(change.contents) };
    return change;
  }

  #leftOutOf(caller: Caller): Caller {
    return this.#tokens.has(caller.token) ? { ...caller, token: unstored } : caller;
  }
}

/** Gives callers whose token is not stored that of the same caller in `initial`; returns the ids of the others. */
export function fillIn(data: Data, initial: () => Contents): string[] {
  if (data.callers.every(hasToken)) return [];
  const tokens = new Map(initial().callers.map(({ id, token }) => [id, token]));
  const taken = new Set(data.callers.map(({ token }) => token));
  data.callers = data.callers.map((caller) => {
    const token = hasToken(caller) ? undefined : tokens.get(caller.id);
    return token === undefined || taken.has(token) ? caller : { ...caller, token };
  });
  return data.callers.filter((one) => !hasToken(one)).map(({ id }) => id);
}
