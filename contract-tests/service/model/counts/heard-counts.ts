import { type HashKind, isFileHash } from '../../../../src/spec/file-hashes.ts';
import { formatAnswer } from '../../../judging/talk/format.ts';
import type { Evidence } from '../../../judging/verdict/evidence.ts';
import type { Step } from '../step.ts';
import { clausesMetBy, wrongCounts } from './count-verdict.ts';
import { type CountedLookup, inContext, type LimitedHistory } from './counted-lookup.ts';
import { type CountClause, clausesOfAllCalls } from './counting-servers.ts';

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

  /** `isFound`: the hash is known to find a file. */
  add(step: Step, remaining: number, isFound: boolean): void {
    const { exchange, who } = step;
    const known = this.#callers.get(who.key);
    const caller: HeardCaller = known ?? { remaining, calls: [], broken: new Set() };
    this.#callers.set(who.key, caller);
    const call = this.#lookupOf(step, caller, isFound);
    // More would prove no more.
    if (caller.calls.length >= 4 * remaining + 20) return;
    caller.calls.push(call);
    if (call.answer === 'refused') {
      const refusals = caller.calls.filter(({ answer }) => answer === 'refused').length;
      const history = historyOf(who.key, caller);
      const met = refusals <= tellingRefusals ? clausesMetBy(history) : [];
      for (const clause of met)
        if (!clausesOfAllCalls.includes(clause)) this.#evidence.addMet(clause);
      this.#evidence.observe('lookup.status.no-requests-left', exchange.response.status, exchange);
    }
    const isBeyond = call.answer === 'served' && caller.calls.length > remaining;
    if (isBeyond || this.#isJudgedAgain()) this.#judge(step);
  }

  #lookupOf(
    { exchange, answer, lookup, who, isSetback }: Step,
    { remaining, calls }: HeardCaller,
    isFound: boolean,
  ): CountedLookup {
    const hash = lookup?.hash ?? '';
    const isServed = answer.outcome === 'success';
    const finds = !isFileHash(hash) ? 'no hash' : isServed || isFound ? 'a file' : 'nothing';
    const counted = calls.filter(
      (one) => one.endedAt < exchange.startedAt && !one.mayBeUncounted && one.finds !== 'no hash',
    );
    const isTurnedAway = isSetback || turnedAway.includes(exchange.response.status);
    // A refusal may have many reasons; once all requests are used, it has this one.
    const refusal = counted.length >= remaining ? 'refused' : 'unsure';
    const isRefused = finds === 'a file' && exchange.response.status < 500;
    const heard = isServed ? 'served' : isRefused ? refusal : 'open';
    return {
      caller: who.key,
      hash,
      startedAt: exchange.startedAt,
      endedAt: exchange.endedAt,
      isAtOnce: false,
      finds,
      hashKind: finds === 'a file' ? this.#kindOf(hash) : undefined,
      answer: heard,
      mayBeUncounted: heard === 'unsure' || (heard === 'open' && isTurnedAway),
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
        this.#evidence.addFinding({
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
