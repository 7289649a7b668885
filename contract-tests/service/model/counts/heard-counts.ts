import { type HashKind, isFileHash } from '../../../../src/spec/file-hashes.ts';
import { formatAnswer } from '../../../judging/talk/format.ts';
import type { Evidence } from '../../../judging/verdict/evidence.ts';
import type { Step } from '../step.ts';
import { clausesMetBy, wrongCounts } from './count-verdict.ts';
import { type CountedLookup, inContext, type LimitedHistory } from './counted-lookup.ts';
import type { CountClause } from './counting-servers.ts';

interface HeardCaller {
  readonly remaining: number;
  readonly calls: CountedLookup[];
  /** The clauses that its lookups were found to break. */
  readonly broken: Set<CountClause>;
}

/** Statuses of refusals that need not be counted: who asks is not known, or may not. */
const turnedAway = [401, 402, 403];

/** The first refusal shows that all was counted, the second that it lasts. */
const tellingRefusals = 2;

/** Longer histories are not judged again with every lookup. */
const mostJudgedAgain = 1000;

/** Judges the counts by the lookups that were heard. There may be others, which only lower a count. */
export class HeardCounts {
  readonly #evidence: Evidence;
  readonly #kindOf: (hash: string) => HashKind | undefined;
  readonly #callers = new Map<string, HeardCaller>();

  constructor(evidence: Evidence, kindOf: (hash: string) => HashKind | undefined) {
    this.#evidence = evidence;
    this.#kindOf = kindOf;
  }

  add(step: Step, remaining: number): void {
    const { exchange, lookup, who } = step;
    if (!lookup || !isFileHash(lookup.hash)) return;
    const known = this.#callers.get(who.key);
    const caller: HeardCaller = known ?? { remaining, calls: [], broken: new Set() };
    this.#callers.set(who.key, caller);
    const call = this.#lookupOf(step, caller);
    // More would prove no more.
    if (caller.calls.length >= 4 * remaining + 20) return;
    caller.calls.push(call);
    if (call.answer === 'refused') {
      const refusals = caller.calls.filter(({ answer }) => answer === 'refused').length;
      const history = historyOf(who.key, caller);
      const isTelling = refusals <= tellingRefusals;
      for (const clause of isTelling ? clausesMetBy(history) : []) this.#evidence.met(clause);
      this.#evidence.observe('lookup.status.no-requests-left', exchange.response.status, exchange);
    }
    const isBeyond = call.answer === 'served' && caller.calls.length > remaining;
    if (isBeyond || this.#isJudgedAgain()) this.#judge(step);
  }

  #lookupOf(
    { exchange, answer, lookup, who, isSetback }: Step,
    caller: HeardCaller,
  ): CountedLookup {
    const hash = lookup?.hash ?? '';
    const isServed = answer.outcome === 'success';
    const isTurnedAway = isSetback || turnedAway.includes(exchange.response.status);
    const before = caller.calls.filter(
      (one) => one.endedAt < exchange.startedAt && !one.mayBeUncounted,
    );
    const isDue = before.length >= caller.remaining && !isSetback;
    return {
      caller: who.key,
      hash,
      startedAt: exchange.startedAt,
      endedAt: exchange.endedAt,
      isAtOnce: false,
      finds: isServed || isDue ? 'a file' : 'nothing',
      hashKind: this.#kindOf(hash),
      answer: isServed ? 'served' : isDue ? 'refused' : 'open',
      mayBeUncounted: !isServed && isTurnedAway,
      attempts: 0,
    };
  }

  /** What other callers do later may tell what is wrong. */
  #isJudgedAgain(): boolean {
    const callers = [...this.#callers.values()];
    const calls = callers.reduce((sum, one) => sum + one.calls.length, 0);
    return callers.some(({ broken }) => broken.size > 0) && calls <= mostJudgedAgain;
  }

  #judge({ answer, exchange }: Step): void {
    const histories = [...this.#callers].map(([key, caller]) => historyOf(key, caller));
    for (const { history, clauses } of wrongCounts(histories, { isPartial: true })) {
      const { key, remaining, calls } = history;
      const broken = this.#callers.get(key)?.broken ?? new Set();
      const isOwn = exchange.caller === key;
      for (const clause of clauses.filter((one) => isOwn || !broken.has(one))) {
        this.#evidence.broken({
          clause,
          expected: `lookups to be refused: ${calls.length} were made, of ${remaining} left (${key})`,
          actual: formatAnswer(answer),
          exchange,
          rests: [...broken].filter((one) => one !== clause),
        });
        broken.add(clause);
      }
    }
  }
}

function historyOf(key: string, { remaining, calls }: HeardCaller): LimitedHistory {
  return { key, remaining, calls: inContext(calls, []), others: [] };
}
