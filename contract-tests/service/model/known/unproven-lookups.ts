import { hashField, hashKinds } from '../../../../src/spec/file-hashes.ts';
import { RecentlyUsed } from '../../../../src/values/recently-used.ts';
import { formatAnswer } from '../../../judging/talk/format.ts';
import type { Evidence } from '../../../judging/verdict/evidence.ts';
import { moment } from '../../time-limits.ts';
import type { Step } from '../step.ts';
import { isIdentified } from './who.ts';

/** One call for a known file, and the step if it was refused. */
interface Try {
  readonly hash: string;
  readonly endedAt: number;
  readonly refused?: Step;
}

const mostTries = 12;

/**
 * What lookups show in part of the traffic. A refusal may have any reason: the count, the rate, the file. If one hash
 * of a file is refused and another finds it, repeatedly within a short time, the hash is the reason.
 */
export class UnprovenLookups {
  readonly #evidence: Evidence;
  readonly #tries = new RecentlyUsed<readonly Try[]>({ entries: 2_000, size: 2 * 1024 * 1024 });

  constructor(evidence: Evidence) {
    this.#evidence = evidence;
  }

  add(step: Step): void {
    const { exchange, who, lookup, isSetback, known } = step;
    const { hash = '', analysis } = lookup ?? {};
    const file = known.files.analysisOf(hash) ?? analysis;
    if (!file || (isSetback && !analysis) || !isIdentified(who)) return;
    const key = `${who.key} ${String(file.sha512Hash)}`;
    const before = this.#tries.get(key) ?? [];
    // Concurrent calls have no order.
    if (exchange.startedAt <= (before.at(-1)?.endedAt ?? Number.NEGATIVE_INFINITY)) return;
    const { endedAt } = exchange;
    const last = { hash, endedAt, ...(!analysis && { refused: step }) };
    const tries = [...before, last].slice(-mostTries);
    const sizes = tries.map(({ refused }) => refused?.answer.text.length ?? 0);
    this.#tries.set(
      key,
      tries,
      sizes.reduce((sum, size) => sum + size, 0),
    );
    const recent = tries.filter((one) => one.endedAt > endedAt - moment.ms);
    const kind = hashKinds.find((one) => isAlwaysRefused(recent, file[hashField(one)]));
    const { refused } = recent.find((one) => one.refused) ?? {};
    if (!analysis || !refused || !kind) return;
    this.#evidence.addFinding({
      clause: `lookup/by-${kind}`,
      expected: `the analysis by its ${kind} hash, as it is found by another hash of the file`,
      actual: formatAnswer(refused.answer),
      exchange: refused.exchange,
    });
  }
}

/** Alternately found and refused, and always refused by this hash in this spelling. */
function isAlwaysRefused(tries: readonly Try[], hash: unknown): boolean {
  const byThis = tries.filter((one) => one.hash === hash);
  if (byThis.length < 2 || byThis.some((one) => !one.refused)) return false;
  if (tries.some((one) => one.hash !== hash && one.refused)) return false;
  const refusals = tries.map(({ refused }) => Boolean(refused));
  const turns = refusals.filter((refused, at) => refused !== refusals[at - 1]);
  const fromFound = turns[0] ? turns.slice(1) : turns;
  return fromFound.length >= 5;
}
