import { RecentlyUsed } from '../../../../src/values/recently-used.ts';
import type { JsonBody } from '../../../judging/talk/answer.ts';
import { moment } from '../../time-limits.ts';
import type { KnownReport } from './known-report.ts';
import { isIdentified } from './who.ts';

interface Named {
  readonly name: unknown;
  readonly createdAt: number;
}

/** The names shown for the researchers' reports in a feed (2.1). */
export class Reporters {
  readonly #isAlone: boolean;
  readonly #names = new RecentlyUsed<Named>({ entries: 5_000 });

  constructor(isAlone: boolean) {
    this.#isAlone = isAlone;
  }

  /** The name on another report of the same creator. */
  other({ creator, service, createdAt }: KnownReport): { readonly name: unknown } | undefined {
    if (creator === '' || !isIdentified({ key: creator })) return undefined;
    const known = this.#names.get(`${creator} ${service}`);
    if (!known) return undefined;
    return this.#isAlone || Math.abs(known.createdAt - createdAt) <= moment.ms ? known : undefined;
  }

  record({ creator, service, createdAt }: KnownReport, { reportedBy }: JsonBody): void {
    if (creator === '' || !isIdentified({ key: creator })) return;
    const key = `${creator} ${service}`;
    // In a run, all names are compared with the first one.
    if (this.#isAlone && this.#names.get(key)) return;
    this.#names.set(key, { name: reportedBy, createdAt }, 0);
  }
}
