import type { Answer } from '../talk/answer.ts';
import { said } from '../talk/shown.ts';
import type { BoundedEvidence } from './bounded-evidence.ts';
import type { Told } from './told.ts';

/** The calls of one caller whose count the target file gives. */
interface Spent {
  /** Answered calls for a hash, each with when its answer came, what it was for and whether it found it. */
  readonly calls: { readonly at: number; readonly hash: string; readonly found: boolean }[];
  /** When a call was refused though it was made for a file that is there. */
  emptyAt?: number;
}

/** Open (4.4): what is no hash may be free. */
const isHash = (text: string): boolean => /^([\da-f]{64}|[\da-f]{128})$/i.test(text);

/** What calls together show when the count is used up, served or refused. */
const clausesOf = (calls: Spent['calls']): string[] => [
  'lookup/every-call-counts',
  'lookup/refused-at-zero',
  ...(calls.some(({ found }) => !found) ? ['lookup/misses-count'] : []),
  ...(new Set(calls.map(({ hash }) => hash)).size < calls.length ? ['lookup/repeats-count'] : []),
];

/** By its status, a refusal of the caller rather than of the hash. */
const isTurnedAway = ({ exchange }: Answer): boolean =>
  [401, 402, 403].includes(exchange.response.status);

/**
 * What is left can only be known of callers that the target file gives a count for, and is taken not to
 * be filled up meanwhile (8). Calls made elsewhere only make it less, so what is served beyond it proves
 * something, and what is refused before does not.
 */
export class Counts {
  readonly #evidence: BoundedEvidence;
  readonly #spent = new Map<string, Spent>();

  constructor(evidence: BoundedEvidence) {
    this.#evidence = evidence;
  }

  heard(told: Told): void {
    const { answer, who } = told;
    const { exchange, outcome } = answer;
    const { hash } = exchange.about;
    if (who.remaining === undefined || hash === undefined || !isHash(hash)) return;
    const spent = this.#spent.get(who.key) ?? { calls: [] };
    this.#spent.set(who.key, spent);
    const before = spent.calls.filter(({ at }) => at < exchange.startedAt);
    const isUsedUp = before.length >= who.remaining;
    if (outcome === 'success' && isUsedUp) this.#served(told, spent, before);
    if (outcome !== 'success' && isUsedUp && !exchange.throttled) {
      for (const clause of clausesOf(before)) this.#evidence.met(clause);
      if (spent.emptyAt !== undefined) this.#evidence.met('lookup/stays-refused');
      spent.emptyAt ??= exchange.endedAt;
      this.#evidence.observe('lookup.status.no-requests-left', exchange.response.status, exchange);
    }
    // What was turned away for another reason may not have been counted; more calls would prove no more.
    const isCounted = outcome === 'success' || !(told.isSetback || isTurnedAway(answer));
    if (isCounted && spent.calls.length < 4 * who.remaining + 20)
      spent.calls.push({
        at: exchange.endedAt,
        hash: hash.toLowerCase(),
        found: outcome === 'success',
      });
  }

  #served({ answer, who }: Told, spent: Spent, before: Spent['calls']): void {
    const { exchange } = answer;
    const found = before.filter((call) => call.found).length;
    const enough = found >= (who.remaining ?? 0);
    const clauses = [
      // Where what was found is enough to use all up, what was not found is not to blame.
      ...clausesOf(before).filter(
        (id) => id !== (enough ? 'lookup/misses-count' : 'lookup/refused-at-zero'),
      ),
      ...(spent.emptyAt !== undefined && spent.emptyAt < exchange.startedAt
        ? ['lookup/stays-refused']
        : []),
    ];
    for (const clause of clauses)
      this.#evidence.broken({
        clause,
        expected: `this call to be refused: ${before.length} were made before, of ${who.remaining} left`,
        actual: said(answer),
        exchange,
      });
  }
}
