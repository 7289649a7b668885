import { hashField, hashKinds } from '../../../../src/spec/file-hashes.ts';
import { RecentlyUsed } from '../../../../src/values/recently-used.ts';
import type { JsonBody } from '../../../judging/talk/answer.ts';
import type { Exchange } from '../../../judging/talk/exchange.ts';
import { formatAnswer } from '../../../judging/talk/format.ts';
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

/** What lookups show in part of the traffic. */
export class UnprovenLookups {
  readonly #evidence: Evidence;
  readonly #tries = new RecentlyUsed<readonly Try[]>({ entries: 2_000, size: 2 * 1024 * 1024 });

  constructor(evidence: Evidence) {
    this.#evidence = evidence;
  }

  /** `file` is the known analysis for the hash. */
  add(step: Step, file: JsonBody | undefined): void {
    const { lookup, isSetback } = step;
    if (lookup && file && !(isSetback && !lookup.analysis)) this.#noteTry(step, file);
  }

  /**
   * A refusal may have any reason: the count, the rate, the file. If one hash of a file is refused and
   * another finds it, repeatedly within a short time, the hash is the reason.
   */
  #noteTry({ answer, exchange, who, lookup }: Step, file: JsonBody): void {
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
    this.#evidence.addFinding({
      clause: `lookup/by-${kind}`,
      expected: `the analysis by its ${kind} hash, as it is found by another hash of the file`,
      actual: formatAnswer({ ...answer, json: undefined, exchange: refused }),
      exchange: refused,
    });
  }
}

/** Alternately found and refused, and always refused by this hash in this spelling. */
function isAlwaysRefused(tries: readonly Try[], hash: string): boolean {
  const byThis = tries.filter((one) => one.hash === hash);
  if (byThis.length < 2 || byThis.some((one) => !one.refused)) return false;
  if (tries.some((one) => one.hash !== hash && one.refused)) return false;
  const refusals = tries.map(({ refused }) => Boolean(refused));
  const turns = refusals.filter((refused, at) => refused !== refusals[at - 1]);
  const fromFound = turns[0] ? turns.slice(1) : turns;
  return fromFound.length >= 5;
}
