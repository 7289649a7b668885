import { RecentlyUsed } from '../../../../src/values/recently-used.ts';
import type { JsonBody } from '../../../judging/talk/answer.ts';
import type { Exchange } from '../../../judging/talk/exchange.ts';
import { SeenValues } from '../../../judging/verdict/seen-values.ts';
import { moment } from '../../time-limits.ts';
import type { KnownReport } from './known-report.ts';
import { isIdentified } from './who.ts';

interface Named {
  readonly name: unknown;
  readonly createdAt: number;
}

/** The name on another report of the same creator, and all names that were seen, where they are compared. */
export interface OtherName {
  readonly name: unknown;
  readonly names?: SeenValues;
}

/** The names shown for the researchers' reports in a feed (2.1). */
export class Reporters {
  readonly #isAlone: boolean;
  readonly #latest = new RecentlyUsed<Named>({ entries: 5_000 });
  /** In a run, all names are compared with the first one. */
  readonly #names = new Map<string, SeenValues>();

  constructor(isAlone: boolean) {
    this.#isAlone = isAlone;
  }

  other({ creator, service, createdAt }: KnownReport): OtherName | undefined {
    if (creator === '' || !isIdentified({ key: creator })) return undefined;
    const key = `${creator} ${service}`;
    const known = this.#latest.get(key);
    if (!known) return undefined;
    const names = this.#names.get(key);
    if (names) return { name: known.name, names };
    return Math.abs(known.createdAt - createdAt) <= moment.ms ? known : undefined;
  }

  /** The usual name on the reports of a creator in a run. */
  nameOf(creator: string): unknown {
    const [key] = [...this.#names.keys()].filter((one) => one.startsWith(`${creator} `));
    return key === undefined ? undefined : this.#names.get(key)?.usual;
  }

  record(report: KnownReport, { reportedBy }: JsonBody, exchange: Exchange): void {
    const { creator, service, createdAt } = report;
    if (creator === '' || !isIdentified({ key: creator })) return;
    const key = `${creator} ${service}`;
    const isFirst = this.#latest.get(key) === undefined;
    if (this.#isAlone) {
      const names = this.#names.get(key) ?? new SeenValues();
      this.#names.set(key, names);
      names.add(reportedBy, report.id, exchange);
    }
    if (isFirst || !this.#isAlone) this.#latest.set(key, { name: reportedBy, createdAt }, 0);
  }
}
