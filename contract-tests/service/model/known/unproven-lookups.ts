import type { ClauseId } from '../../../../src/spec/clauses.generated.ts';
import { hashField, hashKinds, isFileHash } from '../../../../src/spec/file-hashes.ts';
import type { JsonBody } from '../../../judging/talk/answer.ts';
import type { Exchange } from '../../../judging/talk/exchange.ts';
import { formatAnswer } from '../../../judging/talk/format.ts';
import { Recent } from '../../../judging/talk/recent.ts';
import type { Evidence } from '../../../judging/verdict/evidence.ts';
import { moment } from '../../time-limits.ts';
import type { Step } from '../step.ts';
import { isIdentified } from './who.ts';

/** One call for a known file, with the exchange if it was refused. */
interface Try {
  readonly hash: string;
  readonly endedAt: number;
  readonly refused?: Exchange;
}

/** The calls of one limited token, and the time of its first refusal for lack of requests. */
interface Spent {
  readonly calls: { readonly at: number; readonly hash: string; readonly found: boolean }[];
  emptyAt?: number;
}

/** The clauses that these calls test once the count is used up. */
const clausesOf = (calls: Spent['calls']): ClauseId[] => [
  'lookup/every-call-counts',
  'lookup/refused-at-zero',
  ...(calls.some(({ found }) => !found) ? (['lookup/misses-count'] as const) : []),
  ...(new Set(calls.map(({ hash }) => hash)).size < calls.length
    ? (['lookup/repeats-count'] as const)
    : []),
];

/**
 * What lookups show in part of the traffic. Unseen calls only lower a count, so being served beyond it
 * proves something, and being refused early does not.
 */
export class UnprovenLookups {
  readonly #evidence: Evidence;
  readonly #tries = new Recent<readonly Try[]>({ entries: 2_000, size: 2 * 1024 * 1024 });
  readonly #spent = new Map<string, Spent>();

  constructor(evidence: Evidence) {
    this.#evidence = evidence;
  }

  /** `file` is the known analysis for the hash. */
  add(step: Step, file: JsonBody | undefined): void {
    const { lookup, isSetback } = step;
    if (!lookup) return;
    if (file && !(isSetback && !lookup.analysis)) this.#tried(step, file);
    if (step.who.remaining !== undefined && isFileHash(lookup.hash))
      this.#count(step, step.who.remaining);
  }

  /**
   * A refusal may have any reason: the count, the rate, the file. If one hash of a file is refused and
   * another finds it, repeatedly within a short time, the hash is the reason.
   */
  #tried({ answer, exchange, who, lookup }: Step, file: JsonBody): void {
    if (!isIdentified(who) || !lookup) return;
    const key = `${who.key} ${String(file.sha512Hash)}`;
    const before = this.#tries.get(key) ?? [];
    // Concurrent calls have no order.
    const last = before.at(-1);
    if (last && exchange.startedAt <= last.endedAt) return;
    const { hash, analysis } = lookup;
    const { endedAt } = exchange;
    const tries = [...before, { hash, endedAt, ...(!analysis && { refused: exchange }) }].slice(
      -12,
    );
    const size = tries.reduce((sum, one) => sum + (one.refused?.response.body.length ?? 0), 0);
    this.#tries.set(key, tries, size);
    const recent = tries.filter((one) => one.endedAt > endedAt - moment.ms);
    const refused = recent.find((one) => one.refused)?.refused;
    if (!analysis || !refused) return;
    const kind = hashKinds.find((one) => {
      const stated = file[hashField(one)];
      return typeof stated === 'string' && isAlwaysRefused(recent, stated);
    });
    if (!kind) return;
    this.#evidence.broken({
      clause: `lookup/by-${kind}`,
      expected: `the analysis by its ${kind} hash, as it is found by another hash of the file`,
      actual: formatAnswer({ ...answer, json: undefined, exchange: refused }),
      exchange: refused,
    });
  }

  #count({ answer, exchange, lookup, who, isSetback }: Step, remaining: number): void {
    const spent = this.#spent.get(who.key) ?? { calls: [] };
    this.#spent.set(who.key, spent);
    const found = answer.outcome === 'success';
    const before = spent.calls.filter(({ at }) => at < exchange.startedAt);
    const isUsedUp = before.length >= remaining;
    if (found && isUsedUp) this.#servedBeyond({ answer, exchange }, spent, before, remaining);
    if (!found && isUsedUp) {
      for (const clause of clausesOf(before)) this.#evidence.met(clause);
      if (spent.emptyAt !== undefined) this.#evidence.met('lookup/stays-refused');
      spent.emptyAt ??= exchange.endedAt;
      this.#evidence.observe('lookup.status.no-requests-left', exchange.response.status, exchange);
    }
    // Calls refused for other reasons may not have been counted; more calls would prove no more.
    const isTurnedAway = isSetback || [401, 402, 403].includes(exchange.response.status);
    if ((found || !isTurnedAway) && spent.calls.length < 4 * remaining + 20)
      spent.calls.push({ at: exchange.endedAt, hash: lookup?.hash.toLowerCase() ?? '', found });
  }

  #servedBeyond(
    { answer, exchange }: Pick<Step, 'answer' | 'exchange'>,
    { emptyAt }: Spent,
    before: Spent['calls'],
    remaining: number,
  ): void {
    const enough = before.filter((call) => call.found).length >= remaining;
    const clauses = [
      // If the hits alone use up the count, misses are not the cause.
      ...clausesOf(before).filter(
        (id) => id !== (enough ? 'lookup/misses-count' : 'lookup/refused-at-zero'),
      ),
      ...(emptyAt !== undefined && emptyAt < exchange.startedAt
        ? (['lookup/stays-refused'] as const)
        : []),
    ];
    for (const clause of clauses)
      this.#evidence.broken({
        clause,
        expected: `this lookup to be refused: ${before.length} were made before, of ${remaining} left`,
        actual: formatAnswer(answer),
        exchange,
        rests: clauses.slice(0, clauses.indexOf(clause)),
      });
  }
}

/** Alternately found and refused, and always refused by this hash in this spelling. */
const isAlwaysRefused = (tries: readonly Try[], hash: string): boolean => {
  const byThis = tries.filter((one) => one.hash === hash);
  if (byThis.length < 2 || byThis.some((one) => !one.refused)) return false;
  if (tries.some((one) => one.hash !== hash && one.refused)) return false;
  const refusals = tries.map(({ refused }) => Boolean(refused));
  const turns = refusals.filter((refused, at) => refused !== refusals[at - 1]);
  const fromFound = turns[0] ? turns.slice(1) : turns;
  return fromFound.length >= 5;
};
