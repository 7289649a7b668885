import { isDeepStrictEqual } from 'node:util';
import { differingAnalysisField, sameText } from '../judge/sameness.ts';
import { analysisIn, type Body } from '../talk/answer.ts';
import type { Exchange } from '../talk/exchange.ts';
import { said, shown } from '../talk/shown.ts';
import type { KnownFile } from '../target/target.ts';
import type { BoundedEvidence } from './bounded-evidence.ts';
import { Recent } from './recent.ts';
import type { Told } from './told.ts';
import { isKnown } from './who.ts';

const kinds = { sha256: 'sha256Hash', sha512: 'sha512Hash', blake3: 'blake3Hash' } as const;
type Kind = keyof typeof kinds;

/** What an analysis states whenever it is made: it follows from the bytes of the file. */
const ofTheBytes = ['sha256Hash', 'sha512Hash', 'blake3Hash', 'sha1Hash', 'mD5Hash', 'sizeInBytes'];

/** How a caller fared with a file, call by call: whether it was found, and by which hash. */
interface Tries {
  readonly calls: {
    readonly hash: string;
    readonly endedAt: number;
    /** Absent where the file was found. */
    readonly refused?: Exchange;
  }[];
}

/** A count may have been filled up once in so short a time, but not twice (8). */
const moment = 60_000;

/** What lookups tell of each other: the same file has the same analysis, by every hash and each time. */
export class Analyses {
  readonly #evidence: BoundedEvidence;
  readonly #files = new Recent<Body>({ entries: 10_000, size: 6 * 1024 * 1024 });
  readonly #tries = new Recent<Tries>({ entries: 2_000, size: 2 * 1024 * 1024 });
  readonly #stated: readonly KnownFile[];

  constructor(evidence: BoundedEvidence, stated: readonly KnownFile[]) {
    this.#evidence = evidence;
    this.#stated = stated;
  }

  get forgotten(): number {
    return this.#files.forgotten;
  }

  heard(told: Told): void {
    const { exchange, json, outcome } = told.answer;
    const { hash } = exchange.about;
    if (hash === undefined) return;
    const analysis = outcome === 'success' ? analysisIn(json) : undefined;
    if (analysis) this.#found(hash, analysis, exchange);
    const file = analysis ?? this.#files.get(hash.toLowerCase());
    if (file && !(told.isSetback && !analysis)) this.#tried(told, hash, file, !!analysis);
  }

  #found(hash: string, analysis: Body, exchange: Exchange): void {
    this.#statesItsHash(hash, analysis, exchange);
    const known = this.#files.get(hash.toLowerCase());
    if (known) {
      this.#agrees(known, analysis, hash, exchange);
      return;
    }
    const size = exchange.response.body.length;
    for (const field of Object.values(kinds)) {
      const stated = analysis[field];
      if (typeof stated === 'string') this.#files.set(stated.toLowerCase(), analysis, size / 3);
    }
    askedFor.set(analysis, [hash]);
  }

  #agrees(known: Body, analysis: Body, hash: string, exchange: Exchange): void {
    const field = differing(known, analysis);
    const before = askedFor.get(known) ?? [];
    const clause = before.includes(hash)
      ? 'lookup/repeats-agree'
      : before.some((one) => sameText(one, hash))
        ? 'lookup/any-case-means-that-file'
        : 'lookup/same-by-every-hash';
    // Beyond the spellings of three hashes there is nothing to tell apart.
    if (!before.includes(hash) && before.length < 8) askedFor.set(known, [...before, hash]);
    this.#evidence.judge(clause, field === undefined, () => ({
      expected: `${field}: ${shown(known[field ?? ''])}, as before for this file`,
      actual: `${field}: ${shown(analysis[field ?? ''])}`,
      exchange,
    }));
  }

  /** 2.2: only of 128 digits is the kind known, and of what the target file names. */
  #statesItsHash(hash: string, analysis: Body, exchange: Exchange): void {
    const kind = hash.length === 128 ? 'sha512' : this.#kindOf(hash);
    if (!kind) return;
    this.#evidence.judge('lookup/states-its-hashes', sameText(analysis[kinds[kind]], hash), () => ({
      expected: `${kinds[kind]}: ${hash.toLowerCase()}`,
      actual: `${kinds[kind]}: ${shown(analysis[kinds[kind]])}`,
      exchange,
    }));
    this.#evidence.met(`lookup/by-${kind}`);
  }

  #kindOf(hash: string): Kind | undefined {
    for (const file of this.#stated)
      for (const kind of ['sha256', 'blake3'] as const) if (sameText(file[kind], hash)) return kind;
    return undefined;
  }

  /**
   * A refusal may be about anything: the count, the pace, the file. Where one hash of a file is refused
   * and another finds it, again and again within a moment, it is about the hash.
   */
  #tried({ answer, who }: Told, hash: string, file: Body, found: boolean): void {
    if (!isKnown(who)) return;
    const key = `${who.key} ${String(file.sha512Hash)}`;
    const { calls } = this.#tries.get(key) ?? { calls: [] };
    const { exchange } = answer;
    // Calls that overlap have no order.
    const last = calls.at(-1);
    if (last && exchange.startedAt <= last.endedAt) return;
    const { endedAt } = exchange;
    calls.push({ hash, endedAt, ...(!found && { refused: exchange }) });
    if (calls.length > 12) calls.shift();
    const size = calls.reduce((sum, one) => sum + (one.refused?.response.body.length ?? 0), 0);
    this.#tries.set(key, { calls }, size);
    const recent = calls.filter((one) => one.endedAt > endedAt - moment);
    const refused = recent.find((one) => one.refused)?.refused;
    if (!found || !refused) return;
    const kind = (Object.keys(kinds) as Kind[]).find((one) => {
      const stated = file[kinds[one]];
      return typeof stated === 'string' && isAlwaysRefused(recent, stated);
    });
    if (!kind) return;
    this.#evidence.broken({
      clause: `lookup/by-${kind}`,
      expected: `the analysis by its ${kind} hash, as it is found by another hash of the file`,
      actual: said({ ...answer, json: undefined, exchange: refused }),
      exchange: refused,
    });
  }
}

/** By which hashes an analysis was asked for, as they were written. */
const askedFor = new WeakMap<Body, readonly string[]>();

/** A file that was analysed anew may be described otherwise, but its bytes are the same. */
const differing = (known: Body, analysis: Body): string | undefined =>
  known.date === analysis.date
    ? differingAnalysisField(known, analysis)
    : ofTheBytes.find((field) => !isDeepStrictEqual(known[field], analysis[field]));

/** Found, refused, found, refused, found: and refused whenever it was by this hash, in its own spelling. */
const isAlwaysRefused = (calls: Tries['calls'], hash: string): boolean => {
  const byThis = calls.filter((one) => one.hash === hash);
  if (byThis.length < 2 || byThis.some((one) => !one.refused)) return false;
  const others = calls.filter((one) => one.hash !== hash);
  if (others.some((one) => one.refused)) return false;
  const pattern = calls.map(({ refused }) => (refused ? 'r' : 'f')).join('');
  return /f+r+f+r+f+/.test(pattern);
};
